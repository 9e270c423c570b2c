// The games on this device, the last one played first, each as its record: those that can be gone on with, and the last one even
// when it is over; and beside them the finished ones. What a record says only the engine knows. Nobody's game is dropped to make room
// for another, it is there until somebody forgets it; of finished ones the newest are kept.
import { ask } from "./engine.js";
import { keptProgress } from "./progress.js";
import { keep, kept } from "./store.js";

/** @import { Entry, Id, Summary } from "./contract" */
/** @typedef {Summary & Entry} KeptGame */

/** What a new game is to be known by. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What lies there; anybody can have put anything there. @returns {(Partial<Entry> | null)[]} */
function entries() {
  const value = kept("games");
  return Array.isArray(value) ? value : /** @type {Partial<Entry>[]} */ ([value].filter((each) => each !== null));
}

/** As text, so that one that is too strange to be read spoils no other. @param {unknown} entry */
function textOf(entry) {
  try {
    return JSON.stringify(entry);
  } catch {
    return "";
  }
}

/** The records in which there is nothing to go on with: the game is over, or nothing has happened in it. @type {Set<unknown>} */
const finished = new Set();

/**
 * The games, each with what is to be said about it, and what cannot be read: another version of the page may have kept
 * them, so they stay where they are. What an older version kept is kept as a record from now on.
 */
export async function keptGames() {
  const there = entries();
  if (there.length === 0) return { games: [], unreadable: [] };
  const texts = there.map(textOf);
  const { games: summaries } = await ask({ ask: "kept", entries: texts });
  const carried = new Map(summaries.flatMap((summary, at) => (summary?.carried ? [[texts[at], summary.carried]] : [])));
  // Another window may have kept something meanwhile.
  if (carried.size > 0) keep("games", entries().map((entry) => carried.get(textOf(entry)) ?? entry));
  // What the engine could read is a game.
  const whole = (/** @type {Summary | null} */ summary, /** @type {number} */ at) =>
    summary === null ? [] : [/** @type {KeptGame} */ ({ ...summary, ...(summary.carried ?? there[at]) })];
  const games = summaries.flatMap(whole);
  for (const game of games) if (!game.is_unfinished) finished.add(game.record);
  return { games, unreadable: texts.filter((_, at) => summaries[at] === null) };
}

/** Keeps a game in the place of what was kept of it; whether that went well. @param {Entry} game */
export function keepGame(game) {
  return keep("games", [game, ...entries().filter((entry) => entry?.id !== game.id && !finished.has(entry?.record))]);
}

/** So many finished games are kept. */
export const MOST_FINISHED = 1000;

/** The finished games, the oldest first, as they are counted; anybody can have put anything there. @returns {Entry[]} */
export function finishedGames() {
  const value = kept("finished");
  return Array.isArray(value) ? value.filter((each) => typeof each?.record === "string") : [];
}

/** Keeps a finished game, once; whether that went well. @param {Entry} game */
export function keepFinished(game) {
  const others = finishedGames();
  return others.some(({ record }) => record === game.record) || keep("finished", [...others, game].slice(-MOST_FINISHED));
}

/** @param {string} record */
export const forgetFinished = (record) => keep("finished", finishedGames().filter((each) => each.record !== record));

/** What the finished games come to. */
export const tallied = () => ask({ ask: "tally", records: finishedGames().map(({ record }) => record), kept: keptProgress() });

/** What is kept of a game; null when it is nothing. @param {Id} id */
export function keptAs(id) {
  return entries().find((entry) => entry?.id === id) ?? null;
}

/** @param {Id} id */
export function forgetGame(id) {
  keep("games", entries().filter((entry) => entry?.id !== id));
}

/** Forgets what could not be read. @param {string[]} unreadable */
export function forgetUnreadable(unreadable) {
  keep("games", entries().filter((entry) => !unreadable.includes(textOf(entry))));
}
