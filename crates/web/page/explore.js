// The explorer: any position of any game with the exact value of every move, and the proof step by step.
import { stepsOf } from "./argument.js";
import { attempt, inTime, tell } from "./desk.js";
import { button, download, fileName, focusKeeper, labelled, make, onFile, openDialog, speak, submitting, textField, trying } from "./dom.js";
import { ask, askStoppably, stopSlowWork } from "./engine.js";
import { drawAll, drawFacts } from "./explore_drawn.js";
import { onKeys } from "./keys.js";
import { exploreAddress, textToMoves } from "./link.js";
import { isPresenting, present } from "./manner.js";
import { textOfFile } from "./open.js";
import { explained } from "./rules.js";
import { opponentChoice, twoPlayers } from "./seats.js";
import { linkBox } from "./share.js";
import { makeStage, openMore } from "./stage.js";
import { openSurvey } from "./survey.js";
import { say } from "./words.js";

/** @import { Step } from "./argument.js" */
/** @import { Books, Drawn, Move, Openings, Picture, Side, Verdicts } from "./contract" */
/** @import { Address } from "./link.js" */
/** @import { Stage } from "./stage.js" */

/**
 * What is explored. A home-made book may have no code yet.
 * @typedef {{ game: string | null, rules: string | null, moves: Move[] }} Explored
 * @typedef {(scene: Explored, turn: Side, level: number) => void} Play
 * @typedef {typeof DEEDS} Deeds
 */

/**
 * @typedef {object} State
 * @property {Explored} scene
 * @property {Drawn | null} position what the engine says about it,
 * @property {boolean} areVerdictsShown whether it is said who wins: as a question it is not,
 * @property {Verdicts | null} verdicts who wins,
 * @property {Openings | null} openings by which first moves,
 * @property {Picture | null} bands where the numbers stand by their prime factors, if they do,
 * @property {{ steps: Step[], at: number } | null} argument and why, step by step
 * @property {number} level who is to be played against from here
 * @property {number} turn
 * @property {AbortSignal} signal
 * @property {Books} library
 * @property {Play} play
 * @property {Stage} stage
 * @property {Stage["parts"]} parts
 * @property {ReturnType<typeof focusKeeper>} keepFocus
 */

/** What is known of a position before anything was asked. */
const nothingYet = () => ({ verdicts: null, openings: null, argument: null });

/**
 * Gives back how the address is followed to another position of the same game.
 * @param {HTMLElement} root
 * @param {Explored} scene
 * @param {{ isQuestion: boolean, library: Books, play: Play, signal: AbortSignal }} around
 */
export function exploreView(root, scene, { isQuestion, library, play, signal }) {
  const stage = makeStage(root);
  const { parts } = stage;
  const keepFocus = focusKeeper(parts.board, parts.aside, parts.tray, parts.tools);
  /** @type {State} */
  const state = { scene, position: null, areVerdictsShown: !isQuestion, ...nothingYet(), bands: null, level: 0, turn: 0, signal, library, play, stage, parts, keepFocus };
  parts.title.textContent = say("exploreTitle");
  stage.ways = { isOwn: () => state.argument !== null, answer: () => DEEDS.toggleVerdicts(state) };
  onKeys(() => keysOf(state), signal);
  refresh(state, askStoppably);
  return (/** @type {Address} */ address) => follow(state, address);
}

/** The keys of the terminal. @param {State} state @returns {import("./keys.js").Keys} */
function keysOf(state) {
  const { position, argument, scene: { moves } } = state;
  if (position === null) return {};
  if (argument !== null) {
    const [back, forward] = [() => DEEDS.go(state, argument.at - 1), () => DEEDS.go(state, argument.at + 1)];
    return {
      ArrowLeft: back,
      PageUp: back,
      ArrowRight: forward,
      PageDown: forward,
      Home: () => DEEDS.go(state, 0),
      End: () => DEEDS.go(state, argument.steps.length - 1),
      p: () => DEEDS.endProof(state),
      Escape: () => DEEDS.endProof(state),
    };
  }
  const isOver = position.outcome !== null;
  return {
    u: moves.length > 0 && (() => DEEDS.undo(state)),
    e: !isOver && (() => DEEDS.toggleVerdicts(state)),
    p: !isOver && (() => DEEDS.prove(state)),
    g: position.has_picture && (() => DEEDS.turnBoard(state)),
    o: !isOver && (() => DEEDS.playOn(state)),
    i: () => DEEDS.showRules(state),
    s: () => DEEDS.share(state),
    m: () => (location.hash = "#/"),
  };
}

