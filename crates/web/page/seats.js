// Who sits at a table: a person and a computer, or two people with the names they have on this device.
import { choice } from "./dom.js";
import { ask } from "./engine.js";
import { keep, kept } from "./store.js";
import { say } from "./words.js";

/** @import { Books, Opponent, Side, Sitter, Who } from "./contract" */
/** @import { Plate } from "./stage.js" */

/** The level that never loses what can be won. */
export const BEST = 5;

/** @type {Opponent[]} */
let opponents = [];

/** Gets to know the computer players. @param {Opponent[]} known */
export function meet(known) {
  opponents = known;
}

/** What a computer player is called. @param {number} level */
export const opponentName = (level) => opponents.find((each) => each.level === level)?.name ?? say("computerName", { level });

/** Whether somebody is called as a computer player is. @param {string} name */
export const isOpponent = (name) => opponents.some((each) => each.name === name);

/** Who a computer player is. @param {number} level @returns {Who} */
export const opponentWho = (level) => `level:${level}`;

/**
 * The plates of somebody on this side against a computer player, where a move is asked for.
 * @param {Side} side
 * @param {number} level
 * @returns {Record<Side, Plate>}
 */
export function platesAgainst(side, level) {
  /** @type {Plate} */
  const you = { name: say("you"), who: "human", isTurn: true };
  /** @type {Plate} */
  const other = { name: opponentName(level), who: opponentWho(level), isTurn: false };
  return side === 1 ? { 1: you, 2: other } : { 1: other, 2: you };
}

/** @type {string[] | null} */
let typed = null;

function typedNames() {
  if (typed === null) {
    const known = kept("names");
    const areNames = Array.isArray(known) && known.length === 2 && known.every((name) => typeof name === "string" && name.length <= 64);
    typed = areNames ? known : ["", ""];
  }
  return typed;
}

/** Two sides that nobody has named. @returns {[string, string]} */
export const twoPlayers = () => [say("player1"), say("player2")];

/** What whoever has this device is called, if they have said so. */
export const ownName = () => typedNames()[0];

/** What two people are called. */
export function peopleNames() {
  return twoPlayers().map((usual, at) => typedNames()[at] || usual);
}

/**
 * Calls one of two people by another name, or by none; fails in words when it is no name.
 * @param {number} at
 * @param {string} name
 */
export async function callPerson(at, name) {
  const good = name.trim() === "" ? "" : (await ask({ ask: "name", name })).name;
  typed = typedNames().map((old, each) => (each === at ? good : old));
  keep("names", typed);
}

/**
 * The seats of a game against a computer of this level, or of two people without one.
 * @param {number} level
 * @returns {[Sitter, Sitter]}
 */
export function seatsAgainst(level) {
  const [one, two] = level > 0 ? [say("player1"), opponentName(level)] : peopleNames();
  return [{ name: one, who: "human" }, { name: two, who: level > 0 ? opponentWho(level) : "human" }];
}

/**
 * Whom to play against: 0 is a person, and so on up the levels.
 * @param {Books} library
 * @param {number} chosen
 * @param {(level: number) => unknown} onchange
 */
export function opponentChoice({ opponents }, chosen, onchange) {
  const options = [say("personHere"), ...opponents.map(({ name, sees }) => say("opponentSees", { name, sees }))];
  return choice(say("opponent"), options.map((words, level) => [String(level), words]), String(chosen), (value) => onchange(Number(value)));
}
