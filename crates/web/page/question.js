// A position that somebody shared as a question: who wins, and which move would you make? The answer comes on a press.
import { attempt, drawTaken, tell } from "./desk.js";
import { button, focusKeeper, inLines, make, show } from "./dom.js";
import { ask, askStoppably } from "./engine.js";
import { exploreAddress } from "./link.js";
import { twoPlayers } from "./seats.js";
import { drawPlates, drawTools, makeStage, openMore } from "./stage.js";
import { drawTray } from "./tray.js";
import { say } from "./words.js";

/** @import { Drawn, Move, Side, Verdicts } from "./contract" */
/** @import { Explored, Play } from "./explore.js" */
/** @import { Plate, Stage } from "./stage.js" */

/**
 * @typedef {object} State
 * @property {Explored} scene
 * @property {Drawn} position
 * @property {Verdicts | null} verdicts who wins, once somebody wants to know something of it
 * @property {Map<Move, boolean>} tried the moves that somebody would make, and whether they win
 * @property {boolean} isAnswered
 * @property {number} turn
 * @property {Play} play
 * @property {Stage} stage
 * @property {Stage["parts"]} parts
 * @property {ReturnType<typeof focusKeeper>} keepFocus
 * @property {AbortSignal} signal
 */

/** Who plays on from a question meets the best. */
const LEVEL = 5;

/**
 * @param {HTMLElement} root
 * @param {Explored} scene
 * @param {{ play: Play, signal: AbortSignal }} around
 */
export async function questionView(root, scene, { play, signal }) {
  const position = await askStoppably({ ask: "position", scene });
  const stage = makeStage(root);
  const { parts } = stage;
  /** @type {State} */
  const state = {
    scene, position, verdicts: null, tried: new Map(), isAnswered: false, turn: 0, play, stage, parts, signal,
    keepFocus: focusKeeper(parts.board, parts.tools),
  };
  stage.ways = { answer: () => !state.isAnswered && answer(state) };
  parts.title.textContent = say("questionTitle", position);
  parts.middle.textContent = position.title;
  draw(state);
}

/** @param {State} state */
function draw(state) {
  const { stage, parts, scene, position, verdicts, tried, isAnswered, play, keepFocus } = state;
  const isOver = position.outcome !== null;
  const names = twoPlayers();
  const plate = (/** @type {Side} */ side) => /** @type {Plate} */ ({ name: names[side - 1], who: "human", isTurn: !isOver && position.turn === side });
  const look = isAnswered ? { verdicts } : { tried };
  const deeds = { pick: !isOver && !isAnswered && ((/** @type {Move} */ move) => tryMove(state, move)), refuse: (/** @type {Move} */ typed) => refuse(state, typed) };
  const playOn = button(say("playFromHere"), () => play(scene, position.turn, LEVEL), { class: "main" });
  const closer = make("a", { class: "button", href: exploreAddress(scene, false) }, say("lookCloser"));
  keepFocus(() => {
    drawPlates(stage, { 1: plate(1), 2: plate(2) }, position);
    parts.status.textContent = position.end_words ?? inLines(say("question"), position.first_pick !== null && `${say("firstPick", { rule: position.first_pick })}.`);
    stage.board.draw(position, { names, look, ...deeds });
    show(parts.chain, drawTaken(position, names));
    show(parts.tray, isOver || isAnswered ? make("div", { class: "buttons" }, !isOver && playOn, closer) : drawTray(position, look, deeds));
    drawTools(stage, [
      !isOver && !isAnswered && { sign: "answer", words: say("answer"), onclick: () => answer(state) },
      { sign: "more", words: say("more"), onclick: () => more(state) },
    ]);
  });
}

/** Who wins, and by which moves; asked for once. @param {State} state */
async function known(state) {
  if (state.verdicts === null) tell(state.parts, say("thinking"));
  state.verdicts ??= await ask({ ask: "verdicts", scene: state.scene });
  return state.verdicts;
}

/** Says of a move whether it wins, and of the rest nothing. @param {State} state @param {Move} move */
function tryMove(state, move) {
  return attempt(state, async () => {
    const { winning } = await known(state);
    if (winning === null) return answer(state);
    const wins = winning.includes(move);
    state.tried.set(move, wins);
    draw(state);
    tell(state.parts, say(wins ? "questionWins" : "questionLoses", { move }));
  });
}

/** Why a number may not be taken. @param {State} state @param {Move} typed */
function refuse(state, typed) {
  return attempt(state, async () => {
    const came = await ask({ ask: "play", scene: state.scene, typed });
    if (came.came !== "played") tell(state.parts, came.why);
  });
}

/** @param {State} state */
function answer(state) {
  return attempt(state, async () => {
    const { words } = await known(state);
    state.isAnswered = true;
    draw(state);
    tell(state.parts, words);
    /** @type {HTMLElement | null} */ (state.parts.tray.querySelector("button, a"))?.focus({ preventScroll: true });
  });
}

/** @param {State} state */
function more({ scene }) {
  openMore((_entry, close) => [
    make("a", { class: "button", href: exploreAddress(scene, false), onclick: close }, say("lookCloser")),
    make("a", { class: "button", href: "#/", onclick: close }, say("toHome")),
  ]);
}