/**
 * Another game; when there is none the old one stays.
 * @param {State} state
 * @param {() => Promise<Omit<Explored, "moves">>} find
 */
async function change(state, find) {
  stopSlowWork();
  const scene = { ...(await find()), moves: [] };
  await inTime(state, askStoppably({ ask: "position", scene }));
  Object.assign(state, { scene, bands: null });
  await refresh(state);
}

/**
 * Goes to other moves of this game. That is a step in the history, so that the browser's own button takes it back.
 * @param {State} state
 * @param {Move[]} moves
 */
function step(state, moves) {
  state.scene = { ...state.scene, moves };
  history.pushState(null, "", exploreAddress(state.scene, !state.areVerdictsShown));
  refresh(state);
}

/** Goes to another position of the same game; whether this is one. @param {State} state @param {Address} address */
function follow(state, { view, values }) {
  if (view !== "explore" || values.get("game") !== state.scene.game) return false;
  state.scene = { ...state.scene, moves: textToMoves(values.get("moves")) };
  state.areVerdictsShown = !values.has("question");
  refresh(state);
  return true;
}

/** Shows the position as it stands, and then who wins. @param {State} state */
function refresh(state, askFor = ask) {
  const { parts, scene, areVerdictsShown } = state;
  stopSlowWork();
  state.turn += 1;
  return attempt(state, async () => {
    const position = await inTime(state, askFor({ ask: "position", scene }));
    // A home-made book has a code too, and that is what a link can carry.
    Object.assign(state, { scene: { ...scene, game: scene.game ?? position.game }, position, ...nothingYet() });
    history.replaceState(null, "", exploreAddress(state.scene, !areVerdictsShown));
    parts.message.textContent = "";
    drawAll(state, DEEDS);
    if (position.outcome === null && areVerdictsShown) await findOut(state);
    speak(parts.status.textContent);
  });
}

/** Asks who wins, and at the start by which first moves. @param {State} state */
async function findOut(state) {
  const { scene } = state;
  state.verdicts = await inTime(state, ask({ ask: "verdicts", scene }));
  drawFacts(state, DEEDS);
  if (scene.moves.length > 0) return;
  state.openings = await inTime(state, ask({ ask: "openings", scene }));
  drawFacts(state, DEEDS);
}

