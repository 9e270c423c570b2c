// Addresses: everything that can be shared is in the fragment, so it never leaves the device by itself.
import { say } from "./words.js";

/** "#/explore?game=classic&moves=12+6" → { view: "explore", rest: [], values: URLSearchParams } */
export function readAddress(fragment) {
  const whole = fragment.replace(/^#\/?/, "");
  const end = whole.indexOf("?");
  const path = end < 0 ? whole : whole.slice(0, end);
  const [view, ...rest] = path.replace(/\/$/, "").split("/");
  return { view: decode(view), rest: rest.map(decode), values: new URLSearchParams(end < 0 ? "" : whole.slice(end + 1)) };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The fragment of a view with these values; empty ones are left out. */
export function address(view, values = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ""}`;
}

export function movesToText(moves) {
  return moves.join(" ");
}

/** "12 6" → [12, 6]; "60/2" → ["60/2"]. What is no number is left to the engine to refuse. */
export function textToMoves(text) {
  const words = (text ?? "").split(/[\s,]+/).filter(Boolean);
  return words.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : word));
}

/** A whole number from an address, or null when it is not there. */
export function numberIn(values, name, most = Number.MAX_SAFE_INTEGER) {
  const value = values.get(name);
  if (value === null) return null;
  if (!/^\d{1,16}$/.test(value) || Number(value) > most) throw new Error(say("notANumber", { name, value, most }));
  return Number(value);
}

/** The address of a position in the explorer; as a question it does not show who wins until somebody wants to know. */
export function exploreAddress({ game, moves, isQuestion }) {
  return address("explore", { game, moves: movesToText(moves), question: isQuestion ? "yes" : null });
}

/** The address of a game to be looked at afterwards. */
export function reviewAddress({ game, moves, names, lost, opening }) {
  return address("review", {
    game,
    moves: movesToText(moves),
    opening: opening > 0 ? opening : null,
    names: names.join("\n"),
    lost: lost && [lost.player, lost.reason, lost.number ?? ""].join("|"),
  });
}

/** The game that such an address is about. */
export function reviewedScene(values) {
  // A name has up to 32 letters. A longer one is refused in a record; here it stands beside every move, and is cut.
  const names = (values.get("names") ?? "").split("\n").map((name) => name.slice(0, 64));
  const [player, reason, number] = (values.get("lost") ?? "").split("|");
  const moves = textToMoves(values.get("moves"));
  return {
    game: values.get("game"),
    rules: null,
    moves,
    opening: numberIn(values, "opening", moves.length) ?? 0,
    names: names.length === 2 ? names : [say("player1"), say("player2")],
    // Who is neither player is nobody: the engine says so.
    lost: reason ? { player: /^[12]$/.test(player) ? Number(player) : 0, reason, number: number || null } : null,
  };
}

/** Whether an address of this page means something on another device: the place of a file does not. */
export const hasLinks = location.protocol !== "file:";

/** What is given away to open the page there: a link, or without one the fragment as a code to be pasted. */
export function shareable(fragment) {
  return hasLinks ? location.href.split("#")[0] + fragment : fragment;
}

/** What can be shared. */
const SHARED = new Set(["play", "review", "explore", "puzzle", "rules", "print"]);

/**
 * The fragment in what somebody pasted, whatever stands before it and in other lines; null when there is none. A stranger's text
 * can be long, so every letter of it is looked at a few times and not once for every other.
 */
export function pastedFragment(text) {
  for (const line of text.split("\n").map((each) => each.trim())) {
    const at = line.indexOf("#/");
    if (at >= 0 && !/\s/.test(line) && SHARED.has(readAddress(line.slice(at)).view)) return line.slice(at);
  }
  return null;
}
