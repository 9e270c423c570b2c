// The longest chain: somebody makes one alone. What is done is asked from the engine, kept, then drawn.
import { keepChain, keptChain, lastSize } from "./chains.js";
import { attempt, during, inTime, tell, trembles } from "./desk.js";
import { askFirst, button, focusKeeper, labelled, make, submitting, together } from "./dom.js";
import { ask, stopSlowWork } from "./engine.js";
import { onKeys } from "./keys.js";
import { address } from "./link.js";
import { drawChain, drawPosition } from "./longest_drawn.js";
import { isPresenting, present, togglesOf } from "./manner.js";
import { pictureBox } from "./picture.js";
import { copyBox, linkBox, openShare } from "./share.js";
import { sound } from "./sound.js";
import { makeStage, openMore } from "./stage.js";
import { newComplaint, watchKept } from "./store.js";
import { say } from "./words.js";

/** @import { Alone, ChainWish, Longest, Move, Numeral, Picture } from "./contract" */
/** @import { Stage } from "./stage.js" */

/**
 * @typedef {object} Chain
 * @property {number} size how many numbers there are
 * @property {{ size: number, href: string } | null} further more of them, for whoever is done with these
 * @property {Alone} view what the engine says about the chain
 * @property {string | null} known what this window knows to be kept, as text
 * @property {Numeral | null} advised what a hint says to take next
 * @property {{ move: Move, legal: Move[] } | null} thought a number that somebody thinks of, and what could follow it
 * @property {Longest | null} shown a longest chain that is looked at
 * @property {boolean} isDone whether somebody has had enough
 * @property {number} earlier how many numbers the best of the earlier chains has; 0 where there is none
 * @property {Picture | null} bands where the numbers stand by their prime factors, if they do
 * @property {number} turn what was meant for another one is too late
 * @property {Promise<unknown>} lastDeed the last thing that was done,
 * @property {MouseEvent | null} lastTap and the last click that did something
 * @property {AbortSignal} signal
 * @property {Stage} stage
 * @property {Stage["parts"]} parts
 * @property {ReturnType<typeof focusKeeper>} keepFocus
 */

/** @typedef {typeof DEEDS} Deeds */

/** What is played unless somebody chooses otherwise, and what is quickly chosen. */
export const USUAL = 100;
const SIZES = [20, 30, 50, 100];

/** The chain of so many numbers as it is kept. @param {number} size */
export const standing = (size) => ask({ ask: "alone", size, kept: keptChain(size) });

/**
 * Shows the chain of so many numbers, or of as many as the last time.
 * @param {HTMLElement} root
 * @param {number | null} asked
 * @param {AbortSignal} signal
 */
export async function longestView(root, asked, signal) {
  const usual = async () => ({ size: USUAL, view: await standing(USUAL) });
  const wanted = asked ?? lastSize() ?? USUAL;
  const begun = standing(wanted).then((view) => ({ size: wanted, view }));
  // What was kept can be anything; what somebody asks for is answered.
  const { size, view } = await (asked === null ? begun.catch(usual) : begun);
  if (signal.aborted) return;
  const stage = makeStage(root);
  const { parts } = stage;
  parts.stage.classList.add("alone");
  /** @type {Chain} */
  const chain = { size, further: furtherThan(size), view, known: textOf(size), ...nothingYet(), isDone: false, earlier: view.best > view.length ? view.best : 0, bands: null, turn: 0, lastDeed: Promise.resolve(), lastTap: null, signal, stage, parts, keepFocus: focusKeeper(parts.board, parts.aside, parts.tools) };
  stage.ways = { isOwn: () => true, answer: () => DEEDS.hint(chain) };
  const keys = parts.stage.querySelector(".present-keys");
  if (keys) keys.textContent = say("keysPresentLongest");
  onKeys(() => keysOf(chain), signal);
  watchKept("chains", () => followOther(chain), signal);
  history.replaceState(null, "", address("longest", { size }));
  drawChain(chain, DEEDS);
  tell(parts, together(view.problem, view.length === 0 ? null : view.stuck));
}

/** @returns {Pick<Chain, "advised" | "thought" | "shown">} */
const nothingYet = () => ({ advised: null, thought: null, shown: null });

/** What is kept, to be compared. @param {number} size */
const textOf = (size) => JSON.stringify(keptChain(size));

/** @param {number} size */
function furtherThan(size) {
  const next = SIZES.find((each) => each > size);
  return next === undefined ? null : { size: next, href: address("longest", { size: next }) };
}

