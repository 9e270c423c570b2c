// What the page says. The words are data, words.en.json, so that a second language is a second file beside it; the page is put
// together in one language. Sentences about a game (rules, reasons, what was wrong with a move) come from the engine.
import words from "./words.en.json";

/** @import { Drawn } from "./contract" */
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

/**
 * Words with a name as their subject: people say "You win" and "Ada wins".
 * @param {"wins" | "winsHere" | "champion" | "tossed"} name
 * @param {string} person
 */
export function sayOf(name, person) {
  return say(person === say("you") ? `${name}You` : name, { name: person });
}

/**
 * Why a game ended and who won it. The engine does not know that one of the names may be "You".
 * @param {Drawn} position
 * @param {string[]} names
 */
export function sayEnd({ outcome, end_words: words }, names) {
  if (outcome === null) return "";
  const { winner, reason, number } = outcome;
  const own = reason === "resigned" ? "resigned" : reason === "illegal-number" ? "lostByNumber" : null;
  return `${own ? say(own, { name: names[2 - winner], number }) : words} ${sayOf("wins", names[winner - 1])}`;
}
