// ask(question) → answer: the one way to the game. Today it is the WebAssembly module in a worker.
import { say } from "./words.js";

/** What may take long goes to a worker of its own, so that drawing the board never waits for it. */
const SLOW = new Set(["computer", "kept", "hint", "challenge", "verdicts", "proof", "proof-file", "openings", "review", "lesson", "puzzle", "open"]);

let compiled;
const workers = { quick: null, slow: null };
let lastId = 0;
let onWork = () => {};

/** Calls this with "quick" or "slow" and true when such work begins, and with false when nothing of that kind is left. */
export function watchWork(watcher) {
  onWork = watcher;
}

/** Unpacks the engine from the page. */
export async function startEngine() {
  const packed = Uint8Array.from(atob(document.getElementById("engine").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  compiled = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  workers.quick = newWorker();
  workers.slow = newWorker();
}

function newWorker() {
  const source = new Blob([document.getElementById("worker").textContent], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.postMessage({ module: compiled });
  const waiting = new Map();
  worker.onmessage = ({ data }) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (!asked) return;
    if (waiting.size === 0) onWork(asked.kind, false);
    if (data.broken) {
      asked.fail(new Error(say("engineBroken")));
      // A broken engine may be in any state: a new one gets the questions that are left.
      worker.terminate();
      const { kind } = asked;
      workers[kind] = newWorker();
      for (const [id, { question, done, fail }] of waiting) send(kind, id, { question, done, fail });
      return;
    }
    const answer = JSON.parse(data.text);
    if ("error" in answer) asked.fail(new Error(answer.error));
    else asked.done(answer.ok);
  };
  return { worker, waiting };
}

/** Asks a question. Fails with the reason in words, or with `stopped` when the work was stopped. */
export function ask(question) {
  return askIn(SLOW.has(question.ask) ? "slow" : "quick", question);
}

/** Asks about what came from outside for the first time: whatever it is, that can be stopped. */
export function askStoppably(question) {
  return askIn("slow", question);
}

function askIn(kind, question) {
  lastId += 1;
  const id = lastId;
  return new Promise((done, fail) => send(kind, id, { question: JSON.stringify(question), done, fail }));
}

function send(kind, id, asked) {
  const { worker, waiting } = workers[kind];
  waiting.set(id, { ...asked, kind });
  onWork(kind, true);
  worker.postMessage({ id, question: asked.question });
}

/** Stops whatever takes long. */
export function stopSlowWork() {
  const { worker, waiting } = workers.slow;
  if (waiting.size === 0) return;
  worker.terminate();
  workers.slow = newWorker();
  onWork("slow", false);
  for (const asked of waiting.values()) {
    const stopped = new Error(say("stopped"));
    stopped.stopped = true;
    asked.fail(stopped);
  }
}
