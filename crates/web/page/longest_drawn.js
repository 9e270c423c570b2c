// The chain of somebody who plays alone as it is drawn. Nothing is kept here, and whatever somebody does goes to `deeds`.
import { typedField } from "./desk.js";
import { button, make, show, together } from "./dom.js";
import { face } from "./icons.js";
import { drawLegend } from "./legend.js";
import { drawTools, gazeAt } from "./stage.js";
import { drawTray } from "./tray.js";
import { say } from "./words.js";

/** @import { Alone, Drawn } from "./contract" */
/** @import { Chain, Deeds } from "./longest.js" */
/** @import { Look } from "./tile.js" */

/** Whether it is over, or somebody has had enough. @param {Chain} chain */
const isEnd = ({ view, isDone }) => view.is_over || view.is_longest || isDone;

/** What is shown on the board besides the position. @param {Chain} chain @returns {Look} */
function lookOf({ view: { position, is_longest: isLongest }, advised, thought }) {
  const { neighbours, last } = position;
  return { advised, thought, ringed: advised === null ? [] : [advised], lit: neighbours && !isLongest ? [...neighbours, last ?? ""] : null };
}

/** @param {Chain} chain @param {Deeds} deeds @returns {import("./board.js").Deeds} */
const doingsOf = (chain, deeds) => ({
  pick: (move, click) => deeds.pick(chain, move, click),
  refuse: (move, click) => deeds.pick(chain, move, click),
  think: (move) => deeds.think(chain, move),
});

/** The board alone: it changes with what somebody only thinks of. @param {Chain} chain @param {Deeds} deeds */
export function drawPosition(chain, deeds) {
  const { stage: { board }, view, shown, bands } = chain;
  if (shown) board.draw(shown.position, { bands, isAlone: true });
  else board.draw(view.position, { look: lookOf(chain), bands, isAlone: true, ...doingsOf(chain, deeds) });
}

/** How long it is and was, and how long it can be. @param {Chain} chain */
function drawScore({ parts, size, view, shown }) {
  const { length, best, longest, position, is_longest: isLongest } = view;
  const who = (/** @type {string} */ large, /** @type {string | false} */ small) => make("span", { class: "who" }, make("b", {}, large), small && make("small", {}, small));
  parts.one.classList.add("turn");
  parts.one.classList.toggle("won", isLongest);
  show(parts.one, face("human", 1, gazeAt(position, 1), isLongest ? "glad" : null), shown ? who(say("longestOne", { count: shown.length }), false) : who(say("longestLength", { count: length }), best > length && say("longestBest", { best })));
  show(parts.two, who(say("longestGoal", { longest: longest ?? "?" }), say(longest === null ? "longestUnknown" : "longestPar")));
  show(parts.middle, say("longestSize", { size }));
}

/** Who says how long the longest is. @param {Alone} view */
const drawSource = ({ longest, longest_source: source }) => longest !== null && make("p", { class: "quiet" }, say("longestSource", { longest, source }));

/** The numbers of a chain in their order, the one that it grows from last. @param {Drawn} position */
const drawNumbers = ({ moves, last }) => [make("strong", {}, `${say("longestChain")}: `), moves.slice(0, -1).map((move) => `${move} `), last === null ? say("nothingYet") : make("b", {}, last)];

/**
 * Draws the chain as it stands. Who has just come to its end is told there.
 * @param {Chain} chain
 * @param {Deeds} deeds
 */
