// A game looked at afterwards, move by move: what lay there when somebody moved, what they played, and what was better.
import { attempt, drawPosition, inTime } from "./desk.js";
import { bringIntoView, button, focusKeeper, inLines, make, reasonOf, show, speak, template, toggle } from "./dom.js";
import { ask, askStoppably } from "./engine.js";
import { reviewAddress } from "./link.js";
import { copyBox, linkBox } from "./share.js";
import { say } from "./words.js";

/** @import { Marks } from "./tile.js" */
/** @import { Drawn, Picture, Reviewed } from "./contract" */
/** @import { Played } from "./link.js" */

/**
 * @typedef {object} State
 * @property {Played} scene
 * @property {string | null} record what somebody brought: it says more than the moves, as who played, with what luck and what help
 * @property {string | null} end how the game ended
 * @property {number} at how many moves have been made on the board: the next one is looked at, or after the last one the end
 * @property {Drawn} position what the engine says about that,
 * @property {Reviewed[] | null} reviewed and about every move, and about whoever lost by something else
 * @property {Picture | null} picture
 * @property {number} turn
 * @property {AbortSignal} signal
 * @property {Record<OnScreen, HTMLElement>} parts
 * @property {ReturnType<typeof focusKeeper>} keepFocus
 */

/** @typedef {"intro" | "ways" | "tools" | "status" | "message" | "board" | "legend" | "turning" | "moves" | "figure" | "share"} OnScreen */
/** @typedef {{ record: string | null, unfinished: string | null }} Brought */

/**
 * Shows a finished or unfinished game. One that somebody brought unfinished can be gone on with. The history remembers that, and
 * whether it came from a game, so that the way on or back is there after a reload too.
 * @param {HTMLElement} root
 * @param {Played} scene
 * @param {{ isFromGame: boolean, brought?: Brought, goOn: (record: string) => void, signal: AbortSignal }} around
 */
export async function reviewView(root, scene, { isFromGame, brought, goOn, signal }) {
  const canGoBack = isFromGame || history.state?.isFromGame === true;
  const { record = null, unfinished = null } = brought ?? history.state ?? {};
  const position = await askStoppably({ ask: "position", scene });
  /** @type {Record<OnScreen, HTMLElement> & { view: DocumentFragment }} */
  const parts = template("review-view");
  const keepFocus = focusKeeper(parts.tools);
  /** @type {State} */
  const state = { scene, record, end: position.end_words, at: 0, position, reviewed: null, picture: null, turn: 0, signal, parts, keepFocus };
  show(root, parts.view);
  show(
    parts.ways,
    unfinished && make("p", {}, button(say("goOnHere"), () => goOn(unfinished), { class: "main" })),
    canGoBack && make("p", {}, button(say("backToEnd"), () => history.back())),
  );
  const onkey = (/** @type {KeyboardEvent} */ event) => {
    const way = WAYS.find(({ key }) => key === event.key);
    if (!way || (event.target instanceof Element && event.target.closest("input, textarea, select, dialog"))) return;
    event.preventDefault();
    go(state, way.to(state));
  };
  if (!signal.aborted) history.replaceState({ isFromGame: canGoBack, record, unfinished }, "", reviewAddress(scene));
  document.addEventListener("keydown", onkey, { signal });
  parts.intro.textContent = say("reviewIntro", { title: position.title, one: scene.names[0], two: scene.names[1] });
  drawTools(state);
  await go(state, scene.moves.length);
  look(state);
}

/**
 * Where one can go in a game, and how.
 * @type {{ sign: string, words: "first" | "previous" | "next" | "last", key: string, to: (state: State) => number }[]}
 */
const WAYS = [
  { sign: "|◀", words: "first", key: "Home", to: () => 0 },
  { sign: "◀", words: "previous", key: "ArrowLeft", to: ({ at }) => at - 1 },
  { sign: "▶", words: "next", key: "ArrowRight", to: ({ at }) => at + 1 },
  { sign: "▶|", words: "last", key: "End", to: ({ scene }) => scene.moves.length },
];

/**
 * Goes to the position after so many moves, or as far as there are moves. Who gave the game up could still have played.
 * @param {State} state
 * @param {number} to
 */
function go(state, to) {
  const { scene } = state;
  const at = Math.max(0, Math.min(scene.moves.length, to));
  state.at = at;
  state.turn += 1;
  return attempt(state, async () => {
    const there = { ...scene, moves: scene.moves.slice(0, at), outcome: null };
    state.position = await inTime(state, ask({ ask: "position", scene: there }));
    drawAll(state);
  });
}

