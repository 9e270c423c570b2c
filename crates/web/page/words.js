// What the page says. The words are data, words.en.json, so that a second language is a second file beside it; the page is put
// together in one language. Sentences about a game (rules, reasons, what was wrong with a move) come from the engine.
import words from "./words.en.json";

/** The words for something, with values put into their places: {count}, and for one or more {count:move|moves}. */
export function say(name, values = {}) {
  if (!Object.hasOwn(words, name)) throw new Error(`there are no words for ${name}`);
  const ofNumber = words[name].replace(/\{(\w+):(.*?)\|((?:\{\w+\}|[^}])*)\}/g, (_, place, one, more) => (Number(values[place]) === 1 ? one : more));
  return ofNumber.replace(/\{(\w+)\}/g, (_, place) => String(values[place] ?? ""));
}

/** A number of any length, given as text. */
export function sayNumber(number) {
  return BigInt(number).toLocaleString(document.documentElement.lang);
}

const OWN_ENDS = new Map([
  ["resigned", "resigned"],
  ["illegal-number", "lostByNumber"],
]);

/** Why a game ended and who won it. The engine does not know that one of the names may be "You". */
export function sayEnd({ outcome, end_words: words }, names) {
  const { winner, reason, number } = outcome;
  const name = names[2 - winner];
  const own = OWN_ENDS.get(reason);
  return `${own ? say(own, { name, number }) : words} ${sayOf("wins", names[winner - 1])}`;
}

/** The same for words with a name as their subject: people say "You win" and "Ada wins". */
export function sayOf(name, person) {
  return say(person === say("you") ? `${name}You` : name, { name: person });
}
