// A game in progress as it is drawn. Nothing is kept here: everything comes from the game's state, and whatever somebody does goes to
// `deeds`, each of which gets that state.
import { drawChain, drawPosition, typedField } from "./desk.js";
import { button, make, show, toggle, together } from "./dom.js";
import { reviewAddress } from "./link.js";
import { playedIn } from "./share.js";
import { say, sayEnd, sayOf } from "./words.js";

/** @import { SessionView } from "./contract" */
/** @import { Deeds, Game, Tool } from "./game.js" */

/** Who made the last move, and which; nothing before the first one. @param {SessionView} view */
export function lastMoveOf({ names, position: { moves } }) {
  const [number, by] = moves.at(-1)?.split("/") ?? [];
  const name = names[(moves.length - 1) % 2];
  if (number === undefined) return "";
  return by === undefined ? say("tookNumber", { name, number }) : say("tookDivision", { name, number, by });
}

/** Who moves first, when a toss decided it. @param {SessionView} view */
export function tossOf({ is_tossed: isTossed, names }) {
  return isTossed ? sayOf("tossed", names[0]) : "";
}

/** Who has won how often, as soon as somebody has. @param {SessionView} view */
function scoreOf({ score: [winsOne, winsTwo], seats: [one, two], round, best_of: bestOf }) {
  const wins = { one: one.name, two: two.name, winsOne, winsTwo };
  return together(bestOf !== null && say("matchRound", { round, bestOf }), winsOne + winsTwo > 0 && say("score", wins));
}

/** Who is to do what now. @param {Game} game */
function statusOf({ view: { position, names, mover, may }, extras, isComputerStopped }) {
  const { turn, first_pick: first, last } = position;
  const name = names[turn - 1];
  if (mover === null) return "";
  if (mover === "program") return say("programsTurn", { name });
  if (mover === "computer" && !isComputerStopped) return `${name}: ${say("thinking")}`;
  return together(
    `${say("toMove", { name })}.`,
    first !== null && `${say("firstPick", { rule: first.rule ?? say("anyNumber") })}.`,
    last !== null && `${say("lastNumber", { number: last })}.`,
    may.help && extras.verdicts && sayOf("winsHere", names[extras.verdicts.winner - 1]),
    extras.noPairing,
  );
}

/** Draws the game as it stands. @param {Game} game @param {Deeds} deeds */
export function drawGame(game, deeds) {
  const { parts, keepFocus, view, extras, picture } = game;
  const { position, names, may, mover } = view;
  const notes = [...position.notes, position.loses_by_illegal_number && say("illegalLoses")];
  keepFocus(() => {
    parts.title.textContent = position.title;
    parts.status.textContent = statusOf(game);
    parts.score.textContent = scoreOf(view);
    drawPosition(
      parts,
      { position, names, extras, picture },
      { pick: may.play && ((move, click) => deeds.pick(game, move, click)), refuse: (move, click) => deeds.refuse(game, move, click) },
    );
    show(parts.typed, may.play && typedField(position.typing, (text) => deeds.offer(game, text)));
    show(parts.chain, drawChain(position.trail, position.moves, names));
    show(parts.notes, notes.map((note) => note && make("p", {}, note)));
    show(parts.tools, mover !== null && toolsOf(game, deeds));
    for (const part of [parts.end, parts.share, parts.lesson]) show(part);
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
  const { seats, may, champion } = view;
  const used = seats.map(({ name }, seat) => ({ name, count: view.help[seat] })).filter(({ count }) => count > 0);
  const again = (/** @type {import("./words.js").Key} */ words, isFair = false) =>
    button(say(words), () => deeds.playAgain(game, isFair), { class: "main" });
  const headline = make("h2", { tabindex: "-1" }, sayEnd(view.position, view.names));
  const lines = [
    lastMoveOf(view),
    champion !== null && sayOf("champion", seats[champion - 1].name),
    used.length > 0 && say("hintsUsed", { list: used.map((each) => say("hintsOf", each)).join(", ") }),
  ];
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
