// Whoever is wanted in a game between two places hears of it wherever on the page they are.
import { button, byId, make } from "./dom.js";
import { goThere, liveAddress } from "./live_drawn.js";
import { heldGames, nextFor } from "./live_kept.js";
import { LISTED, lookUp, wanted } from "./live_rows.js";
import { say } from "./words.js";

/** @import { Id, LiveState } from "./contract" */
/** @import { Held } from "./live_kept.js" */

/** So often it is asked, in milliseconds. */
const PAUSE = 5_000;

/** The last thing that somebody was called for in a game. @type {Map<Id, LiveState["seq"]>} */
const called = new Map();

/** In which game that was, as long as it stands there. @type {Id | null} */
let caller = null;

/** Says above everything that somebody is wanted, with the way there; nothing takes it away again. @param {{ words: string, label: string, go: () => unknown } | null} call */
export function drawCall(call) {
  document.querySelector(".call")?.remove();
  caller = null;
  if (call === null) return;
  const away = () => drawCall(null);
  const go = () => {
    away();
    call.go();
  };
  byId("skip").after(make("div", { class: "call", role: "status" }, make("span", {}, call.words), button(call.label, go), button("×", away, { class: "plain", "aria-label": say("close") })));
}

/** Looks now and then whether somebody is wanted in a game that they are not looking at. */
export function watchCalls() {
  const lookRound = () => {
    if (document.hidden) return;
    for (const held of heldGames().filter(({ id, seat, seen }) => seat && seen && !isThere(id)).slice(0, LISTED)) look(held);
  };
  setInterval(lookRound, PAUSE);
  document.addEventListener("visibilitychange", lookRound);
  window.addEventListener("hashchange", () => drawCall(null));
}

/** Whether a game is what is looked at. @param {Id} id */
const isThere = (id) => location.hash.startsWith(liveAddress(id));

/** @param {Held} held */
async function look(held) {
  const { id, seat, seen } = held;
  // What is wrong there is said to whoever goes there.
  const state = await lookUp(held).catch(() => null);
  if (state === null) return;
  const { seq, turn, seats } = state;
  const isMoved = turn !== null && turn === seat && seen?.isTurn !== true && !seats.some(({ open }) => open);
  const words = wanted(state, seat) ?? (isMoved ? say("liveCallTurn", { name: seats[seat === 1 ? 1 : 0].name, title: seen?.title }) : null);
  // Who was called is not wanted any more.
  if (words === null && caller === id) drawCall(null);
  if (words === null || called.get(id) === seq || isThere(id)) return;
  called.set(id, seq);
  document.title = say("liveCalls", { words });
  const isNext = nextFor(state, seat) !== null;
  drawCall({ words, label: say(isNext ? "liveLook" : "liveCallGo"), go: () => (isNext ? goThere(state, held) : (location.hash = liveAddress(id))) });
  caller = id;
}
