// ask(question) → answer: the one way to the game. Today it is the WebAssembly module in a worker.
import { say } from "./words.js";

/** What may take long goes to a worker of its own, so that drawing the board never waits for it. */
const SLOW = new Set(["computer", "hint", "judge", "verdicts", "proof", "openings", "review", "lesson", "puzzle"]);

let compiled;
const workers = { quick: null, slow: null };
let lastId = 0;
let onSlowWork = () => {};

/** Calls this with true when something that may take long begins, and with false when nothing of that is left. */
export function watchSlowWork(watcher) {
  onSlowWork = watcher;
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
    if (asked.kind === "slow" && waiting.size === 0) onSlowWork(false);
    if (data.broken) {
      // A broken engine may be in any state: the next question goes to a new one.
      restart(asked.kind);
      asked.fail(new Error(say("engineBroken")));
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
  const kind = SLOW.has(question.ask) ? "slow" : "quick";
  const { worker, waiting } = workers[kind];
  lastId += 1;
  const id = lastId;
  return new Promise((done, fail) => {
    waiting.set(id, { done, fail, kind });
    if (kind === "slow") onSlowWork(true);
    worker.postMessage({ id, question: JSON.stringify(question) });
  });
}

function restart(kind) {
  const { worker, waiting } = workers[kind];
  worker.terminate();
  workers[kind] = newWorker();
  if (kind === "slow") onSlowWork(false);
  for (const asked of waiting.values()) {
    const stopped = new Error(say("stopped"));
    stopped.stopped = true;
    asked.fail(stopped);
  }
}

/** Stops whatever takes long. */
export function stopSlowWork() {
  if (workers.slow.waiting.size > 0) restart("slow");
}