/** The keys of the terminal, and those of whoever shows it to a class. @param {Chain} chain @returns {import("./keys.js").Keys} */
function keysOf(chain) {
  const { can_undo: canUndo, can_redo: canRedo, can_turn: canTurn } = chain.view;
  const isOpen = chain.shown === null;
  const undo = isOpen && canUndo && (() => DEEDS.undo(chain));
  const redo = isOpen && canRedo && (() => DEEDS.redo(chain));
  return {
    u: undo,
    y: redo,
    t: isOpen && canTurn && (() => DEEDS.turnRound(chain)),
    h: isOpen && (() => DEEDS.hint(chain)),
    g: () => DEEDS.turnBoard(chain),
    n: isOpen && canUndo && (() => DEEDS.startAgain(chain)),
    m: () => (location.hash = "#/"),
    ...(isPresenting() && { ArrowLeft: undo, PageUp: undo, ArrowRight: redo, PageDown: redo }),
    Escape: !isOpen && (() => DEEDS.showOwn(chain)),
  };
}

/** Keeps the chain. Where that fails it goes on with a mark, and the next number tries again. @param {Chain} chain */
function store(chain) {
  const { size, view: { keep }, parts } = chain;
  if (keepChain(size, keep)) {
    chain.known = textOf(size);
    delete parts.middle.dataset.saved;
  } else parts.middle.dataset.saved = together(`${say("notSaved")}.`, newComplaint());
}

/** Goes on with what another window kept; whether there is such a thing. @param {Chain} chain */
async function followOther(chain) {
  const there = textOf(chain.size);
  if (there === chain.known) return false;
  const view = await standing(chain.size);
  if (chain.signal.aborted || view.problem !== null) return chain.signal.aborted;
  chain.known = there;
  const isNew = view.chain !== chain.view.chain;
  Object.assign(chain, { view, ...nothingYet(), isDone: false, turn: chain.turn + 1 });
  drawChain(chain, DEEDS);
  if (isNew) tell(chain.parts, say("longestElsewhere"));
  return isNew;
}

/**
 * Does something: it is checked and kept before anything of it is shown. One thing is done after the other, and what was meant for another
 * turn is dropped.
 * @param {Chain} chain
 * @param {ChainWish} wish
 * @param {(before: Alone) => string} wordsOf what is said of it
 */
function act(chain, wish, wordsOf) {
  const isCurrent = during(chain);
  const doIt = async () => {
    if (!isCurrent() || (await followOther(chain))) return;
    const before = chain.view;
    const view = await ask({ ask: "alone", size: chain.size, kept: before.keep, wish });
    if (!isCurrent()) return;
    if (view.refused !== null) return tell(chain.parts, view.refused);
    // Whatever is still looked for was meant for another turn.
    stopSlowWork();
    Object.assign(chain, { view, ...nothingYet(), isDone: false, turn: chain.turn + 1 });
    if (wish.do === "new") chain.earlier = view.best;
    store(chain);
    const isEnd = view.is_over || view.is_longest;
    sound(isEnd ? "end" : "taken");
    tell(chain.parts, "");
    drawChain(chain, DEEDS, isEnd);
    tell(chain.parts, together(wordsOf(before), view.stuck));
    // Who began anew or turned it round, maybe by a button that is gone now, goes on at the board.
    if (wish.do === "new" || wish.do === "turn") chain.stage.board.focus();
  };
  chain.lastDeed = chain.lastDeed.then(() => attempt(chain, doIt));
}

/** How long the chain is now, and where its two ends are; and that it has become longer than the best. @param {Chain} chain */
function grown({ view: { length, position }, earlier }) {
  const { moves, last } = position;
  const now = length > 1 ? say("longestGrown", { count: length, first: moves[0], last }) : say("longestAdded", { number: last, count: length });
  return together(now, earlier > 0 && length === earlier + 1 && say("longestPassed", { best: earlier }));
}

