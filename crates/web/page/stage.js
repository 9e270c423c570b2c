// The frame around a board: two name plates, one sentence, a tray, a few tools. Every view with a board has the same one, so that the
// board is always in the same place and nothing that is said moves it.
import { makeBoard } from "./board.js";
import { button, make, openDialog, show, template } from "./dom.js";
import { face, sign } from "./icons.js";
import { isPresenting, present } from "./manner.js";
import { presentable } from "./presenter.js";
import { say } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Drawn, Side, Who } from "./contract" */
/** @import { Sign } from "./icons.js" */

/**
 * @typedef {"stage" | "title" | "one" | "two" | "middle" | "status" | "message" | "end" | "board" | "tray" | "tools" | "chain" | "aside" | "below"} Part
 * @typedef {Record<Part, HTMLElement>} Parts
 * `ways` is what a view does by itself while it is shown to a class: going back and forth, and saying who wins, unless
 * that is nobody's business.
 * @typedef {{ parts: Parts, board: ReturnType<typeof makeBoard>, ways?: { isOwn?: () => boolean, isSilent?: () => boolean, answer?: () => unknown } }} Stage
 *
 * Somebody on a plate: what they are called, what there is to say of them, how many rounds they have won, and whether it is their turn.
 * @typedef {{ name: string, note?: Child, who: Who, isTurn: boolean }} Plate
 *
 * Something that can be done besides moving. With `isOn` it is on or off.
 * @typedef {{ sign: Sign, words: string, onclick: (event: MouseEvent) => unknown, isOn?: boolean, isOff?: boolean }} Tool
 */

/** Puts an empty stage into its place. @param {HTMLElement} root @returns {Stage} */
export function makeStage(root) {
  /** @type {Parts & { view: DocumentFragment }} */
  const { view, ...parts } = template("stage-view");
  const board = makeBoard();
  parts.board.replaceWith(board.place);
  parts.board = board.place;
  show(root, view);
  const stage = { parts, board };
  presentable(stage);
  return stage;
}

/**
 * Who plays, by side. They look at the last number.
 * @param {Stage} stage
 * @param {Record<Side, Plate>} plates
 * @param {Drawn} position
 */
export function drawPlates({ parts }, plates, position) {
  for (const side of /** @type {const} */ ([1, 2])) {
    const { name, note, who, isTurn } = plates[side];
    const place = side === 1 ? parts.one : parts.two;
    const isWinner = position.outcome?.winner === side;
    place.classList.toggle("turn", isTurn);
    place.classList.toggle("won", isWinner);
    show(place, face(who, side, gazeAt(position, side), position.outcome && (isWinner ? "glad" : "sad")), make("span", { class: "who" }, make("b", {}, name), note && make("small", {}, note)));
  }
}

/** Where somebody at this side of the board looks. @param {Drawn} position @param {Side} side */
export function gazeAt({ board, last }, side) {
  const at = board.kind === "grid" ? board.cells.findIndex(({ number }) => number === last) : -1;
  if (at < 0 || board.kind !== "grid") return { x: side === 1 ? 0.5 : -0.5, y: 0.8 };
  const across = ((board.before + at) % (board.columns ?? 5)) / ((board.columns ?? 5) - 1);
  return { x: across * 2 - 1, y: 0.3 + 0.7 * (at / board.cells.length) };
}

/** @param {Stage} stage @param {(Tool | false | null)[]} tools */
export function drawTools({ parts }, tools) {
  const shown = button([sign("show"), make("span", {}, say("presentTool"))], () => present(!isPresenting()), { class: "tool presents", "aria-pressed": String(isPresenting()) });
  show(parts.tools, tools.map((each) => each && toolButton(each)), shown);
}

/** @param {Tool} tool */
function toolButton({ sign: name, words, onclick, isOn, isOff }) {
  return button([sign(name), make("span", {}, words)], onclick, { class: "tool", "aria-pressed": isOn === undefined ? null : String(isOn), disabled: isOff });
}

/**
 * What does not fit beside the board: a sheet in front of it. What an entry does is done when the sheet is gone.
 * @param {(entry: (words: import("./words.js").Key, doIt: (event: MouseEvent) => unknown) => HTMLElement, close: () => void) => Child} fill
 */
export function openMore(fill) {
  openDialog(say("more"), (close) => {
    const entry = (/** @type {import("./words.js").Key} */ words, /** @type {(event: MouseEvent) => unknown} */ doIt) =>
      button(say(words), (event) => {
        close();
        doIt(event);
      });
    return [make("h2", { class: "unseen" }, say("more")), make("div", { class: "sheet-buttons" }, fill(entry, close)), button(say("close"), close, { class: "main" })];
  });
}
