// Runs the engine beside the page, so that the page never waits. It is stopped by being thrown away.
/** @type {Record<"question" | "answer" | "answer_place", (length?: number) => number> & { memory: WebAssembly.Memory }} */
let engine;

/** @param {string} question */
function answer(question) {
  const text = new TextEncoder().encode(question);
  // The place first: asking for it can make the engine's memory grow, and the old view of it would be gone.
  const place = engine.question(text.length);
  new Uint8Array(engine.memory.buffer).set(text, place);
  const length = engine.answer();
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answer_place(), length));
}

onmessage = ({ data }) => {
  if (data.module) {
    engine = /** @type {typeof engine} */ (new WebAssembly.Instance(data.module, {}).exports);
    return;
  }
  try {
    postMessage({ id: data.id, text: answer(data.question) });
  } catch (error) {
    postMessage({ id: data.id, broken: String(error) });
  }
};
