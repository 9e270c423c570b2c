// The games between two places in which this device has a seat, the last one used first: what the seat is known by, and what was last
// seen of the game.
import { newId } from "./games.js";
import { keep, kept } from "./store.js";

/** @import { Id, LiveState, Seat } from "./contract" */

/**
 * `asked` is the secret that is being exchanged for the seat; where neither is there the game is gone to which somebody was asked. `invites`
 * is the one for whoever is to come, `asks` who hears of the game where they have played before, and `after` which game that was.
 * @typedef {{ id: Id, token: string, seat: Seat | null, asked?: string, invites?: string, asks?: string, after?: Id, seen?: Seen }} Held
 * What was last seen: the game, who plays it with us, if they are here, whether it goes on, and whether it is our turn, if it is anybody's.
 * @typedef {{ title: string, other: string | null, isOn: boolean, isTurn: boolean | null }} Seen
 */

/** So many are remembered: the server itself forgets them after a month. */
const MOST = 50;

/** Where nothing can be kept. @type {Map<Id, Held>} */
const unkept = new Map();

/** What a seat is to be known by. */
export const newToken = () => newId() + newId();

/** Anybody can have put anything there. @returns {Held[]} */
export function heldGames() {
  const value = kept("live");
  const isHeld = (/** @type {Held | null} */ each) => typeof each?.id === "string" && typeof each.token === "string";
  return [...unkept.values(), ...(Array.isArray(value) ? value.filter(isHeld) : [])];
}

/** @param {Id} id */
export const heldIn = (id) => heldGames().find((each) => each.id === id) ?? null;

/** @param {Held} held */
export function hold(held) {
  const others = heldGames().filter(({ id }) => id !== held.id && !unkept.has(id));
  if (keep("live", [held, ...others].slice(0, MOST))) unkept.delete(held.id);
  else unkept.set(held.id, held);
}

/** The game that the other one would like to play after this one, as long as nobody here has looked at it. @param {LiveState} state @param {Seat | null} seat */
export const nextFor = ({ next }, seat) => (next !== null && next.by !== seat && !heldIn(next.id) ? next : null);

/** The same for whoever is at the board, until they know that it is gone. @param {LiveState} state @param {Seat | null} seat */
export function offeredNext({ next }, seat) {
  const known = next && heldIn(next.id);
  return next !== null && next.by !== seat && (!known || known.seat || known.asked) ? next : null;
}

/** @param {Id} lost */
export function letGo(lost) {
  unkept.delete(lost);
  keep("live", heldGames().filter(({ id }) => id !== lost && !unkept.has(id)));
}

/** There is no seat for us; who was asked to come there is not to be asked again. @param {Id} lost */
export function giveUp(lost) {
  const held = heldIn(lost);
  if (held?.asked) hold({ ...held, asked: undefined });
  else letGo(lost);
}
