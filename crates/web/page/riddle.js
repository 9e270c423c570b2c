// A position in which one has to find the winning move: a puzzle, or the turning point of a game.
import { drawBoard } from "./board.js";
import { button, focusKeeper, make, show, speak } from "./dom.js";
import { ask } from "./engine.js";
import { say } from "./words.js";

/**
 * Asks for the winning move of a scene. `tell` hears "hint", "wrong", "right" and "told".
 */
export async function riddle(scene, question, tell = () => {}) {
  const position = await ask({ ask: "position", ...scene });
  const tried = new Map();
  const message = make("p", { class: "message", tabindex: "-1" });
  const boardPlace = make("div", {});
  const buttons = make("div", { class: "buttons" });
  const said = make("div", { class: "now" }, message);
  const section = make("section", { class: "riddle" }, make("p", { class: "question" }, question), buttons, said, boardPlace);
  let isSolved = false;
  let isJudging = false;

  const say_ = (words) => {
    message.textContent = words;
    speak(words);
  };
  const keepFocus = focusKeeper(boardPlace);
  const redraw = () => keepFocus(() => show(boardPlace, drawBoard(position, { extras: { tried }, onpick: isSolved ? null : attempt, onrefuse: refuse })));

  async function refuse(number) {
    say_((await ask({ ask: "play", ...scene, typed: String(number) })).why);
  }

  async function attempt(move) {
    if (isSolved || isJudging) return;
    isJudging = true;
    try {
      const judged = await ask({ ask: "judge", ...scene, move });
      tried.set(String(move), judged.wins);
      if (judged.wins) {
        finish(`${say("right")} ${judged.words}`);
        tell("right");
      } else {
        redraw();
        say_(judged.answer === null ? say("wrongEnd", { move }) : say("wrong", { move, answer: judged.answer }));
        tell("wrong");
      }
    } catch (error) {
      say_(error.message);
    }
    isJudging = false;
  }

  function finish(words) {
    const hadFocus = section.contains(document.activeElement);
    isSolved = true;
    say_(words);
    redraw();
    show(buttons);
    if (hadFocus) message.focus();
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
        tried.set(String(advice.move), true);
        finish(advice.words);
        tell("told");
      }),
    ),
  );
  redraw();
  return section;
}
