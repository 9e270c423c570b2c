// Addresses: everything that can be shared is in the fragment, so it never leaves the device by itself.
import { twoPlayers } from "./seats.js";
import { say } from "./words.js";

/** @import { Move, Outcome, Reason, Side } from "./contract" */

/**
 * A game to be looked at afterwards, as addresses have it.
 * @typedef {{ game: string | null, rules: string | null, moves: Move[], opening: number, names: [string, string], outcome: Outcome | null }} Played
 * @typedef {{ view: string, rest: string[], values: URLSearchParams }} Address
 */

/**
 * "#/explore?game=classic&moves=12+6" → { view: "explore", rest: [], values: URLSearchParams }
 * @param {string} fragment
 * @returns {Address}
 */
export function readAddress(fragment) {
  const [path, ...query] = fragment.replace(/^#\/?/, "").split("?");
  const [view, ...rest] = path.replace(/\/$/, "").split("/").map(decode);
  return { view, rest, values: new URLSearchParams(query.join("?")) };
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The fragment of a view with these values; empty ones are left out.
 * @param {string} view
 * @param {Record<string, string | number | null | undefined>} values
 */
export function address(view, values = {}) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `#/${view}${query.size > 0 ? `?${query}` : ""}`;
}

/** "12 6" → ["12", "6"]. What is no move is left to the engine to refuse. @param {string | null} text @returns {Move[]} */
export const textToMoves = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean);

/**
 * A whole number from an address, or null when it is not there.
 * @param {URLSearchParams} values
 * @param {string} name
 * @param {number} most
 */
export function numberIn(values, name, most) {
  const value = values.get(name);
  if (value === null) return null;
  if (!/^\d{1,16}$/.test(value) || Number(value) > most) throw new Error(say("notANumber", { name, value, most }));
  return Number(value);
}

/**
 * The address of a position in the explorer; as a question it does not show who wins until somebody wants to know.
 * @param {{ game?: string | null, moves?: Move[] | null }} scene
 * @param {boolean} isQuestion
 */
export function exploreAddress({ game, moves }, isQuestion) {
  return address("explore", { game, moves: moves?.join(" "), question: isQuestion ? "yes" : null });
}

/** The other side. @type {Record<string, Side>} */
const OTHER = { 1: 2, 2: 1 };

/** The address of a game to be looked at afterwards. An end by its moves needs no word. @param {Played} played */
export function reviewAddress({ game, moves, names, outcome, opening }) {
  const isLost = outcome !== null && outcome.reason !== "no-move";
  return address("review", {
    game,
    moves: moves.join(" "),
    opening: opening > 0 ? opening : null,
    names: names.join("\n"),
    lost: isLost ? [OTHER[outcome.winner], outcome.reason, outcome.number ?? ""].join("|") : null,
  });
}

/** The game that such an address is about. @param {URLSearchParams} values @returns {Played} */
export function reviewedGame(values) {
  // A name has up to 32 letters. A longer one is refused in a record; here it stands beside every move, and is cut.
  const [one, two, ...more] = (values.get("names") ?? "").split("\n").map((name) => name.slice(0, 64));
  const moves = textToMoves(values.get("moves"));
  return {
    game: values.get("game"),
    rules: null,
    moves,
    opening: numberIn(values, "opening", moves.length) ?? 0,
    names: two !== undefined && more.length === 0 ? [one, two] : twoPlayers(),
    outcome: lossIn(values.get("lost") ?? ""),
  };
}

/** "2|resigned|" → how that ended the game. @param {string} text @returns {Outcome | null} */
function lossIn(text) {
  const [loser, reason, number] = text.split("|");
  if (!reason) return null;
  if (!Object.hasOwn(OTHER, loser)) throw new Error(say("notANumber", { name: "lost", value: loser, most: 2 }));
  // A reason that there is not is the engine's to refuse.
  return { winner: OTHER[loser], reason: /** @type {Reason} */ (reason), number: number || null };
}

/** Whether an address of this page means something on another device: the place of a file does not. */
export const hasLinks = location.protocol !== "file:";

/**
 * What is given away to open the page there: a link, or without one the fragment as a code to be pasted.
 * @param {string} fragment
 */
export const shareable = (fragment) => (hasLinks ? location.href.split("#")[0] + fragment : fragment);

/** What can be shared. */
const SHARED = new Set(["longest", "learn", "play", "review", "explore", "puzzle", "rules", "print"]);

/**
 * The fragment in what somebody pasted, whatever stands before it and in other lines; null when there is none. A stranger's text
 * can be long, so every letter of it is looked at a few times and not once for every other.
 * @param {string} text
 */
export function pastedFragment(text) {
  for (const line of text.split("\n").map((each) => each.trim())) {
    const at = line.indexOf("#/");
    if (at >= 0 && !/\s/.test(line) && SHARED.has(readAddress(line.slice(at)).view)) return line.slice(at);
  }
  return null;
}
