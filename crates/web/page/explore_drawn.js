// The explorer as it is drawn: everything comes from its state, and whatever somebody does goes to `deeds`.
import { drawTaken, during, typedField } from "./desk.js";
import { inLines, make, show } from "./dom.js";
import { drawLegend } from "./legend.js";
import { twoPlayers } from "./seats.js";
import { drawPlates, drawTools } from "./stage.js";
import { drawTray } from "./tray.js";
import { say } from "./words.js";

/** @import { Drawn, Move, Openings, Side } from "./contract" */
/** @import { Deeds, State } from "./explore.js" */
/** @import { Tool } from "./stage.js" */
/** @import { Look } from "./tile.js" */

/** Draws a new position. @param {State} state @param {Deeds} deeds */
export function drawAll(state, deeds) {
  const { parts, position } = state;
  if (position === null) return;
  const isOver = position.outcome !== null;
  const typed = isOver ? null : typedField(position, (text) => deeds.offer(state, text));
  // On a small screen nothing is beside the board: what can only be typed is typed below it.
  const isBelow = position.board.kind !== "grid" && matchMedia("(max-width: 59.99rem)").matches;
  state.keepFocus(() => {
    parts.middle.textContent = position.title;
    show(parts.aside, make("div", {}, !isBelow && typed), make("div"));
    show(parts.below, isBelow && typed);
    show(parts.chain, drawTaken(position, twoPlayers()));
  });
  parts.stage.classList.toggle("over", false);
  drawFacts(state, deeds);
}

/** Draws what can change while somebody is typing: what was found out, and how it is looked at. @param {State} state @param {Deeds} deeds */
export function drawFacts(state, deeds) {
  const { stage, parts, position, bands, argument, keepFocus } = state;
  if (position === null) return;
  const look = lookOf(state, position);
  const isCurrent = during(state);
  const isPlayed = position.outcome === null && argument === null;
  // A second click can come before the first one's move is drawn.
  const pick = isPlayed && ((/** @type {Move} */ move) => isCurrent() && deeds.pick(state, move));
  const doings = { pick, refuse: isPlayed ? (/** @type {Move} */ move) => deeds.offer(state, move) : undefined };
  keepFocus(() => {
    drawPlates(stage, { 1: plateOf(state, position, 1), 2: plateOf(state, position, 2) }, position);
    parts.status.textContent = statusOf(state, position);
    stage.board.draw(position, { names: twoPlayers(), look, bands, ...doings });
    show(parts.tray, argument ? make("p", { class: "argument" }, argument.steps[argument.at].words) : isPlayed && (drawTray(position, look, doings) ?? drawShortly(state)));
    // Nobody moves in the midst of an argument.
    for (const typed of [parts.aside.firstElementChild, parts.below.firstElementChild]) typed?.toggleAttribute("hidden", argument !== null);
    show(/** @type {Element} */ (parts.aside.lastElementChild), factsOf(state, position, look));
    drawTools(stage, argument ? toolsOfArgument(state, argument, deeds) : toolsOf(state, position, deeds));
  });
}

/** @param {State} state @param {Drawn} position @returns {Look} */
function lookOf({ verdicts, argument, areVerdictsShown }, { outcome, neighbours, last }) {
  if (argument) return argument.steps[argument.at].look;
  if (outcome !== null) return { lit: neighbours && [...neighbours, last ?? ""] };
  return { verdicts: areVerdictsShown ? verdicts : null };
}

/** @param {State} state @param {Drawn} position @param {Side} side */
function plateOf({ verdicts }, { outcome, turn }, side) {
  const winner = outcome?.winner ?? verdicts?.winner;
  const note = winner === side ? say(outcome ? "plateWon" : "plateWins") : null;
  return { name: twoPlayers()[side - 1], note, who: /** @type {const} */ ("human"), isTurn: outcome === null && turn === side };
}

/** What is to be seen, in words. @param {State} state @param {Drawn} position */
function statusOf({ verdicts, argument, areVerdictsShown }, { turn_words: whose, end_words: end }) {
  if (argument) return say("argStep", { number: argument.at + 1, count: argument.steps.length });
  if (end !== null) return end;
  return areVerdictsShown && verdicts ? inLines(verdicts.words, whose) : inLines(whose, !areVerdictsShown && say("whoWins"));
}

/** @param {State} state @param {Drawn} position @param {Look} look */
function factsOf({ verdicts, openings, argument, scene: { moves } }, position, look) {
  const { title, game, notes } = position;
  return [
    openings && argument === null && moves.length === 0 && drawOpenings(openings),
    argument === null && drawLegend(position, twoPlayers(), look),
    verdicts && make("p", { class: "quiet" }, say("method", { method: verdicts.method_words })),
    title !== game && make("p", { class: "quiet" }, say("gameWithCode", { title, code: game })),
    notes.map((note) => make("p", { class: "quiet" }, note)),
    make("p", { class: "quiet keys" }, say("keysExplore")),
  ];
}

/** On a small screen there is nothing beside the board: at the start the tray has room for how many first moves win. @param {State} state */
const drawShortly = ({ openings }) => openings && make("p", { class: "shortly" }, say(openings.winning_count === 0 ? "openingsNone" : "openingsMany", { count: openings.winning_count, all: openings.first_moves }));

/** @param {Openings} openings */
function drawOpenings({ winning, winning_count: count, first_moves: all, pairs }) {
  const words = count === 0 ? "openingsNone" : winning === null ? "openingsMany" : "openingsSome";
  return [
    make("h2", {}, say("openings")),
    // A long list is moved by the keyboard too.
    make("p", { class: "openings", tabindex: "0" }, say(words, { count, all, list: winning?.join(", ") })),
    pairs !== null && make("p", {}, say("pairs", { pairs })),
  ];
}

/** @param {State} state @param {Drawn} position @param {Deeds} deeds @returns {(Tool | false)[]} */
function toolsOf(state, position, deeds) {
  const { scene: { moves }, areVerdictsShown, bands } = state;
  const isOver = position.outcome !== null;
  const isStart = moves.length === 0;
  return [
    { sign: "undo", words: say("undo"), onclick: () => deeds.undo(state), isOff: isStart },
    { sign: "first", words: say("toStart"), onclick: () => deeds.toStart(state), isOff: isStart },
    !isOver && { sign: "verdicts", words: say("verdicts"), isOn: areVerdictsShown, onclick: () => deeds.toggleVerdicts(state) },
    position.has_picture && { sign: bands ? "rows" : "bands", words: say("picture"), isOn: bands !== null, onclick: () => deeds.turnBoard(state) },
    !isOver && { sign: "proof", words: say("proof"), onclick: () => deeds.prove(state) },
    { sign: "more", words: say("more"), onclick: () => deeds.more(state) },
  ];
}

/** @param {State} state @param {NonNullable<State["argument"]>} argument @param {Deeds} deeds @returns {(Tool | false)[]} */
function toolsOfArgument(state, { at, steps }, deeds) {
  const { bands, position } = state;
  return [
    { sign: "back", words: say("previous"), onclick: () => deeds.go(state, at - 1), isOff: at === 0 },
    { sign: "forward", words: say("next"), onclick: () => deeds.go(state, at + 1), isOff: at === steps.length - 1 },
    Boolean(position?.has_picture) && { sign: bands ? "rows" : "bands", words: say("picture"), isOn: bands !== null, onclick: () => deeds.turnBoard(state) },
    { sign: "proof", words: say("proof"), isOn: true, onclick: () => deeds.endProof(state) },
    { sign: "more", words: say("more"), onclick: () => deeds.more(state) },
  ];
}
