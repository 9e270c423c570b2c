// Whoever is wanted in a game between two places hears of it wherever on the page they are.
import { button, make } from "./dom.js";
import { liveAddress } from "./live_drawn.js";
import { heldGames } from "./live_kept.js";
import { request } from "./live_net.js";
import { LISTED, wanted } from "./live_rows.js";
import { say } from "./words.js";

/** @import { Id, LiveState } from "./contract" */
/** @import { Held } from "./live_kept.js" */

/** So often it is asked, in milliseconds. */
const PAUSE = 10_000;

/** The last thing that somebody was called for in a game. @type {Map<Id, LiveState["seq"]>} */
const called = new Map();

/** Says above everything that somebody is wanted, with the way there; nothing takes it away again. @param {{ words: string, label: string, go: () => unknown } | null} call */
export function drawCall(call) {
  document.querySelector(".call")?.remove();
  if (call === null) return;
  const away = () => drawCall(null);
  const go = () => {
    away();
    call.go();
  };
  document.body.append(make("div", { class: "call", role: "status" }, make("span", {}, call.words), button(call.label, go), button("×", away, { class: "plain", "aria-label": say("close") })));
}

/** Looks now and then whether somebody is wanted in a game that they have left for another view. @param {() => boolean} isInGame */
export function watchCalls(isInGame) {
  const lookRound = () => {
    if (document.hidden || isInGame()) return;
    for (const held of heldGames().filter(({ seat, seen }) => seat && seen).slice(0, LISTED)) look(held, isInGame);
  };
  setInterval(lookRound, PAUSE);
  document.addEventListener("visibilitychange", lookRound);
  window.addEventListener("hashchange", () => drawCall(null));
}

/** @param {Held} held @param {() => boolean} isInGame */
async function look({ id, token, seat, seen }, isInGame) {
  try {
    /** @type {LiveState} */
    const state = await request("GET", `/${id}`, { token });
    const { seq, turn, seats } = state;
    const isMoved = turn !== null && turn === seat && seen?.isTurn === false && !seats.some(({ open }) => open);
    const words = wanted(state, seat) ?? (isMoved ? say("liveCallTurn", { name: seats[seat === 1 ? 1 : 0].name, title: seen?.title }) : null);
    if (words === null || called.get(id) === seq || isInGame()) return;
    called.set(id, seq);
    drawCall({ words, label: say("liveCallGo"), go: () => (location.hash = liveAddress(id)) });
  } catch {
    // What is wrong there is said to whoever goes there.
  }
}
