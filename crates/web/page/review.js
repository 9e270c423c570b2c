// A game looked at afterwards, move by move: what lay there when somebody moved, what they played, and what was better.
import { attempt, drawTaken, inTime } from "./desk.js";
import { button, draw, focusKeeper, inLines, make, reasonOf, show, speak, together } from "./dom.js";
import { ask, askStoppably } from "./engine.js";
import { drawLegend } from "./legend.js";
import { reviewAddress } from "./link.js";
import { isPresenting, present } from "./manner.js";
import { pictureBox } from "./picture.js";
import { copyBox, linkBox, openShare } from "./share.js";
import { drawPlates, drawTools, makeStage, openMore } from "./stage.js";
import { say } from "./words.js";

/** @import { Drawn, Move, Picture, Review, Side } from "./contract" */
/** @import { Played } from "./link.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Marks } from "./tile.js" */

/**
 * @typedef {object} State
 * @property {Played} scene
 * @property {string | null} record what somebody brought: it says more than the moves, as who played, with what luck and what help
 * @property {string | null} end how the game ended
 * @property {number} at how many moves have been made on the board: the next one is looked at, or after the last one the end
 * @property {Drawn} position what the engine says about that,
 * @property {Review | null} review and about every move, and about whoever lost by something else
 * @property {Picture | null} bands
 * @property {number} turn
 * @property {AbortSignal} signal
 * @property {Stage} stage
 * @property {Stage["parts"]} parts
 * @property {Around} around
 * @property {ReturnType<typeof focusKeeper>} keepFocus
 */

/**
 * @typedef {{ record: string | null, unfinished: string | null }} Brought
 * @typedef {(scene: Played, turn: Side) => void} PlayOn
 * @typedef {{ isFromGame: boolean, brought?: Brought, goOn: (record: string) => void, playOn: PlayOn, signal: AbortSignal }} Around
 */

/**
 * Shows a finished or unfinished game. One that somebody brought unfinished can be gone on with. The history remembers that, and
 * whether it came from a game, so that the way on or back is there after a reload too.
 * @param {HTMLElement} root
 * @param {Played} scene
 * @param {Around} around
 */
export async function reviewView(root, scene, around) {
  const { brought, signal } = around;
  const isFromGame = around.isFromGame || history.state?.isFromGame === true;
  const { record = null, unfinished = null } = brought ?? history.state ?? {};
  const position = await askStoppably({ ask: "position", scene });
  const stage = makeStage(root);
  const { parts } = stage;
  const keepFocus = focusKeeper(parts.tools, parts.tray);
  /** @type {State} */
  const state = {
    scene, record, end: position.end_words, at: 0, position, review: null, bands: null, turn: 0, signal, stage, parts, keepFocus,
    around: { ...around, isFromGame, brought: { record, unfinished } },
  };
  const onkey = (/** @type {KeyboardEvent} */ event) => {
    const way = WAYS.find(({ keys }) => keys.includes(event.key));
    if (!way || (event.target instanceof Element && event.target.closest("input, textarea, select, dialog"))) return;
    event.preventDefault();
    go(state, way.to(state));
  };
  if (!signal.aborted) history.replaceState({ isFromGame, record, unfinished }, "", reviewAddress(scene));
  stage.ways = { isOwn: () => true };
  document.addEventListener("keydown", onkey, { signal });
  parts.title.textContent = say("reviewIntro", { title: position.title, one: scene.names[0], two: scene.names[1] });
  parts.middle.textContent = position.title;
  await go(state, scene.moves.length);
  look(state);
}

/**
 * Where one can go in a game, and how.
 * @type {{ words: "first" | "previous" | "next" | "last", sign: "first" | "back" | "forward" | "last", keys: string[], to: (state: State) => number }[]}
 */