/** The same from the lists, which on a phone are below the board. @param {State} state @param {number} to */
function goAndLook(state, to) {
  go(state, to);
  bringIntoView(state.parts.status, "nearest");
}

/** @param {State} state */
function drawTools(state) {
  const steps = WAYS.map(({ sign, words, to }) => button(sign, () => go(state, to(state)), { "aria-label": say(words) }));
  const tools = [toggle(say("picture"), state.picture !== null, () => togglePicture(state)), button(say("share"), () => share(state))];
  state.keepFocus(() => show(state.parts.tools, steps, tools));
}

/** What is looked at, in words. @param {State} state */
function headOf({ scene: { names, moves }, end, at, position }) {
  if (at < moves.length) return say("moveOf", { number: at + 1, name: names[at % 2], move: moves[at] });
  return end === null ? (position.turn_words ?? "") : say("theEnd");
}

/** @param {State} state */
function drawAll(state) {
  const { parts, scene: { names, moves }, end, at, position, reviewed, picture } = state;
  const looked = reviewed?.[at];
  const better = looked?.better ?? null;
  /** @type {Marks} */
  const marks = new Map();
  if (at < moves.length) marks.set(moves[at], "played");
  if (better) marks.set(better.move, "better");
  parts.status.textContent = looked ? `${headOf(state)}: ${looked.mark_words}` : headOf(state);
  parts.message.textContent = inLines(at === moves.length && end, better && say("better", { words: better.words }));
  drawPosition(parts, { position, names, look: { marks }, bands: picture });
  for (const item of parts.moves.children) item.classList.toggle("here", item.getAttribute("data-at") === String(at));
  speak(`${parts.status.textContent}. ${parts.message.textContent}`);
}

/** Asks what each move did. @param {State} state */
async function look(state) {
  const { parts, scene, signal } = state;
  show(parts.turning, make("p", {}, say("thinking")));
  try {
    const { moves, turned } = await ask({ ask: "review", scene });
    if (signal.aborted) return;
    state.reviewed = moves;
    drawMoves(state, moves, turned);
    drawAll(state);
  } catch (error) {
    show(parts.turning, make("p", {}, reasonOf(error)));
  }
}

/** @param {State} state @param {Reviewed[]} reviewed @param {string} turned */
function drawMoves(state, reviewed, turned) {
  const { parts, scene, end } = state;
  const most = scene.moves.length;
  const moves = reviewed.slice(0, most).map((each, at) => ({ ...each, at, number: at + 1, name: scene.names[each.player - 1] }));
  const turns = moves.filter((each) => each.is_turning_point);
  show(
    parts.turning,
    make("p", { class: "turned" }, turned),
    turns.map((each) => button(say("moveOf", each), () => goAndLook(state, each.at))),
  );
  const item = (/** @type {number} */ at, /** @type {string} */ words, /** @type {Reviewed | undefined} */ looked) => {
    const there = button(words, () => goAndLook(state, at), { class: "plain" });
    return make("li", { class: looked?.mark ?? "ended", "data-at": at }, there, looked && make("span", {}, looked.mark_words));
  };
  show(parts.moves, moves.map((each) => item(each.at, `${each.name}: ${each.move}`, each)), end !== null && item(most, end, reviewed[most]));
}

/** @param {State} state */
async function togglePicture(state) {
  const { parts, scene, picture } = state;
  state.picture = picture === null ? await attempt(state, () => ask({ ask: "picture", scene })) : null;
  drawTools(state);
  if (picture === null && state.picture === null) return bringIntoView(parts.message, "nearest");
  drawAll(state);
  if (state.picture) bringIntoView(parts.figure);
}

/**
 * Shows how to take the game away, or why that cannot be: a stranger's game can have names that no record takes.
 * @param {State} state
 */
async function share(state) {
  const { parts, scene, record } = state;
  const asked = { ask: /** @type {const} */ ("record"), scene, date: new Date().toISOString().slice(0, 10) };
  const text = record ?? (await attempt(state, () => ask(asked)))?.record;
  if (!text) return bringIntoView(parts.message, "nearest");
  show(parts.share, linkBox("shareGame", reviewAddress(scene)), copyBox(say("shareRecord"), text));
  bringIntoView(parts.share);
}
