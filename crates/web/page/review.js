// A game looked at afterwards: move by move, each marked and explained.
import { attempt, drawPosition, inTime } from "./desk.js";
import { bringIntoView, button, focusKeeper, make, reasonOf, show, speak, template, toggle, together } from "./dom.js";
import { ask, askStoppably } from "./engine.js";
import { reviewAddress } from "./link.js";
import { copyBox, linkBox } from "./share.js";
import { say } from "./words.js";

/** @import { Drawn, Picture, Reviewed } from "./contract" */
/** @import { Played } from "./link.js" */

/**
 * @typedef {object} State
 * @property {Played} scene
 * @property {string | null} record what somebody brought: it says more than the moves, as who played, with what luck and what help
 * @property {number} at how many moves have been made on the board,
 * @property {Drawn} position what the engine says about that,
 * @property {Reviewed[] | null} reviewed and about every move
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
  const state = { scene, record, at: scene.moves.length, position, reviewed: null, picture: null, turn: 0, signal, parts, keepFocus };
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
  drawTools(state);
  drawAll(state);
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

/** Goes to the position after so many moves, or as far as there are moves. @param {State} state @param {number} to */
function go(state, to) {
  const { scene } = state;
  const most = scene.moves.length;
  const at = Math.max(0, Math.min(most, to));
  state.at = at;
  state.turn += 1;
  return attempt(state, async () => {
    const there = { ...scene, moves: scene.moves.slice(0, at), outcome: at === most ? scene.outcome : null };
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

/** @param {State} state */
function drawAll({ parts, scene, at, position, reviewed, picture }) {
  const { names, moves } = scene;
  const head = at === 0 ? say("startPosition") : say("moveOf", { number: at, name: names[(at - 1) % 2], move: moves[at - 1] });
  const looked = reviewed?.[at - 1];
  const givenUp = at === moves.length ? reviewed?.[at] : null;
  const better = (/** @type {Reviewed | null | undefined} */ each) => each?.better && say("better", { words: each.better.words });
  parts.intro.textContent = say("reviewIntro", { title: position.title, one: names[0], two: names[1] });
  parts.status.textContent = looked ? `${head}: ${looked.mark_words}` : head;
  parts.message.textContent = together(better(looked), position.end_words, better(givenUp));
  drawPosition(parts, { position, names, picture });
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
  const { parts, scene } = state;
  const moves = reviewed.map((each, index) => ({ ...each, number: index + 1, name: scene.names[each.player - 1] }));
  const turns = moves.filter((each) => each.is_turning_point);
  show(
    parts.turning,
    make("p", { class: "turned" }, turned),
    turns.map((each) => button(say("moveOf", each), () => goAndLook(state, each.number))),
  );
  const items = moves.map(({ number, name, move, mark, mark_words: words }) => {
    const there = button(`${name}: ${move ?? say("gaveUp")}`, () => goAndLook(state, number), { class: "plain" });
    return make("li", { class: mark, "data-at": number }, there, make("span", {}, words));
  });
  show(parts.moves, items);
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
