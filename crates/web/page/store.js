// What is kept on this device. Where nothing can be kept everything still works, and that is said once. Whatever was kept may
// have been changed by anybody: who asks for it checks it.
import { say } from "./words.js";

const PREFIX = "divisor-duel.";
/** @type {string | null} */
let complaint = null;
let isTold = false;

/**
 * Keeps something in place of what was there; whether it is kept now. Where it is not, the old is still there.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch (error) {
    complaint ??= say(error instanceof DOMException && error.name === "QuotaExceededError" ? "storageFull" : "nothingKept");
    return false;
  }
}

/**
 * What is kept: null when there is nothing, and the text itself when it cannot be read.
 * @param {string} name
 * @returns {unknown}
 */
export function kept(name) {
  let text = null;
  try {
    text = localStorage.getItem(PREFIX + name);
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) complaint ??= say("nothingKept");
    return text;
  }
}

/**
 * Calls this when another window keeps something else under this name.
 * @param {string} name
 * @param {() => unknown} onchange
 * @param {AbortSignal} signal
 */
export function watchKept(name, onchange, signal) {
  window.addEventListener("storage", ({ key }) => key === PREFIX + name && onchange(), { signal });
}

/** The complaint that nothing can be kept, the first time there is one. */
export function newComplaint() {
  if (isTold || complaint === null) return null;
  isTold = true;
  return complaint;
}
