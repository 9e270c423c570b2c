// The ways back to running games between two places, on the first page.
import { make } from "./dom.js";
import { sign } from "./icons.js";
import { liveAddress } from "./live_drawn.js";
import { heldGames, letGo } from "./live_kept.js";
import { Refused, request } from "./live_net.js";
import { say } from "./words.js";

/** @import { LiveState } from "./contract" */
/** @import { Held, Seen } from "./live_kept.js" */

/** So many running games are listed on the first page. */
const LISTED = 4;

/** The running games that this device has a seat in, as ways back to them: as they were last seen, and then as they are. */
export function liveRows() {
  const running = heldGames().filter(({ seat, seen }) => seat && seen?.isOn);
  return running.slice(0, LISTED).map((held) => {
    const { id, seen } = held;
    const words = make("small", {}, seen && stands(seen));
    const item = make("li", {}, make("a", { class: "row next", href: liveAddress(id) }, make("span", { class: "number-of" }, sign("two")), make("span", {}, make("b", {}, say("goOnWith", { title: seen?.title })), words)));
    lookAgain(held, words, item);
    return item;
  });
}

/** @param {Seen} seen */
const stands = ({ other, isTurn }) => (other === null ? say("liveNobodyYet") : say(isTurn === null ? "liveWith" : isTurn ? "liveYours" : "liveTheirs", { name: other }));

/** @param {Held} held @param {HTMLElement} words @param {HTMLElement} item */
async function lookAgain({ id, token, seat, seen }, words, item) {
  try {
    /** @type {LiveState} */
    const { turn, seats } = await request("GET", `/${id}`, { token });
    const other = seats[seat === 1 ? 1 : 0];
    if (seen) words.textContent = stands({ ...seen, other: other.open ? null : other.name, isTurn: turn && turn === seat });
  } catch (error) {
    // Without a connection it stands as it was last seen.
    if (!(error instanceof Refused) || !["forbidden", "not-found"].includes(error.error)) return;
    letGo(id);
    item.remove();
  }
}
