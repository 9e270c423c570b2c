// The board for a whole class: keys go back and forth through the game, and a key says who wins. Nothing of the game is changed by that.
import { drawTaken, tell } from "./desk.js";
import { inLines, reasonOf, show } from "./dom.js";
import { ask } from "./engine.js";
import { isElsewhere } from "./keys.js";
import { isPresenting, present } from "./manner.js";
import { say } from "./words.js";

/** @import { Drawn } from "./contract" */
/** @import { Stage } from "./stage.js" */

/**
 * What was on the stage before somebody looked back, and where they look now.
 * @typedef {{ stage: Stage, latest: ReturnType<Stage["board"]["latest"]>, position: Drawn, status: string, chain: Node[], turns: boolean[] }} Looking
 */

/** The stage that the keys are for. @type {Stage | null} */
let current = null;
/** @type {Looking | null} */
let looking = null;
/** Where somebody wants to be, before that is there: a second press goes on from it. @type {{ latest: Looking["latest"], at: number } | null} */
let aim = null;

/** Lets the keys be for this stage as long as it is shown. @param {Stage} stage */
export function presentable(stage) {
  current = stage;
  looking = aim = null;
}

/** Where somebody looks, unless the view has drawn something else since. @param {Stage} stage */
const lookingAt = (stage) => (looking?.stage === stage && looking.latest === stage.board.latest() ? looking : null);

/** Shows the position after so many moves; after the last one the view's own. @param {Stage} stage @param {(at: number, most: number) => number} way */
async function go(stage, way) {
  const latest = stage.board.latest();
  if (latest === null) return;
  const { parts } = stage;
  const most = latest.position.moves.length;
  const before = lookingAt(stage);
  const at = Math.max(0, Math.min(most, way(aim?.latest === latest ? aim.at : most, most)));
  aim = { latest, at };
  if (at === most) return before && goBack(before);
  const { game, moves } = latest.position;
  const position = await ask({ ask: "position", scene: { game, moves: moves.slice(0, at) } });
  // Who played or went on in the meantime wants to see that.
  if (stage.board.latest() !== latest || aim?.latest !== latest || aim.at !== at || !parts.stage.isConnected) return;
  const plates = [parts.one, parts.two];
  looking = lookingAt(stage) ?? { stage, latest, position, status: parts.status.textContent, chain: [...parts.chain.childNodes], turns: plates.map((each) => each.classList.contains("turn")) };
  looking.position = position;
  drawEarlier(stage, position, most);
}

/** @param {Stage} stage @param {Drawn} position @param {number} most */
function drawEarlier(stage, position, most) {
  const { parts, board } = stage;
  const names = board.latest()?.shown.names;
  glanceBack(stage, position, { names });
  tell(parts, "");
  parts.status.textContent = inLines(say("presentAt", { number: position.moves.length, count: most }), position.turn_words);
  show(parts.chain, drawTaken(position, names));
  [parts.one, parts.two].forEach((plate, at) => plate.classList.toggle("turn", position.turn === at + 1));
}

/** It is the board that says that it is an earlier one: when the view draws it again, that is over. @param {Stage} stage @param {Drawn} position @param {import("./board.js").Shown} shown */
function glanceBack({ parts, board }, position, shown) {
  board.glance(position, shown);
  parts.board.querySelector(".board")?.classList.add("earlier");
}

/** Back to what the view shows. @param {Looking} before */
function goBack({ stage: { parts, board }, latest, status, chain, turns }) {
  looking = aim = null;
  if (latest) board.draw(latest.position, latest.shown);
  tell(parts, "");
  parts.status.textContent = status;
  show(parts.chain, chain);
  [parts.one, parts.two].forEach((plate, at) => plate.classList.toggle("turn", turns[at]));
}

/** Says who wins, on the board too. What a view asks by itself, it counts. @param {Stage} stage */
async function answer(stage) {
  if (stage.ways?.isSilent?.()) return;
  const earlier = lookingAt(stage);
  if (!earlier && stage.ways?.answer) return stage.ways.answer();
  const latest = stage.board.latest();
  const position = earlier?.position ?? latest?.position;
  if (!position || position.outcome !== null) return;
  const { game, moves } = position;
  try {
    const verdicts = await ask({ ask: "verdicts", scene: { game, moves } });
    const isSame = stage.board.latest() === latest && (lookingAt(stage)?.position ?? latest?.position) === position;
    if (!isSame) return;
    const shown = { names: latest?.shown.names, look: { verdicts } };
    if (earlier) glanceBack(stage, position, shown);
    else stage.board.glance(position, shown);
    tell(stage.parts, verdicts.words);
  } catch (error) {
    tell(stage.parts, reasonOf(error));
  }
}

/** Those with a page are what the buttons in a presenter's hand send. @type {Record<string, (stage: Stage) => unknown>} */
const KEYS = {
  ArrowLeft: (stage) => go(stage, (at) => at - 1),
  PageUp: (stage) => go(stage, (at) => at - 1),
  ArrowRight: (stage) => go(stage, (at) => at + 1),
  PageDown: (stage) => go(stage, (at) => at + 1),
  Home: (stage) => go(stage, () => 0),
  End: (stage) => go(stage, (_at, most) => most),
  w: answer,
  Escape: () => present(false),
};
/** Views that go back and forth by themselves keep these. */
const OF_VIEWS = new Set(["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"]);

document.addEventListener(
  "keydown",
  (event) => {
    if (!isPresenting() || !current?.parts.stage.isConnected || isElsewhere(event) || event.shiftKey || !Object.hasOwn(KEYS, event.key)) return;
    const isOnBoard = event.target instanceof Element && event.target.closest(".board") !== null && !event.key.startsWith("Page");
    if (OF_VIEWS.has(event.key) && (isOnBoard || current.ways?.isOwn?.())) return;
    event.preventDefault();
    event.stopPropagation();
    KEYS[event.key](current);
  },
  { capture: true },
);

// Whoever ends it wants to go on where the game is.
document.addEventListener("presented", () => {
  const before = current && lookingAt(current);
  if (!isPresenting() && before) goBack(before);
  if (isPresenting()) current?.parts.title.focus({ preventScroll: true });
});
