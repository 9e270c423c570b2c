// The chains of this device: for every number of numbers the one that was left and the best, the last played first. What they say only the
// engine knows.
import { keep, kept } from "./store.js";

/** @import { ChainKept } from "./contract" */

/** What lies there; anybody can have put anything there. @returns {({ size?: unknown, chain?: unknown } | null)[]} */
function entries() {
  const value = kept("chains");
  return Array.isArray(value) ? value : [];
}

/** What is kept of the chains of so many numbers. @param {number} size */
export const keptChain = (size) => entries().find((entry) => entry?.size === size)?.chain ?? null;

/** How many numbers were played with last; null when nobody knows. */
export function lastSize() {
  const size = entries()[0]?.size;
  return typeof size === "number" && /^\d{1,9}$/.test(String(size)) ? size : null;
}

/** Keeps this in the place of what was kept; whether that went well. @param {number} size @param {ChainKept} chain */
export const keepChain = (size, chain) => keep("chains", [{ size, chain }, ...entries().filter((entry) => entry?.size !== size)]);