export function drawChain(chain, deeds, isNews = false) {
  const { stage, parts, keepFocus, size, view, shown } = chain;
  const { position, length, stuck } = view;
  const isOver = isEnd(chain) && shown === null;
  // Where nothing goes at this end, the other one is a press away.
  const turn = () => button(say("longestTurn", { first: position.moves[0] }), () => deeds.turnRound(chain), { class: "main" });
  keepFocus(() => {
    parts.title.textContent = say("longestOf", { size });
    drawScore(chain);
    parts.status.textContent = shown ? say("longestShown", { count: shown.length }) : (stuck ?? (length === 0 ? say("longestAsk") : say("longestNext", { last: position.last })));
    drawPosition(chain, deeds);
    show(parts.chain, drawNumbers((shown ?? view).position));
    const typed = shown === null && stuck === null && typedField({ ...position, prompt: say("longestNumber") }, (text) => deeds.add(chain, text));
    // A long chain has to be scrolled, by the keys too; what was added last is seen first.
    parts.chain.tabIndex = 0;
    parts.chain.scrollTop = parts.chain.scrollHeight;
    show(parts.aside, typed, shown === null && !isOver && drawLegend(position, null, lookOf(chain)));
    show(parts.end, isOver && headlineOf(chain));
    show(parts.tray, shown ? [make("p", { class: "argument long", tabindex: "0" }, say("longestWhy", shown)), drawSource(view)] : isOver ? drawEnd(chain, deeds) : stuck ? turn() : length > 0 && drawTray(position, lookOf(chain), doingsOf(chain, deeds)));
    drawTools(stage, toolsOf(chain, deeds));
    parts.stage.classList.toggle("over", isOver);
  });
  if (isNews) (parts.end.querySelector("h2") ?? /** @type {HTMLElement | null} */ (parts.tray.querySelector(".argument")))?.focus({ preventScroll: true });
}

/** How long it has become; and what to do about an end that is none yet. @param {Chain} chain */
function headlineOf({ view: { length, longest, stuck, is_longest: isLongest } }) {
  return make("h2", { tabindex: "-1" }, make("span", { class: "so" }, isLongest ? say("longestReached") : stuck && together(stuck, say("longestTry"))), make("span", { class: "winner one" }, say("longestEnd", { count: length, longest: longest ?? "?" })));
}

/** What can be done at the end. @param {Chain} chain @param {Deeds} deeds */
function drawEnd(chain, deeds) {
  const { view } = chain;
  const isOpen = !view.is_over && !view.is_longest;
  const further = view.is_longest ? chain.further : null;
  const canImprove = view.is_over && !view.is_longest;
  return [
    make(
      "div",
      { class: "buttons" },
      isOpen && button(say("longestGoOn"), () => deeds.finish(chain, false), { class: "main" }),
      // Who has a longest one has no use for another, but for more numbers.
      further !== null && make("a", { class: "button main", href: further.href }, say("longestFurther", further)),
      canImprove && button(say("longestUndo"), () => deeds.undo(chain), { class: "main" }),
      !isOpen && button(say("longestAgain"), () => deeds.startAgain(chain), { class: canImprove || further ? "" : "main" }),
      !view.is_longest && button(say("longestShow"), () => deeds.showLongest(chain)),
      !canImprove && button(say("share"), () => deeds.share(chain)),
    ),
    drawSource(view),
  ];
}

/** What can be done besides going on. @param {Chain} chain @param {Deeds} deeds @returns {(import("./stage.js").Tool | false)[]} */
function toolsOf(chain, deeds) {
  const { view, shown, bands } = chain;
  const isOwn = shown === null;
  return [
    !isOwn && { sign: "back", words: say("longestYours"), onclick: () => deeds.showOwn(chain) },
    isOwn && { sign: "undo", words: say("undo"), onclick: () => deeds.undo(chain), isOff: !view.can_undo },
    isOwn && { sign: "redo", words: say("redo"), onclick: () => deeds.redo(chain), isOff: !view.can_redo },
    isOwn && !isEnd(chain) && { sign: "turn", words: say("turnRound"), onclick: () => deeds.turnRound(chain), isOff: !view.can_turn },
    isOwn && { sign: "hint", words: say("hint"), onclick: () => deeds.hint(chain), isOff: view.is_over || view.is_longest },
    { sign: bands ? "rows" : "bands", words: say("picture"), isOn: bands !== null, onclick: () => deeds.turnBoard(chain) },
    { sign: "more", words: say("more"), onclick: () => deeds.more(chain) },
  ];
}
