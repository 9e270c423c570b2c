// A position in which one has to find the winning move: a puzzle, or the turning point of a game.
import { boardInText } from "./board.js";
import { drawTaken, tell } from "./desk.js";
import { focusKeeper, make, reasonOf, show, template } from "./dom.js";
import { ask } from "./engine.js";

/** @import { Attempt, Challenged, Drawn, Judged, Move, Replay, Standing } from "./contract" */

/**
 * @typedef {object} State
 * @property {Replay} scene
 * @property {Drawn} position
 * @property {Map<Move, boolean>} tried which moves were judged, and how
 * @property {Standing | undefined} standing how somebody stands
 * @property {boolean} isOver
 * @property {boolean} isWaiting for what comes of an attempt
 * @property {HTMLElement} section
 * @property {Record<"question" | "chain" | "buttons" | "idea" | "answer" | "message" | "board", HTMLElement>} parts
 * @property {ReturnType<typeof focusKeeper>} keepFocus
 */

/** @typedef {{ about?: () => Pick<Challenged, "puzzle" | "kept">, store?: (came: Judged) => void }} Around */

/**
 * Asks for the winning move of a scene. `about` gives what goes with every attempt besides it, and `store` gets what came of
 * one before it is shown.
 * @param {Replay} scene
 * @param {string} question
 * @param {Around} around
 */
export async function riddle(scene, question, around = {}) {
  const position = await ask({ ask: "position", scene });
  /** @type {State["parts"] & { view: DocumentFragment }} */
  const parts = template("riddle-view");
  const section = make("section", { class: "riddle" }, parts.view);
  const keepFocus = focusKeeper(parts.board);
  /** @type {State} */
  const state = { scene, position, tried: new Map(), standing: undefined, isOver: false, isWaiting: false, section, parts, keepFocus };
  const answer = (/** @type {Attempt} */ attempt) => answerWith(state, attempt, around, () => drawRiddle(state, answer));
  parts.question.textContent = question;
  show(parts.chain, drawTaken(position));
  parts.idea.onclick = () => answer({ help: "idea" });
  parts.answer.onclick = () => answer({ help: "move" });
  drawRiddle(state, answer);
  return section;
}

/** @param {State} state @param {(attempt: Attempt) => void} answer */
function drawRiddle({ parts, keepFocus, position, tried, isOver }, answer) {
  const pick = (/** @type {Move} */ move) => answer({ move });
  const refuse = (/** @type {Move} */ typed) => answer({ typed });
  keepFocus(() => show(parts.board, boardInText(position, { look: { tried }, pick: !isOver && pick, refuse })));
}

/** @param {State} state @param {Attempt} attempt @param {Around} around @param {() => void} redraw */
async function answerWith(state, attempt, { about, store }, redraw) {
  const { parts, section, scene, standing } = state;
  // One after the other: each goes on from how one stood after the last.
  if (state.isWaiting) return;
  state.isWaiting = true;
  try {
    const came = await ask({ ask: "challenge", scene, ...about?.(), standing, attempt });
    store?.(came);
    const hadFocus = section.contains(document.activeElement);
    Object.assign(state, { standing: came.standing, isOver: came.went !== null });
    tell(parts, came.said);
    if (came.mark !== null) {
      state.tried.set(came.mark.move, came.mark.wins);
      redraw();
    }
    if (state.isOver) show(parts.buttons);
    if (state.isOver && hadFocus) parts.message.focus();
  } catch (error) {
    tell(parts, reasonOf(error));
  }
  state.isWaiting = false;
}