/** What somebody does at the page. */
const DEEDS = {
  /** @param {State} state @param {Move} move */
  pick: (state, move) => step(state, [...state.scene.moves, move]),
  /** Offers what was typed, or a number that is not legal, to the rules. @param {State} state @param {string} typed */
  offer(state, typed) {
    const { scene } = state;
    return attempt(state, async () => {
      const came = await inTime(state, ask({ ask: "play", scene, typed }));
      if (came.came === "played") step(state, [...scene.moves, came.move]);
      else tell(state.parts, came.why);
    });
  },
  /** @param {State} state */
  undo: (state) => step(state, state.scene.moves.slice(0, -1)),
  /** @param {State} state */
  toStart: (state) => step(state, []),
  /** @param {State} state */
  toggleVerdicts(state) {
    state.areVerdictsShown = !state.areVerdictsShown;
    refresh(state);
  },
  /** From rows of ten into bands by prime factors, and back. @param {State} state */
  turnBoard(state) {
    return attempt(state, async () => {
      state.bands = state.bands === null ? await inTime(state, ask({ ask: "picture", scene: state.scene })) : null;
      drawFacts(state, DEEDS);
    });
  },
  /** Shows why, from the first step on. @param {State} state */
  prove(state) {
    const { scene, position } = state;
    if (position === null) return null;
    tell(state.parts, say("thinking"));
    return attempt(state, async () => {
      const proved = await inTime(state, ask({ ask: "proof", scene }));
      const verdicts = state.verdicts ?? (await inTime(state, ask({ ask: "verdicts", scene })));
      const picture = position.has_picture ? (state.bands ?? (await inTime(state, ask({ ask: "picture", scene })))) : null;
      state.argument = { steps: stepsOf({ proved, verdicts, position, picture, names: twoPlayers() }), at: 0 };
      DEEDS.go(state, 0);
    });
  },
  /** @param {State} state @param {number} to */
  go(state, to) {
    if (state.argument === null) return;
    const { steps } = state.argument;
    state.argument.at = Math.max(0, Math.min(steps.length - 1, to));
    state.parts.message.textContent = "";
    drawFacts(state, DEEDS);
    speak(steps[state.argument.at].words);
  },
  /** @param {State} state */
  endProof(state) {
    state.argument = null;
    drawFacts(state, DEEDS);
  },
  /** @param {State} state */
  saveProof(state) {
    const { scene } = state;
    return attempt(state, async () => {
      const { file } = await ask({ ask: "proof-file", scene });
      download(`${fileName(scene.game ?? "")}-proof.json`, file, "application/json");
    });
  },
  /** Against whom to play on from here. @param {State} state */
  playOn(state) {
    const { library, level, scene, position } = state;
    openDialog(say("playFromHere"), (close) => {
      const play = () => {
        close();
        if (position) state.play(scene, position.turn, state.level);
      };
      const opponent = opponentChoice(library, level, (other) => (state.level = other));
      return [make("h2", {}, say("playFromHere")), opponent.field, make("div", { class: "buttons" }, button(say("play"), play, { class: "main" }), button(say("close"), close))];
    });
  },
  /** @param {State} state */
  share({ scene }) {
    openDialog(say("shareTitle"), (close) => make("section", { class: "share" }, linkBox("shareLink", exploreAddress(scene, true)), button(say("close"), close, { class: "main" })));
  },
  /** @param {State} state */
  showRules(state) {
    return attempt(state, async () => {
      const book = await ask({ ask: "book", scene: state.scene });
      const title = say("rulesOf", { title: book.title });
      openDialog(title, (close) => [make("h2", { tabindex: "-1", autofocus: true }, title), ...explained(book, "h3"), button(say("close"), close, { class: "main" })]);
    });
  },
  /** Another game, by its code or by a rule file. @param {State} state */
  chooseGame(state) {
    const { scene, library } = state;
    openDialog(say("exploreOther"), (close) => {
      const problem = make("p", { id: "explore-problem", class: "problem", role: "alert" });
      const code = textField(say("code"), { name: "code", "aria-describedby": "explore-help explore-problem" });
      code.input.value = scene.rules === null ? (scene.game ?? "") : "";
      const file = make("input", { type: "file", accept: ".toml,text/plain" });
      const look = (/** @type {() => Promise<Omit<Explored, "moves">>} */ find) =>
        trying(problem, async () => {
          await change(state, find);
          close();
        });
      onFile(file, (chosen) => look(async () => ({ game: null, rules: await textOfFile(chosen, library.most_bytes) })));
      return [
        make("h2", {}, say("exploreOther")),
        make(
          "form",
          { class: "typed", onsubmit: submitting(() => look(async () => ({ game: code.input.value.trim(), rules: null }))) },
          code.field,
          make("button", { type: "submit" }, say("show")),
          make("p", { id: "explore-help", class: "quiet" }, say("codeHelp")),
          labelled(say("ruleFile"), file),
          problem,
        ),
        button(say("close"), close),
      ];
    });
  },
  /** What does not fit beside the board. @param {State} state */
  more(state) {
    const { position, scene, argument } = state;
    const isOver = position?.outcome !== null;
    openMore((entry) => {
      return [
        !isOver && entry("playFromHere", () => DEEDS.playOn(state)),
        entry("exploreOther", () => DEEDS.chooseGame(state)),
        position?.board.kind !== "table" && entry("survey", () => openSurvey(scene.game ?? "")),
        argument && entry("saveProof", () => DEEDS.saveProof(state)),
        entry("howToPlay", () => DEEDS.showRules(state)),
        entry(isPresenting() ? "presentEnd" : "present", () => present(!isPresenting())),
        entry("share", () => DEEDS.share(state)),
        entry("printFigure", () => window.print()),
        make("a", { class: "button", href: `#/print/${encodeURIComponent(scene.game ?? "")}` }, say("print")),
        make("a", { class: "button", href: "#/" }, say("toHome")),
      ];
    });
  },
};
