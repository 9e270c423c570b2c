// A position in which one has to find the winning move: a puzzle, or the turning point of a game.
import { drawBoard } from "./board.js";
import { button, make, show, speak } from "./dom.js";
import { ask } from "./engine.js";
import { say } from "./words.js";

/**
 * Asks for the winning move of a scene. `tell` hears "hint", "wrong", "right" and "told".
 */
export async function riddle(scene, question, tell = () => {}) {
  const position = await ask({ ask: "position", ...scene });
  const names = position.turn === 1 ? [say("you"), ""] : ["", say("you")];
  const message = make("p", { class: "message" });
  const boardPlace = make("div", {});
  const buttons = make("div", { class: "buttons" });
  const section = make("section", { class: "riddle" }, make("p", { class: "question" }, question), message, buttons, boardPlace);
  let isSolved = false;

  const say_ = (words) => {
    message.textContent = words;
    speak(words);
  };
  const redraw = () => show(boardPlace, drawBoard(position, { names, onpick: isSolved ? null : attempt }));

  async function attempt(move) {
    try {
      const judged = await ask({ ask: "judge", ...scene, move });
      if (judged.wins) {
        finish(`${say("right")} ${judged.words}`);
        tell("right");
      } else {
        say_(judged.answer === null ? say("wrongEnd", { move }) : say("wrong", { move, answer: judged.answer }));
        tell("wrong");
      }
    } catch (error) {
      say_(error.message);
    }
  }

  function finish(words) {
    isSolved = true;
    say_(words);
    redraw();
    show(buttons);
  }

  async function advise(use) {
    try {
      use(await ask({ ask: "hint", ...scene }));
    } catch (error) {
      say_(error.message);
    }
  }

  show(
    buttons,
    button(say("idea"), () =>
      advise((advice) => {
        say_(advice.idea);
        tell("hint");
      }),
    ),
    button(say("answer"), () =>
      advise((advice) => {
        finish(advice.words);
        tell("told");
      }),
    ),
  );
  redraw();
  return section;
}
