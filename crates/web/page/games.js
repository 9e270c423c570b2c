// The games on this device, the last one played first: those that can be gone on with, and the last one even when it is over.
import { keep, kept, watchKept } from "./store.js";

const MOST = 8;

/**
 * A table: what is played (`game`, or the text of a rule file as `rules`), the two seats with `name` and `level` (0 for a
 * person), which seat moves first and whether a toss decided that, the seed of the computer's luck, the moves, and the score. Its
 * `id` tells it from others.
 */
export function newTable({ game, rules = null, seats, first, isTossed = false, seed, moves = [] }) {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  return { id, game, rules, seats, first, isTossed, seed, moves, lost: null, hints: [0, 0], score: [0, 0], isCounted: false };
}

/** Whether something that was kept is a table. */
function isTable(value) {
  const isSeat = (seat) => typeof seat?.name === "string" && Number.isInteger(seat.level);
  const isPair = (pair) => Array.isArray(pair) && pair.length === 2;
  return (
    typeof value?.id === "string" &&
    [value.seats, value.score, value.hints].every(isPair) &&
    value.seats.every(isSeat) &&
    Array.isArray(value.moves) &&
    [0, 1].includes(value.first)
  );
}

function keptGames() {
  const games = kept("games");
  return Array.isArray(games) ? games.filter((game) => isTable(game?.table)) : [];
}

/** Whether there is something to go on with: a game in which nothing has happened is set up again as quickly. */
function isUnfinished({ table, isOver }) {
  return !isOver && (table.moves.length > 0 || table.score.some((wins) => wins > 0));
}

export function unfinishedGames() {
  return keptGames().filter(isUnfinished);
}

/** The table with this id, or without one the table of the last game; null when it is not kept. */
export function keptTable(id = null) {
  return keptGames().find(({ table }) => id === null || table.id === id)?.table ?? null;
}

/** A game that is over is kept too: the next one of its match may come after the page was loaded again. */
export function keepTable(table, position) {
  const game = { table, title: position.title, isOver: position.outcome !== null };
  const others = keptGames().filter((other) => other.table.id !== table.id && isUnfinished(other));
  keep("games", [game, ...others.slice(0, MOST - 1)]);
}

/** Calls this with the table as another window left it; gives back how to stop that. */
export function watchTable(table, onchange) {
  return watchKept("games", () => {
    const there = keptTable(table.id);
    if (there !== null && JSON.stringify(there) !== JSON.stringify(table)) onchange(there);
  });
}

export function forgetTable(id) {
  keep("games", keptGames().filter(({ table }) => table.id !== id));
}
