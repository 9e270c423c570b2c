// A position in which the right move has to be found, on a stage: a puzzle, a step of a lesson, or the turning point of a game.
import { drawTaken, tell } from "./desk.js";
import { focusKeeper, reasonOf, show, speak } from "./dom.js";
import { ask } from "./engine.js";
import { drawPlates, drawTools } from "./stage.js";
import { drawTray } from "./tray.js";
import { say } from "./words.js";

/** @import { Attempt, Challenged, Drawn, Judged, Move, Replay, Side, Standing } from "./contract" */
/** @import { Child } from "./dom.js" */
/** @import { Plate, Stage, Tool } from "./stage.js" */

/**
 * @typedef {object} Posed what goes with a challenge
 * @property {string} question
 * @property {(position: Drawn) => Record<Side, Plate>} [plates] who sits there, where they do not sit there already
 * @property {boolean} [isTaught] whether it has to be found: then there is no answer to look up
 * @property {() => Partial<Challenged>} [about] what goes with every attempt; the position itself unless it says otherwise
 * @property {(came: Judged) => void} [store] gets what came of one before it is shown
 * @property {(came: Judged) => Child} [after] what can be done when it is over
 * @property {() => Tool[]} [tools] what can be done besides
 *
 * @typedef {object} State
 * @property {Stage} stage
 * @property {Replay} scene
 * @property {Posed} posed
 * @property {Drawn} position the one that is asked about; when that is over, what the right move leaves
 * @property {Map<Move, boolean>} tried which moves were judged, and how
 * @property {Standing | undefined} standing how somebody stands
 * @property {Judged | null} over how it ended
 * @property {boolean} isWaiting for what comes of an attempt
 * @property {AbortSignal} signal
 * @property {ReturnType<typeof focusKeeper>} keepFocus
 */

/**
 * Asks for the right move of a scene.
 * @param {Stage} stage
 * @param {Replay} scene
 * @param {Posed} posed
 * @param {AbortSignal} signal
 */
export async function pose(stage, scene, posed, signal) {
  const position = await ask({ ask: "position", scene });
  if (signal.aborted) return;
  const { parts } = stage;
  const keepFocus = focusKeeper(parts.board, parts.tools);
  /** @type {State} */
  const state = { stage, scene, posed, position, tried: new Map(), standing: undefined, over: null, isWaiting: false, signal, keepFocus };
  for (const part of [parts.end, parts.below, parts.aside]) show(part);
  parts.stage.classList.remove("over");
  parts.message.textContent = "";
  stage.ways = { answer: () => state.over === null && answerWith(state, { help: posed.isTaught ? "idea" : "move" }) };
  const isHere = parts.stage.contains(document.activeElement);
  draw(state);
  speak(posed.question);
  // Who went on by a button that is gone now goes on at the board.
  if (isHere) stage.board.focus();
}

/** @param {State} state */
function draw(state) {
  const { stage, posed, position, tried, over, keepFocus } = state;
  const { parts, board } = stage;
  const answer = (/** @type {Attempt} */ attempt) => answerWith(state, attempt);
  const deeds = { pick: over === null && ((/** @type {Move} */ move) => answer({ move })), refuse: (/** @type {Move} */ typed) => answer({ typed }) };
  const look = { tried, lit: position.neighbours && [...position.neighbours, position.last ?? ""] };
  const idea = state.standing?.help ? "idea" : "nudge";
  keepFocus(() => {
    if (posed.plates) drawPlates(stage, posed.plates(position), position);
    parts.status.textContent = posed.question;
    show(parts.chain, drawTaken(position));
    board.draw(position, { look, ...deeds });
    show(parts.tray, over === null ? drawTray(position, look, deeds) : (posed.after?.(over) ?? null));
    drawTools(stage, [
      over === null && { sign: "hint", words: say("idea"), onclick: () => answer({ help: idea }) },
      over === null && !posed.isTaught && { sign: "answer", words: say("answer"), onclick: () => answer({ help: "move" }) },
      ...(posed.tools?.() ?? []),
    ]);
  });
}

/** @param {State} state @param {Attempt} attempt */
async function answerWith(state, attempt) {
  const { stage, scene, posed, standing, signal } = state;
  // One after the other: each goes on from how one stood after the last.
  if (state.isWaiting) return;
  state.isWaiting = true;
  try {
    const came = await ask({ ask: "challenge", ...(posed.about?.() ?? { scene }), standing, attempt });
    if (signal.aborted) return;
    posed.store?.(came);
    const { mark, went } = came;
    Object.assign(state, { standing: came.standing, over: went === null ? null : came });
    // What was tried before means nothing on the board that comes now.
    if (went !== null) state.tried.clear();
    if (mark !== null) state.tried.set(mark.move, mark.wins);
    // The right move is made: the board shows what it does.
    if (went !== null && mark !== null) state.position = await ask({ ask: "position", scene: { ...scene, moves: [...(scene.moves ?? []), mark.move] } });
    if (signal.aborted) return;
    draw(state);
    tell(stage.parts, came.said);
    if (went !== null) /** @type {HTMLElement | null} */ (stage.parts.tray.querySelector("button, a"))?.focus({ preventScroll: true });
  } catch (error) {
    tell(stage.parts, reasonOf(error));
  }
  state.isWaiting = false;
}
