// A position in which one has to find the winning move: a puzzle, or the turning point of a game.
import { drawBoard } from "./board.js";
import { button, focusKeeper, make, show, speak } from "./dom.js";
import { ask } from "./engine.js";
import { say } from "./words.js";

/**
 * Asks for the winning move of a scene. `about` gives what goes with every attempt besides it, and `store` gets what came of
 * one before it is shown.
 */
export async function riddle(scene, question, { about = () => ({}), store = () => {} } = {}) {
  const position = await ask({ ask: "position", ...scene });
  const tried = new Map();
  const message = make("p", { class: "message", tabindex: "-1" });
  const boardPlace = make("div", {});
  const buttons = make("div", { class: "buttons" });
  const said = make("div", { class: "now" }, message);
  const section = make("section", { class: "riddle" }, make("p", { class: "question" }, question), buttons, said, boardPlace);
  let standing = null;
  let isOver = false;
  let isWaiting = false;

  const say_ = (words) => {
    message.textContent = words;
    speak(words);
  };
  const keepFocus = focusKeeper(boardPlace);
  const redraw = () => keepFocus(() => show(boardPlace, drawBoard(position, { extras: { tried }, onpick: isOver ? null : pick, onrefuse: refuse })));
  const pick = (move) => attempt({ move });
  const refuse = (number) => attempt({ typed: String(number) });

  async function attempt(deed) {
    // One after the other: each goes on from how one stood after the last.
    if (isWaiting) return;
    isWaiting = true;
    try {
      const came = await ask({ ask: "challenge", ...scene, ...about(), standing, attempt: deed });
      store(came);
      standing = came.standing;
      showReply(came);
    } catch (error) {
      say_(error.message);
    }
    isWaiting = false;
  }

  function showReply({ said: words, mark, went }) {
    const hadFocus = section.contains(document.activeElement);
    isOver = went !== null;
    if (mark !== null) tried.set(String(mark.move), mark.wins);
    say_(words);
    if (mark !== null) redraw();
    if (!isOver) return;
    show(buttons);
    if (hadFocus) message.focus();
  }

  show(
    buttons,
    button(say("idea"), () => attempt({ help: "idea" })),
    button(say("answer"), () => attempt({ help: "answer" })),
  );
  redraw();
  return section;
}
