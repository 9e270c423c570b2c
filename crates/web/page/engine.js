// ask(question) → answer: the one way to the game. Today it is the WebAssembly module in a worker.
import { byId } from "./dom.js";
import { bytesOf, unpack } from "./unpack.js";
import { say } from "./words.js";

/** @import { AnswerTo, Ask, Question, Replied } from "./contract" */

/**
 * @typedef {"quick" | "slow"} Speed
 * @typedef {{ text: string, done: (answer: unknown) => void, fail: (error: Error) => void }} Waiting
 * @typedef {{ worker: Worker, waiting: Map<number, Waiting> }} Engine
 */

/** What may take long goes to a worker of its own, so that drawing the board never waits for it. @type {Set<Ask>} */
const SLOW = new Set(["computer", "kept", "tally", "continuation", "longest", "advice", "challenge", "verdicts", "proof", "proof-file", "openings", "survey", "review", "moral", "puzzle", "open"]);

/** Somebody stopped the work. */
export class Stopped extends Error {}

/** @type {WebAssembly.Module} */
let compiled;
/** @type {Record<Speed, Engine>} */
let engines;
let lastId = 0;
/** @type {(speed: Speed, isBusy: boolean) => void} */
let onWork = () => {};

/** Calls this when quick or slow work begins, and when nothing of that kind is left. @param {typeof onWork} watcher */
export function watchWork(watcher) {
  onWork = watcher;
}

/** Unpacks the engine from the page. */
export async function startEngine() {
  compiled = await WebAssembly.compile(unpack(bytesOf(byId("engine").textContent.trim())));
  engines = { quick: newEngine("quick"), slow: newEngine("slow") };
}

/** @param {Speed} speed @returns {Engine} */
function newEngine(speed) {
  const address = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.postMessage({ module: compiled });
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  worker.onmessage = ({ data }) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (!asked) return;
    if (waiting.size === 0) onWork(speed, false);
    if (data.broken) {
      asked.fail(new Error(say("engineBroken")));
      // A broken engine may be in any state: a new one gets the questions that are left.
      worker.terminate();
      engines[speed] = newEngine(speed);
      for (const [id, left] of waiting) send(speed, id, left);
      return;
    }
    /** @type {Replied} */
    const reply = JSON.parse(data.text);
    if ("error" in reply) asked.fail(new Error(reply.error));
    else asked.done(reply.ok);
  };
  return { worker, waiting };
}

/**
 * Asks a question. Fails with the reason in words.
 * @template {Question} Q
 * @param {Q} question
 * @param {Speed} speed
 * @returns {Promise<AnswerTo<Q["ask"]>>}
 */
export function ask(question, speed = SLOW.has(question.ask) ? "slow" : "quick") {
  lastId += 1;
  const text = JSON.stringify({ v: 1, language: document.documentElement.lang, ...question });
  const answered = new Promise((done, fail) => send(speed, lastId, { text, done, fail }));
  return /** @type {Promise<AnswerTo<Q["ask"]>>} */ (answered);
}

/**
 * Asks about what came from outside for the first time: whatever it is, that can be stopped.
 * @template {Question} Q
 * @param {Q} question
 */
export const askStoppably = (question) => ask(question, "slow");

/** @param {Speed} speed @param {number} id @param {Waiting} asked */
function send(speed, id, asked) {
  const { worker, waiting } = engines[speed];
  waiting.set(id, asked);
  onWork(speed, true);
  worker.postMessage({ id, question: asked.text });
}

/** When something happens: milliseconds since 1970. */
export const now = () => Math.max(0, Date.now());

/** Stops whatever takes long. */
export function stopSlowWork() {
  const { worker, waiting } = engines.slow;
  if (waiting.size === 0) return;
  worker.terminate();
  engines.slow = newEngine("slow");
  onWork("slow", false);
  for (const asked of waiting.values()) asked.fail(new Stopped(say("stopped")));
}
