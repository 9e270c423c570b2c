// A game in progress as it is drawn. Nothing is kept here: everything comes from the game's state, and whatever somebody does goes to
// `deeds`, each of which gets that state.
import { drawPosition, drawTaken, typedField } from "./desk.js";
import { button, inLines, make, show, toggle, together } from "./dom.js";
import { reviewAddress } from "./link.js";
import { playedIn } from "./share.js";
import { say } from "./words.js";

/** @import { Deeds, Game, Tool } from "./game.js" */

/** Who is to do what now, as the book says it. @param {Game} game */
function statusOf({ view: { position, remarks, mover, may }, extras, isComputerStopped }) {
  const { turn, first_pick: rule } = position;
  const name = remarks.called[turn - 1];
  if (mover === null) return "";
  if (mover === "program") return say("programsTurn", { name });
  if (mover === "computer" && !isComputerStopped) return `${name}: ${say("thinking")}`;
  return inLines(
    position.turn_words,
    rule !== null && `${say("firstPick", { rule })}.`,
    may.help && extras.verdicts?.words,
    extras.noPairing,
  );
}

/** Draws the game as it stands. @param {Game} game @param {Deeds} deeds */
export function drawGame(game, deeds) {
  const { parts, keepFocus, view, extras, picture } = game;
  const { position, remarks, may, mover } = view;
  const names = remarks.called;
  keepFocus(() => {
    parts.title.textContent = position.title;
    parts.status.textContent = statusOf(game);
    parts.score.textContent = together(remarks.round, remarks.score);
    drawPosition(
      parts,
      { position, names, extras, picture },
      { pick: may.play && ((move, click) => deeds.pick(game, move, click)), refuse: (move, click) => deeds.refuse(game, move, click) },
    );
    show(parts.typed, may.play && typedField(position, (text) => deeds.offer(game, text)));
    show(parts.chain, drawTaken(position, names));
    show(parts.notes, position.notes.map((note) => make("p", {}, note)));
    show(parts.tools, mover !== null && toolsOf(game, deeds));
    for (const part of [parts.end, parts.share, parts.moral]) show(part);
  });
}

/** What can be done besides moving. @param {Game} game @param {Deeds} deeds */
function toolsOf(game, deeds) {
  const { position, may } = game.view;
  const tool = (/** @type {Tool} */ name) => toggle(say(name), game.tools[name], () => deeds.press(game, name));
  return [
    button(say("undo"), () => deeds.undo(game), { disabled: !may.take_back }),
    may.help && button(say("hint"), () => deeds.hint(game)),
    game.isComputerStopped && button(say("thinkAgain"), () => deeds.thinkAgain(game), { class: "main" }),
    may.help && tool("verdicts"),
    may.help && position.has_pairing && tool("pairing"),
    position.has_picture && tool("picture"),
    button(say("howToPlay"), () => deeds.showRules(game)),
    may.resign && button(say("resign"), () => deeds.resign(game)),
    button(say("save"), () => deeds.save(game)),
    button(say("share"), (event) => deeds.share(game, event)),
  ];
}

/** Draws who won and why, and what can be done next. @param {Game} game @param {Deeds} deeds */
export function drawEnd(game, deeds) {
  const { view, parts } = game;
  const { may, remarks } = view;
  const again = (/** @type {import("./words.js").Key} */ words, isFair = false) =>
    button(say(words), () => deeds.playAgain(game, isFair), { class: "main" });
  const headline = make("h2", { tabindex: "-1" }, view.position.end_words ?? "");
  const lines = [remarks.played, remarks.verdict, remarks.fault, remarks.help];
  show(
    parts.end,
    headline,
    lines.map((line) => line && make("p", {}, line)),
    make(
      "div",
      { class: "buttons" },
      may.next_round && again("nextRound"),
      may.rematch && again("rematch"),
      may.fair_start && again("fairRematch", true),
      make("a", { class: "button", href: reviewAddress(playedIn(game.scene, view)) }, say("review")),
      make("a", { class: "button", href: "#/" }, say("newGame")),
      button(say("share"), (event) => deeds.share(game, event)),
      button(say("save"), () => deeds.save(game)),
    ),
  );
  headline.focus();
}
