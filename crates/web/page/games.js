// The games on this device, the last one played first, each as its record: those that can be gone on with, and the last one even
// when it is over. What a record says only the engine knows. Nobody's game is dropped to make room for another: it is there until
// somebody forgets it.
import { ask } from "./engine.js";
import { keep, kept, watchKept } from "./store.js";

/** What a new game is to be known by. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What lies there. A game is `{ id, record, rules }`; but anybody can have put anything there. */
function entries() {
  const value = kept("games");
  return Array.isArray(value) ? value : [value].filter((each) => each !== null);
}

/** As text, so that one that is too strange to be read spoils no other. */
function textOf(entry) {
  try {
    return JSON.stringify(entry);
  } catch {
    return "";
  }
}

/** The records in which there is nothing to go on with: the game is over, or nothing has happened in it. */
const finished = new Set();

/**
 * The games, each with what is to be said about it, and how many things cannot be read: another version of the page may have kept
 * them, so they stay where they are. What an older version kept is kept as a record from now on.
 */
export async function keptGames() {
  const there = entries();
  if (there.length === 0) return { games: [], unreadable: 0 };
  const texts = there.map(textOf);
  const summaries = await ask({ ask: "kept", entries: texts });
  const carried = new Map(summaries.map((summary, at) => [texts[at], summary?.carried]).filter(([, entry]) => entry));
  // Another window may have kept something meanwhile.
  if (carried.size > 0) keep("games", entries().map((entry) => carried.get(textOf(entry)) ?? entry));
  const games = summaries.flatMap((summary, at) => (summary === null ? [] : [{ ...summary, ...(summary.carried ?? there[at]) }]));
  for (const { record, is_unfinished: isUnfinished } of games) if (!isUnfinished) finished.add(record);
  return { games, unreadable: summaries.length - games.length };
}

/** Keeps a game in the place of what was kept of it; whether that went well. */
export function keepGame({ id, record, rules }) {
  const others = entries().filter((entry) => entry?.id !== id && !finished.has(entry?.record));
  return keep("games", [{ id, record, rules }, ...others]);
}

/** What is kept of a game; null when it is nothing. */
export function keptAs(id) {
  return entries().find((entry) => entry?.id === id) ?? null;
}

/** Calls this with what another window kept of a game; gives back how to stop that. */
export function watchGame(id, onchange) {
  return watchKept("games", () => {
    const there = keptAs(id);
    if (there !== null) onchange(there);
  });
}

export function forgetGame(id) {
  keep("games", entries().filter((entry) => entry?.id !== id));
}

/** Forgets what cannot be read. */
export async function forgetUnreadable() {
  const texts = entries().map(textOf);
  const summaries = await ask({ ask: "kept", entries: texts });
  const unreadable = new Set(texts.filter((_, at) => summaries[at] === null));
  keep("games", entries().filter((entry) => !unreadable.has(textOf(entry))));
}