/** What somebody does at the page. */
const DEEDS = {
  /** @param {Chain} chain @param {string} text */
  add: (chain, text) => act(chain, { do: "add", text }, () => grown(chain)),
  /** A click on the board: on the other end it goes on there. @param {Chain} chain @param {Move} move @param {MouseEvent} click */
  pick(chain, move, click) {
    if (trembles(chain, click)) return;
    chain.lastTap = click;
    const { view } = chain;
    if (view.can_turn && move === view.position.moves[0]) DEEDS.turnRound(chain);
    else DEEDS.add(chain, move);
  },
  /** Shows what could follow a number. @param {Chain} chain @param {Move | null} move */
  async think(chain, move) {
    if ((chain.thought?.move ?? null) === move || chain.shown !== null) return;
    const isCurrent = during(chain);
    chain.thought = null;
    if (move !== null) {
      chain.thought = { move, legal: [] };
      const { game, moves } = chain.view.position;
      const { legal } = await ask({ ask: "peek", scene: { game, moves }, move });
      if (!isCurrent() || chain.thought?.move !== move) return;
      chain.thought = legal && { move, legal };
    }
    drawPosition(chain, DEEDS);
  },
  /** @param {Chain} chain */
  undo(chain) {
    chain.lastTap = null;
    act(chain, { do: "undo" }, ({ position: { last } }) => say("longestBack", { number: last, count: chain.view.length }));
  },
  /** @param {Chain} chain */
  redo: (chain) => act(chain, { do: "redo" }, () => grown(chain)),
  /** @param {Chain} chain */
  turnRound: (chain) => act(chain, { do: "turn" }, () => say("longestTurned", { last: chain.view.position.last })),
  /** A chain that can still grow is not thrown away by one press. @param {Chain} chain */
  startAgain(chain) {
    const again = () => act(chain, { do: "new" }, () => say("longestAsk"));
    const { length, is_over: isOver, is_longest: isLongest } = chain.view;
    if (length < 2 || isOver || isLongest) return again();
    askFirst(say("longestAgain"), { question: say("longestAgainSure", { count: length }), yes: say("longestAgainYes"), no: say("longestAgainNo") }, again);
  },
  /** A number that much can follow. @param {Chain} chain */
  hint(chain) {
    const { parts, view } = chain;
    if (view.stuck !== null) return tell(parts, view.stuck);
    tell(parts, say("thinking"));
    return attempt(chain, async () => {
      const { next, count } = await inTime(chain, ask({ ask: "continuation", chain: view.chain }));
      chain.advised = next;
      drawChain(chain, DEEDS);
      tell(parts, say("longestHint", { next, count: view.length + count }));
    });
  },
  /** From rows of ten into bands by prime factors, and back. @param {Chain} chain */
  turnBoard: (chain) =>
    attempt(chain, async () => {
      chain.bands = chain.bands === null ? await inTime(chain, ask({ ask: "picture", scene: { game: chain.view.position.game } })) : null;
      drawChain(chain, DEEDS);
    }),
  /** @param {Chain} chain */
  showLongest(chain) {
    tell(chain.parts, say("thinking"));
    return attempt(chain, async () => {
      chain.shown = await inTime(chain, ask({ ask: "longest", size: chain.size }));
      tell(chain.parts, "");
      drawChain(chain, DEEDS, true);
    });
  },
  /** @param {Chain} chain */
  showOwn(chain) {
    chain.shown = null;
    tell(chain.parts, "");
    drawChain(chain, DEEDS);
    chain.stage.board.focus();
  },
  /** Whoever has had enough sees how it went, and may still go on. @param {Chain} chain @param {boolean} isDone */
  finish(chain, isDone) {
    chain.isDone = isDone;
    tell(chain.parts, "");
    drawChain(chain, DEEDS, isDone);
    if (!isDone) chain.stage.board.focus();
  },
  /** What does not fit beside the board. @param {Chain} chain */
  more(chain) {
    const { view } = chain;
    openMore((entry, close) => [
      sizesOf(chain, close),
      view.can_undo && entry("longestDone", () => DEEDS.finish(chain, true)),
      entry("longestShow", () => DEEDS.showLongest(chain)),
      view.can_undo && entry("longestAgain", () => DEEDS.startAgain(chain)),
      entry(isPresenting() ? "presentEnd" : "present", () => present(!isPresenting())),
      entry("share", () => DEEDS.share(chain)),
      make("a", { class: "button", href: "#/" }, say("toHome")),
      togglesOf(),
      make("p", { class: "quiet" }, say("keysLongest")),
    ]);
  },
  /** @param {Chain} chain */
  share({ size, view: { position, chain } }) {
    openShare(linkBox("shareChain", address("longest", { size })), pictureBox(position, true), copyBox(say("shareChainText"), chain));
  },
};

/** Other numbers of numbers: each has a chain of its own. @param {Chain} chain @param {() => void} close */
function sizesOf({ size, view: { most_size: most } }, close) {
  const go = (/** @type {string} */ wanted) => {
    close();
    location.hash = address("longest", { size: wanted });
  };
  const input = make("input", { name: "size", type: "number", inputmode: "numeric", min: 1, max: most, required: true, value: size });
  return [
    make("div", { class: "buttons", role: "group", "aria-label": say("longestOther") }, SIZES.map((each) => button(say("longestSize", { size: each }), () => go(String(each)), { "aria-pressed": String(each === size) }))),
    make("form", { class: "typed", onsubmit: submitting(() => go(input.value)) }, labelled(`${say("longestOther")} (${say("longestOtherHelp", { most })})`, input), make("button", { type: "submit" }, say("show"))),
  ];
}
