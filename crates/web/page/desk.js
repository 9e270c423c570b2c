// What views with a board have in common: the parts of the page that they draw into, what is drawn there, and what is too late.
import { boardInText } from "./board.js";
import { make, reasonOf, show, speak, submitting, textField } from "./dom.js";
import { drawLegend } from "./legend.js";
import { say } from "./words.js";

/** @import { Deeds } from "./board.js" */
/** @import { Drawn, Move, Picture } from "./contract" */
/** @import { Look } from "./tile.js" */

/**
 * The state of a view: at which turn it is, until when it is shown, and its parts. What was meant for another turn is too late.
 * @typedef {{ turn: number, signal: AbortSignal, parts: { message: HTMLElement } }} Shown
 */

/** Whether the turn of a view goes on. @param {Pick<Shown, "turn" | "signal">} state */
export function during(state) {
  const { turn } = state;
  return () => state.turn === turn && !state.signal.aborted;
}

/**
 * An answer that is there in the same turn; later it is an error, which nobody is told.
 * @template Answer
 * @param {Shown} state
 * @param {Promise<Answer>} asked
 */
export async function inTime(state, asked) {
  const isCurrent = during(state);
  const answer = await asked;
  if (!isCurrent()) throw new Error(say("stopped"));
  return answer;
}

/**
 * Does something that can fail, and gives what came of it; null when it failed, and then the reason is told, unless that is too late.
 * @template Done
 * @param {Shown} state
 * @param {() => Promise<Done>} doIt
 */
export async function attempt(state, doIt) {
  const isCurrent = during(state);
  try {
    return await doIt();
  } catch (error) {
    if (isCurrent()) tell(state.parts, reasonOf(error));
    return null;
  }
}

/** Says something beside the board, and to people who hear the page. @param {Shown["parts"]} parts @param {string} words */
export function tell({ message }, words) {
  message.textContent = words;
  speak(words);
}

/**
 * Whether a click only repeats the last one that made a move: what lies there after the move was not meant.
 * @param {{ lastTap: MouseEvent | null }} state
 * @param {MouseEvent} click
 */
export function trembles({ lastTap }, { detail, timeStamp, clientX, clientY }) {
  const isKey = detail === 0;
  return !isKey && lastTap !== null && timeStamp - lastTap.timeStamp < 300 && Math.hypot(clientX - lastTap.clientX, clientY - lastTap.clientY) < 24;
}

/**
 * Draws a position into its parts.
 * @param {Record<"board" | "legend", HTMLElement>} parts
 * @param {{ position: Drawn, names: string[], look?: Look, bands?: Picture | null }} state
 * @param {Deeds} deeds
 */
export function drawPosition(parts, { position, names, look = {}, bands }, deeds = {}) {
  show(parts.board, boardInText(position, { names, look, bands, ...deeds }));
  show(parts.legend, drawLegend(position, names, look));
}

/** The button beside what was typed, the keys to type it with, and what it looks like where nobody would guess that. */
const TYPED = /** @type {const} */ ({
  number: { button: "take", keys: "numeric", example: null },
  divisor: { button: "divide", keys: "numeric", example: null },
  division: { button: "divide", keys: "text", example: "84/7" },
});

/** The field to type a move into; the book asks for it. @param {Drawn} position @param {(text: string) => unknown} offer */
export function typedField({ prompt, typing }, offer) {
  const { button, keys, example } = TYPED[typing];
  const { field, input } = textField(prompt ?? "", { inputmode: keys, name: "typed", placeholder: example });
  const onsubmit = submitting(() => offer(input.value));
  return make("form", { class: "typed", onsubmit }, field, make("button", { type: "submit" }, say(button)));
}

/** The moves so far under the book's name for them; with names it is marked whose they were. @param {Drawn} position @param {string[]} [names] */
export function drawTaken({ taken_list: list, moves }, names) {
  const marked = (/** @type {Move} */ move, /** @type {number} */ at) =>
    names ? make("span", { class: at % 2 === 0 ? "one" : "two", title: names[at % 2] }, move) : move;
  const shown = moves.flatMap((move, at) => [at > 0 && " ", marked(move, at)]);
  return [make("strong", {}, `${list}: `), moves.length > 0 ? shown : say("nothingYet")];
}
