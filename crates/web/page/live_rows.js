// The ways back to running games between two places, on the first page.
import { make } from "./dom.js";
import { sign } from "./icons.js";
import { liveAddress, nextWords } from "./live_drawn.js";
import { heldGames, letGo, nextFor } from "./live_kept.js";
import { Refused, request } from "./live_net.js";
import { say } from "./words.js";

/** @import { Id, LiveState, Seat } from "./contract" */
/** @import { Held, Seen } from "./live_kept.js" */

/** So many running games are listed on the first page, and so many that are over asked whether somebody wants more. */
export const LISTED = 4;

/** What is shown of the games that are listed. @type {Map<Id, (state: LiveState | null) => void>} */
const rows = new Map();

/**
 * The running games that this device has a seat in, as ways back to them, first where it is one's turn: as they were last seen, and then
 * as they are. One that was over appears when it goes on.
 */
export function liveRows() {
  const held = heldGames().filter(({ seat, seen }) => seat && seen);
  const [running, over] = [held.filter(({ seen }) => seen?.isOn), held.filter(({ seen }) => !seen?.isOn)];
  running.sort((one, other) => Number(other.seen?.isTurn === true) - Number(one.seen?.isTurn === true));
  rows.clear();
  return [...running.slice(0, LISTED), ...over.slice(0, LISTED)].map(rowOf);
}

/** @param {Held} held */
function rowOf(held) {
  const { id, seat, seen } = held;
  const words = make("b", {}, seen && stands(seen));
  // What waits for us stands out; what waits for somebody else does not.
  const classOf = (/** @type {boolean} */ isWanted) => `row next ${isWanted ? "main" : "theirs"}`;
  const link = make("a", { class: classOf(seen?.isTurn === true), href: liveAddress(id) }, make("span", { class: "number-of" }, sign("two")), make("span", {}, words, make("small", {}, seen?.title)));
  const item = make("li", {}, link);
  item.hidden = !seen?.isOn;
  rows.set(id, (state) => {
    if (state === null) return item.remove();
    const { turn, seats } = state;
    const other = seats[seat === 1 ? 1 : 0];
    const wants = wanted(state, seat);
    if (seen) words.textContent = wants ?? stands({ ...seen, other: other.open ? null : other.name, isTurn: turn && turn === seat });
    link.className = classOf(wants !== null || (turn !== null && turn === seat && !other.open));
    if (wants === null && turn === null) return;
    item.hidden = false;
    item.closest("section")?.removeAttribute("hidden");
  });
  // Without a connection it stands as it was last seen.
  lookUp(held).catch(() => {});
  return item;
}

/** @param {Seen} seen */
const stands = ({ other, isTurn }) => (other === null ? say("liveNobodyYet") : say(isTurn === null ? "liveWith" : isTurn ? "liveYours" : "liveTheirs", { name: other }));

/** What the other one wants. @param {LiveState} state @param {Seat | null} seat */
export function wanted(state, seat) {
  const { proposed, seats } = state;
  const next = nextFor(state, seat);
  if (next) return nextWords(seats, next);
  if (proposed === null || proposed.by === seat) return null;
  const { what } = proposed.proposal;
  return what === "take-back" ? null : say(what === "rematch" ? "liveAsksAgain" : "liveAsksNext", seats[proposed.by - 1]);
}

/** How a game stands, also where it is listed; null where this device has no seat any more. @param {Held} held @returns {Promise<LiveState | null>} */
export async function lookUp({ id, token }) {
  const state = await request("GET", `/${id}`, { token }).catch((error) => {
    if (!(error instanceof Refused) || !["forbidden", "not-found"].includes(error.error)) throw error;
    letGo(id);
    return null;
  });
  rows.get(id)?.(state);
  return state;
}
