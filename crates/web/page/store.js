// What is kept on this device. Where nothing can be kept everything still works, and that is said once.
import { say } from "./words.js";

const PREFIX = "divisor-duel.";
let complaint = null;

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    complaint ??= say("nothingKept");
  }
}

export function kept(name) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) complaint ??= say("nothingKept");
    return null;
  }
}

/** Calls this when another window keeps something else under this name; gives back how to stop that. */
export function watchKept(name, onchange) {
  const listener = ({ key }) => {
    if (key === PREFIX + name) onchange();
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

let told = false;

/** The complaint that nothing can be kept, the first time there is one. */
export function newComplaint() {
  if (told || complaint === null) return null;
  told = true;
  return complaint;
}
