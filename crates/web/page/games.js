// The games on this device, the last one played first: those that can be gone on with, and the last one even when it is over.
// Nobody's game is dropped to make room for another: it is there until somebody forgets it.
import { keep, kept, watchKept } from "./store.js";

/**
 * A table: what is played (`game`, or the text of a rule file as `rules`), the two seats with `name` and `level` (0 for a
 * person), which seat moves first and whether a toss decided that, the seed of the computer's luck, the moves, and the score. Its
 * `id` tells it from others.
 */
export function newTable({ game, rules = null, seats, first, isTossed = false, seed, moves = [] }) {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  return { id, game, rules, seats, first, isTossed, seed, moves, lost: null, hints: [0, 0], score: [0, 0], isCounted: false };
}

const isText = (value) => typeof value === "string";
const isName = (value) => isText(value) && value.length <= 64;
const isTextOrNull = (value) => value === null || isText(value);
const isTruth = (value) => typeof value === "boolean";
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isPairOf = (isOne) => (value) => Array.isArray(value) && value.length === 2 && value.every(isOne);

/** What the parts of a table are. */
const PARTS = {
  id: isText,
  game: isTextOrNull,
  rules: isTextOrNull,
  seats: isPairOf((seat) => isName(seat?.name) && isCount(seat.level)),
  first: (value) => value === 0 || value === 1,
  isTossed: isTruth,
  seed: isCount,
  moves: (value) => Array.isArray(value) && value.every((move) => isCount(move) || isText(move)),
  lost: (value) => value === null || (isCount(value?.player) && isText(value.reason) && isTextOrNull(value.number ?? null)),
  hints: isPairOf(isCount),
  score: isPairOf(isCount),
  isCounted: isTruth,
};

/** Something that was kept as a table, with the parts of one and no others; null when it is none. */
function tableOf(value) {
  const parts = Object.entries(PARTS);
  if (!(value instanceof Object) || !parts.every(([name, isRight]) => Object.hasOwn(value, name) && isRight(value[name]))) return null;
  return Object.fromEntries(parts.map(([name]) => [name, value[name]]));
}

/** The games, and what cannot be read: another version of the page may have kept it, so it stays where it is. */
function keptGames() {
  const value = kept("games");
  const entries = Array.isArray(value) ? value : [value].filter((each) => each !== null);
  const games = [];
  const unreadable = [];
  for (const entry of entries) {
    const table = tableOf(entry?.table);
    if (table !== null && isText(entry.title) && isTruth(entry.isOver)) games.push({ table, title: entry.title, isOver: entry.isOver });
    else unreadable.push(entry);
  }
  return { games, unreadable };
}

/** Whether there is something to go on with: a game in which nothing has happened is set up again as quickly. */
function isUnfinished({ table, isOver }) {
  return !isOver && (table.moves.length > 0 || table.score.some((wins) => wins > 0));
}

export function unfinishedGames() {
  return keptGames().games.filter(isUnfinished);
}

/** The table with this id, or without one the table of the last game; null when it is not kept. */
export function keptTable(id = null) {
  return keptGames().games.find(({ table }) => id === null || table.id === id)?.table ?? null;
}

/** Keeps a table; whether that went well. One whose game is over is kept too: the next of its match may come after a reload. */
export function keepTable(table, position) {
  const game = { table, title: position.title, isOver: position.outcome !== null };
  const { games, unreadable } = keptGames();
  const others = games.filter((other) => other.table.id !== table.id && isUnfinished(other));
  return keep("games", [game, ...others, ...unreadable]);
}

/** Calls this with the table as another window left it; gives back how to stop that. */
export function watchTable(table, onchange) {
  return watchKept("games", () => {
    const there = keptTable(table.id);
    if (there !== null && JSON.stringify(there) !== JSON.stringify(table)) onchange(there);
  });
}

export function forgetTable(id) {
  const { games, unreadable } = keptGames();
  keep("games", [...games.filter(({ table }) => table.id !== id), ...unreadable]);
}

/** How many things are kept that cannot be read. */
export function unreadableCount() {
  return keptGames().unreadable.length;
}

export function forgetUnreadable() {
  keep("games", keptGames().games);
}