const WAYS = [
  { words: "first", sign: "first", keys: ["Home"], to: () => 0 },
  { words: "previous", sign: "back", keys: ["ArrowLeft", "PageUp"], to: ({ at }) => at - 1 },
  { words: "next", sign: "forward", keys: ["ArrowRight", "PageDown"], to: ({ at }) => at + 1 },
  { words: "last", sign: "last", keys: ["End"], to: ({ scene }) => scene.moves.length },
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

/** What is looked at, in words. @param {State} state */
function headOf({ scene: { names, moves }, end, at, position }) {
  if (at < moves.length) return say("moveOf", { number: at + 1, name: names[at % 2], move: moves[at] });
  return end === null ? (position.turn_words ?? "") : say("theEnd");
}

/** @param {State} state */
function drawAll(state) {
  const { stage, parts, scene, end, at, position, review, bands, keepFocus } = state;
  const { names, moves } = scene;
  const looked = review?.moves[at];
  const better = looked?.better ?? null;
  /** @type {Marks} */
  const marks = new Map();
  if (at < moves.length) marks.set(moves[at], "played");
  if (better) marks.set(better.move, "better");
  const isEnd = at === moves.length && end !== null;
  const plate = (/** @type {Side} */ side) => ({ name: names[side - 1], who: /** @type {const} */ ("human"), isTurn: !isEnd && position.turn === side });
  const lit = isEnd && position.neighbours ? [...position.neighbours, position.last ?? ""] : null;
  keepFocus(() => {
    drawPlates(stage, { 1: plate(1), 2: plate(2) }, position);
    parts.status.textContent = inLines(looked ? `${headOf(state)}: ${looked.mark_words}` : headOf(state), isEnd && end, better && say("better", { words: better.words }));
    stage.board.draw(position, { names, look: { marks, lit }, bands });
    show(parts.chain, drawTaken(position, names));
    show(parts.tray, review && drawStrip(state, review));
    show(parts.aside, review && drawMoves(state, review), drawLegend(position, names, { marks }));
    const steps = WAYS.map(({ sign, words, to }) => ({ sign, words: say(words), onclick: () => go(state, to(state)) }));
    drawTools(stage, [...steps, { sign: "more", words: say("more"), onclick: () => more(state) }]);
  });
  speak(parts.status.textContent);
}

/** Asks what each move did. @param {State} state */
async function look(state) {
  const { parts, scene, signal } = state;
  parts.message.textContent = say("thinking");
  try {
    const review = await ask({ ask: "review", scene });
    if (signal.aborted) return;
    parts.message.textContent = "";
    state.review = review;
    drawAll(state);
  } catch (error) {
    parts.message.textContent = reasonOf(error);
  }
}

/** Who was winning, before each move and at the end, as a strip to go along; where the game turned, and how to play on. @param {State} state @param {Review} review */
function drawStrip(state, review) {
  const { scene: { moves, names }, at, around, end } = state;
  const { turned } = review;
  const winning = [...review.moves.map(({ winning: side }) => side), review.end];
  const wide = Math.max(winning.length, 1);
  const bar = (/** @type {Side | null} */ side, /** @type {number} */ index) =>
    side && draw("rect", { x: index, y: side === 1 ? 0 : 5, width: 1, height: 5, class: side === 1 ? "one" : "two" });
  const picture = draw(
    "svg",
    { class: "strip", viewBox: `0 0 ${wide} 10`, preserveAspectRatio: "none", "aria-hidden": "true" },
    winning.map(bar),
    draw("rect", { x: at, y: 0, width: 1, height: 10, class: "here" }),
  );
  const slider = make("input", { type: "range", min: 0, max: moves.length, value: at, "aria-label": say("strip"), name: "strip", oninput: () => go(state, Number(slider.value)) });
  const turns = review.moves.slice(0, moves.length).flatMap((each, index) => (each.is_turning_point ? [{ ...each, at: index }] : []));
  const { brought } = around;
  return [
    make("div", { class: "along" }, picture, slider),
    make("p", { class: "turned" }, together(`${say("stripShows")}.`, turned)),
    make(
      "div",
      { class: "buttons" },
      turns.map((each) => button(say("moveOf", { number: each.at + 1, name: names[each.player - 1], move: each.move }), () => go(state, each.at))),
      brought?.unfinished && button(say("goOnHere"), () => around.goOn(brought.unfinished ?? ""), { class: "main" }),
      at < moves.length || end === null ? button(say("playFromHere"), () => around.playOn({ ...state.scene, moves: moves.slice(0, at), outcome: null }, state.position.turn)) : null,
      around.isFromGame && button(say("backToEnd"), () => history.back()),
    ),
  ];
}

/** @param {State} state @param {Review} review */
function drawMoves(state, { moves: reviewed }) {
  const { scene, end, at } = state;
  const most = scene.moves.length;
  const item = (/** @type {number} */ index, /** @type {string} */ words) => {
    const looked = reviewed[index];
    const there = button(words, () => go(state, index), { class: "plain", "aria-current": index === at ? "step" : null });
    return make("li", { class: looked?.mark ?? "ended", "data-at": index }, there, looked && make("span", {}, looked.mark_words));
  };
  const played = scene.moves.map((/** @type {Move} */ move, index) => item(index, `${scene.names[index % 2]}: ${move}`));
  return make("ol", { class: "moves" }, played, end !== null && item(most, end));
}

/** What does not fit beside the board. @param {State} state */
function more(state) {
  const { position, bands } = state;
  openMore((entry) => {
    return [
      position.has_picture && entry(bands === null ? "picture" : "rows", () => turnBoard(state)),
      entry(isPresenting() ? "presentEnd" : "present", () => present(!isPresenting())),
      entry("share", () => share(state)),
      make("a", { class: "button", href: "#/" }, say("toHome")),
    ];
  });
}

/** @param {State} state */
async function turnBoard(state) {
  const { scene, bands } = state;
  state.bands = bands === null ? await attempt(state, () => ask({ ask: "picture", scene })) : null;
  drawAll(state);
}

/**
 * Shows how to take the game away, or why that cannot be: a stranger's game can have names that no record takes.
 * @param {State} state
 */
async function share(state) {
  const { scene, record } = state;
  const asked = { ask: /** @type {const} */ ("record"), scene, date: new Date().toISOString().slice(0, 10) };
  const text = record ?? (await attempt(state, () => ask(asked)))?.record;
  if (!text) return;
  openShare(linkBox("shareGame", reviewAddress(scene)), pictureBox(state.position), copyBox(say("shareRecord"), text));
}
