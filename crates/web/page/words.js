// What the page says. The words are data, words.en.json, so that a second language is a second file beside it; the page is put
// together in one language. Sentences about a game (rules, reasons, what was wrong with a move) come from the engine.
import words from "./words.en.json";

/** @typedef {keyof typeof words} Key */

/**
 * The words for something, with values put into their places: {count}, and for one or more {count:move|moves}.
 * @param {Key} name
 * @param {Record<string, unknown>} values
 */
export function say(name, values = {}) {
  const ofNumber = words[name].replace(/\{(\w+):(.*?)\|((?:\{\w+\}|[^}])*)\}/g, (_, place, one, more) => (Number(values[place]) === 1 ? one : more));
  return ofNumber.replace(/\{(\w+)\}/g, (_, place) => String(values[place] ?? ""));
}

/** A number of any length, as people write it. @param {string | number} number */
export const sayNumber = (number) => BigInt(number).toLocaleString(document.documentElement.lang);
