// Letters that do something, the same ones as in the terminal. Whoever speaks to the device, or has a cat, can switch them off.
import { kept } from "./store.js";

/** Whether a key was meant for something else. @param {KeyboardEvent} event */
export const isElsewhere = ({ target, ctrlKey, altKey, metaKey }) =>
  ctrlKey || altKey || metaKey || document.querySelector("dialog[open]") !== null || (target instanceof Element && target.closest("input, textarea, select") !== null);

function typedInput() {
  const input = /** @type {HTMLElement | null} */ (document.querySelector(".stage input[name='typed']"));
  return input?.checkVisibility() ? input : null;
}

/** @typedef {Record<string, (() => unknown) | false | null>} Keys what each key does now */

/**
 * Does what the keys of a view stand for; those that it does not have stay the browser's.
 * @param {() => Keys} deedsNow
 * @param {AbortSignal} signal
 */
export function onKeys(deedsNow, signal) {
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (isElsewhere(event) || (/^[a-z]$/.test(event.key) && kept("letters-off") === true)) return;
    // Digits go where a number is typed, where there is such a field.
    if (/^\d$/.test(event.key)) return typedInput()?.focus();
    const deeds = deedsNow();
    const deed = Object.hasOwn(deeds, event.key) ? deeds[event.key] : null;
    if (!deed) return;
    event.preventDefault();
    deed();
  };
  document.addEventListener("keydown", onkeydown, { signal });
}
