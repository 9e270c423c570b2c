// A game in progress as it is drawn. Nothing is kept here: everything comes from the game's state, and whatever somebody does goes to
// `deeds`, each of which gets that state.
import { drawTaken, typedField } from "./desk.js";
import { button, inLines, make, show, together } from "./dom.js";
import { drawLegend } from "./legend.js";
import { lessonAddress } from "./lesson.js";
import { reviewAddress } from "./link.js";
import { areOpposite } from "./manner.js";
import { playedIn } from "./share.js";
import { drawPlates, drawTools } from "./stage.js";
import { drawTray } from "./tray.js";
import { say } from "./words.js";

/** @import { Side } from "./contract" */
/** @import { Game } from "./game.js" */
/** @import { Plate, Tool } from "./stage.js" */
/** @import { Look } from "./tile.js" */

/** Who is to do what now, as the book says it. @param {Game} game */
function statusOf({ view: { position, remarks, mover, may }, answers, tools, isComputerStopped, live }) {
  const { turn, first_pick: rule } = position;
  const name = remarks.called[turn - 1];
  if (mover === null) return "";
  if (mover === "program" && !live) return say("programsTurn", { name });
  if (mover === "computer" && !isComputerStopped) return `${name}: ${say("thinking")}`;
  return inLines(
    position.turn_words,
    rule !== null && `${say("firstPick", { rule })}.`,
    may.help && tools.verdicts && answers.verdicts?.words,
    tools.pairing && answers.noPairing,
  );
}

/** What is shown on the board besides the position. @param {Game} game @returns {Look} */
function lookOf({ view: { position, hides_legal: isHidden }, answers, tools, thought, live }) {
  if (position.outcome !== null) return { lit: position.neighbours && [...position.neighbours, ...(position.last ? [position.last] : [])] };
  const { advice } = answers;
  const isMove = advice?.stage === "move";
  return {
    verdicts: tools.verdicts ? answers.verdicts : null,
    proof: tools.pairing ? answers.proved?.shown : null,
    matters: advice && !isMove ? advice.points_at : null,
    ringed: advice?.stage === "idea" ? advice.points_at : [],
    arcs: isMove ? advice.partners : undefined,
    advised: isMove ? advice.move : null,
    // What is on its way needs no thinking of any more.
    thought: live?.unsent() == null ? thought : null,
    isHidden,
    unsent: live?.unsent(),
  };
}

/** The seat that has a side, where this seat moved first; or the side that a seat has, which comes to the same. @param {import("./contract").Seat} first @param {1 | 2} which @returns {1 | 2} */
export const seatOf = (first, which) => (first === which ? 1 : 2);

/** Who sits at each side, and what there is to say of them. @param {Game} game @param {Side} side @returns {Plate} */
function plateOf({ view: { position, seats, first, remarks, help }, live }, side) {
  const at = seatOf(first, side) - 1;
  const isOver = position.outcome !== null;
  const won = position.outcome?.winner === side;
  const helped = help[at] ?? 0;
  const note = isOver ? say(won ? "plateWon" : "plateLost") : helped > 0 ? say("plateHelped", { count: helped }) : null;
  return { name: remarks.called[side - 1], note: live ? [note && make("span", {}, note), live.noteOf(at)] : note, who: seats[at]?.who ?? "human", isTurn: !isOver && position.turn === side };
}

/** @param {import("./contract").SessionView} view */
export const areTwoPeople = ({ seats }) => seats.every(({ who }) => who === "human");

/** With the device between two people, each has their own side of it, whoever moved first in this round. @param {Game} game */
export function seatPeople({ stage: { parts }, view }) {
  const isOpposite = areOpposite() && areTwoPeople(view);
  parts.stage.classList.toggle("opposite", isOpposite);
  parts.stage.dataset.turn = String(view.turn ?? "");
  parts.stage.dataset.top = view.first === 2 ? "one" : "two";
}

/** Which round it is; who begins it is said when it begins. @param {import("./contract").SessionView} view */
const roundOf = ({ round, rounds }) => rounds && say("liveRound", { round, count: Object.values(rounds)[0] });

/** Who plays what, and who looks. @param {Game} game */
export function drawPeople(game) {
  const { lesson, live, view: { position, remarks, score, first }, stage: { parts } } = game;
  const about = (/** @type {string | null} */ words) => words && make("span", { class: "round" }, words);
  show(parts.middle, make("span", { class: "played" }, lesson?.title ?? position.title), live?.watching(), remarks.score && make("span", { class: "score", "aria-hidden": "true" }, (first === 1 ? score : score.toReversed()).join(" – ")), about(roundOf(game.view)), remarks.score && make("span", { class: "unseen" }, remarks.score));
  drawPlates(game.stage, { 1: plateOf(game, 1), 2: plateOf(game, 2) }, game.view.position);
}

/** Draws the game as it stands. @param {Game} game */
export function drawGame(game) {
  const { stage, keepFocus, view, bands, lesson, deeds, live } = game;
  const { parts } = stage;
  const { position, remarks, may, mover } = view;
  const names = remarks.called;
  keepFocus(() => {
    parts.title.textContent = lesson?.title ?? position.title;
    drawPeople(game);
    parts.status.textContent = statusOf(game);
    drawPosition(game);
    show(parts.tray, live?.offers(), may.play && drawTray(position, lookOf(game), doingsOf(game)));
    show(parts.chain, drawTaken(position, names));
    const typed = may.play && typedField(position, (text) => deeds.offer(game, text));
    // Where not everything is drawn, typing is the way for the thumb, too.
    const isTyped = position.board.kind === "list" || (position.board.kind === "table" && view.hides_legal);
    if (isTyped && typed) show(parts.tray, live?.offers(), typed, position.notes.map((note) => make("p", { class: "quiet" }, note)));
    show(parts.aside, !isTyped && typed, drawLegend(position, names, lookOf(game)), !isTyped && position.notes.map((note) => make("p", { class: "quiet" }, note)));
    drawTools(stage, toolsOf(game, bands !== null));
    for (const part of [parts.end, parts.below]) show(part);
    parts.stage.classList.toggle("over", mover === null);
    parts.stage.classList.toggle("theirs", live !== null && !live.isWatched && mover !== null && !may.play);
    seatPeople(game);
  });
}

/** @param {Game} game @returns {import("./board.js").Deeds} */
const doingsOf = (game, deeds = game.deeds) => ({
  pick: game.view.may.play && ((move, click) => deeds.pick(game, move, click)),
  refuse: (move, click) => deeds.refuse(game, move, click),
  think: (move) => deeds.think(game, move),
});

/** The board alone: it changes with what somebody only thinks of. @param {Game} game */
export function drawPosition(game) {
  const { stage, view: { position, remarks }, bands } = game;
  stage.board.draw(position, { names: remarks.called, look: lookOf(game), bands, ...doingsOf(game) });
}

/** What can be done besides moving. @param {Game} game @param {boolean} inBands @returns {(Tool | false)[]} */
function toolsOf(game, inBands) {
  const { deeds } = game;
  const { position, may, mover } = game.view;
  const isOver = mover === null;
  return [
    !isOver && !game.live?.isWatched && { sign: "undo", words: say(game.live?.hasPeople ? "liveBack" : "undo"), onclick: () => deeds.undo(game), isOff: !may.take_back },
    game.isComputerStopped && { sign: "play", words: say("thinkAgain"), onclick: () => deeds.thinkAgain(game) },
    may.help && { sign: "hint", words: say("hint"), onclick: () => deeds.hint(game) },
    may.help && { sign: "verdicts", words: say("verdicts"), isOn: game.tools.verdicts, onclick: () => deeds.press(game, "verdicts") },
    position.has_picture && { sign: inBands ? "rows" : "bands", words: say("picture"), isOn: inBands, onclick: () => deeds.turnBoard(game) },
    { sign: "more", words: say("more"), onclick: () => deeds.more(game) },
  ];
}

/** In whose colour it is said who has won: the match, or else the round. @param {import("./contract").SessionView} view */
function winnerOf({ verdict, first, position }) {
  if (verdict === "tie") return null;
  const winner = verdict === null ? position.outcome?.winner : seatOf(first, verdict.champion);
  return winner === 1 ? "one" : "two";
}

/** Draws who won and why, what there is to learn, and what can be done next. @param {Game} game */
export function drawEnd(game) {
  const { view, learned, deeds, live, stage: { parts } } = game;
  const { may, remarks } = view;
  const again = (/** @type {import("./words.js").Key} */ words, isFair = false) =>
    button(say(words), () => deeds.playAgain(game, isFair), { class: "main" });
  const link = (/** @type {import("./words.js").Key} */ words, /** @type {string} */ href, kind = "button") => make("a", { class: kind, href }, say(words));
  const said = (view.position.end_words ?? "").split("\n");
  // Who has won the match is more than who has won its last round.
  const head = remarks.verdict ?? said.at(-1) ?? "";
  const reasons = remarks.verdict === null ? said.slice(0, -1) : said;
  const headline = make("h2", { tabindex: "-1", class: remarks.verdict && "champion" }, make("span", { class: "so" }, reasons.map((line) => `${line}\n`)), make("span", { class: together("winner", winnerOf(view)) }, head));
  const lines = [remarks.fault, remarks.found, remarks.help];
  show(parts.end, headline);
  show(
    parts.tray,
    live?.offers(),
    learned && make("p", { class: "moral" }, learned.words),
    make(
      "div",
      { class: "buttons" },
      may.next_round && again("nextRound"),
      view.lesson === null && may.rematch && again("rematch"),
      learned?.next && link("nextLesson", lessonAddress(learned.next), "button main"),
      view.lesson !== null && !learned?.next && link("lessonAgain", lessonAddress(view.lesson, "game"), "button main"),
      may.fair_start && again("fairRematch", true),
      learned?.again && button(say("turningPoint"), learned.again),
      link("review", reviewAddress(playedIn(game.scene, view))),
      view.lesson === null ? (live?.another() ?? link("newGame", live ? "#/live" : "#/")) : link("allLessons", "#/learn"),
    ),
    lines.map((line) => line && make("p", { class: "quiet" }, line)),
  );
  headline.focus();
}
