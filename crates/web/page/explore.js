// The explorer: any position of any game with the exact value of every move, and the proof.
import { attempt, drawPosition, drawTaken, during, inTime, tell, typedField } from "./desk.js";
import { bringIntoView, button, download, fieldIn, fileName, focusKeeper, inLines, make, onFile, show, speak, submitting, template, toggle, together, trying } from "./dom.js";
import { ask, askStoppably, stopSlowWork } from "./engine.js";
import { exploreAddress, textToMoves } from "./link.js";
import { textOfFile } from "./open.js";
import { opponentChoice, twoPlayers } from "./seats.js";
import { linkBox } from "./share.js";
import { say } from "./words.js";

/** @import { Look } from "./tile.js" */
/** @import { Books, Drawn, Move, Openings, Picture, Proved, Side } from "./contract" */
/** @import { Address } from "./link.js" */

/**
 * What is explored. A home-made book may have no code yet.
 * @typedef {{ game: string | null, rules: string | null, moves: Move[] }} Explored
 * @typedef {(scene: Explored, turn: Side, level: number) => void} Play
 */

/**
 * @typedef {object} State
 * @property {Explored} scene
 * @property {boolean} areVerdictsShown as a question it does not say who wins
 * @property {Look} look what was found out about this position,
 * @property {Picture | null} picture and its picture
 * @property {number} level who is to be played against from here
 * @property {number} turn
 * @property {AbortSignal} signal
 * @property {Books} library
 * @property {Play} play
 * @property {Record<OnScreen, HTMLElement>} parts
 * @property {ReturnType<typeof focusKeeper>} keepFocus
 */

/**
 * @typedef {"form" | "code" | "file" | "problem" | "status" | "message" | "notes" | "play" | "openings" | "proof" | "share"} AroundBoard
 * @typedef {AroundBoard | "board" | "legend" | "typed" | "chain" | "tools" | "figure"} OnScreen
 */

/**
 * Gives back how the address is followed to another position of the same game.
 * @param {HTMLElement} root
 * @param {Explored} scene
 * @param {{ isQuestion: boolean, library: Books, play: Play, signal: AbortSignal }} around
 */
export function exploreView(root, scene, { isQuestion, library, play, signal }) {
  /** @type {Record<OnScreen, HTMLElement> & { view: DocumentFragment }} */
  const parts = template("explore-view");
  const keepFocus = focusKeeper(parts.board, parts.typed, parts.tools);
  /** @type {State} */
  const state = { scene, areVerdictsShown: !isQuestion, look: {}, picture: null, level: 0, turn: 0, signal, library, play, parts, keepFocus };
  const code = fieldIn(parts.code);
  code.value = scene.rules === null ? (scene.game ?? "") : "";
  parts.form.onsubmit = submitting(() => change(state, async () => ({ game: code.value.trim(), rules: null })));
  onFile(fieldIn(parts.file), (file) => change(state, async () => ({ game: null, rules: await textOfFile(file, library.most_bytes) })));
  show(root, parts.view);
  refresh(state, askStoppably);
  return (/** @type {Address} */ address) => follow(state, address);
}

/**
 * Another game; when there is none the old one stays, without its verdict, which would seem to be the answer.
 * @param {State} state
 * @param {() => Promise<Omit<Explored, "moves">>} find
 */
function change(state, find) {
  const { parts } = state;
  stopSlowWork();
  parts.status.textContent = "";
  return trying(parts.problem, async () => {
    const scene = { ...(await find()), moves: [] };
    await inTime(state, askStoppably({ ask: "position", scene }));
    state.scene = scene;
    await refresh(state);
  });
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
  parts.problem.textContent = "";
  for (const part of [parts.proof, parts.figure, parts.share]) show(part);
  if (scene.moves.length === 0 || !areVerdictsShown) show(parts.openings);
  return attempt(state, async () => {
    const position = await inTime(state, askFor({ ask: "position", scene }));
    // A home-made book has a code too, and that is what a link can carry.
    Object.assign(state, { scene: { ...scene, game: scene.game ?? position.game }, look: {}, picture: null });
    history.replaceState(null, "", exploreAddress(state.scene, !areVerdictsShown));
    parts.message.textContent = "";
    drawAll(state, position);
    if (position.outcome !== null || !areVerdictsShown) return speak(parts.status.textContent);
    state.look.verdicts = await inTime(state, ask({ ask: "verdicts", scene }));
    drawExtras(state, position);
    speak(parts.status.textContent);
    if (scene.moves.length === 0) show(parts.openings, drawOpenings(await inTime(state, ask({ ask: "openings", scene }))));
  });
}

/** What is to be seen, in words. @param {Drawn} position @param {Look} look */
function statusOf({ title, game, turn_words: whose, end_words: end }, { verdicts }) {
  const head = title === game ? `${title}.` : `${say("gameWithCode", { title, code: game })}.`;
  const verdict = verdicts && together(verdicts.words, say("method", { method: verdicts.method_words }));
  return inLines(head, whose ?? end, verdict);
}

/**
 * Draws what can change while somebody is typing or choosing: the rest stays as it is then.
 * @param {State} state
 * @param {Drawn} position
 */
function drawExtras(state, position) {
  const { parts, look, picture } = state;
  const isCurrent = during(state);
  // A second click can come before the first one's move is drawn.
  const pick = (/** @type {Move} */ move) => isCurrent() && step(state, [...state.scene.moves, move]);
  parts.status.textContent = statusOf(position, look);
  state.keepFocus(() => drawPosition(parts, { position, names: twoPlayers(), look, bands: picture }, { pick }));
}

/** @param {State} state @param {Drawn} position */
function drawTools(state, position) {
  const { parts, scene: { moves }, areVerdictsShown, picture } = state;
  const isOver = position.outcome !== null;
  const tools = [
    button(say("undo"), () => step(state, moves.slice(0, -1)), { disabled: moves.length === 0 }),
    button(say("toStart"), () => step(state, []), { disabled: moves.length === 0 }),
    !isOver && toggle(say("verdicts"), areVerdictsShown, () => toggleVerdicts(state)),
    !isOver && button(say("proof"), () => showProof(state, position)),
    position.has_picture && toggle(say("picture"), picture !== null, () => togglePicture(state, position)),
    button(say("share"), () => share(state)),
  ];
  state.keepFocus(() => show(parts.tools, tools));
}

/** @param {State} state @param {Drawn} position */
function drawAll(state, position) {
  const { parts, library, level } = state;
  const isOver = position.outcome !== null;
  const opponent = opponentChoice(library, level, (other) => (state.level = other));
  const play = button(say("playFromHere"), () => state.play(state.scene, position.turn, state.level));
  drawExtras(state, position);
  state.keepFocus(() => show(parts.typed, !isOver && typedField(position, (text) => offer(state, text))));
  show(parts.chain, drawTaken(position));
  show(parts.notes, position.notes.map((note) => make("p", {}, note)));
  drawTools(state, position);
  show(parts.play, !isOver && [opponent.field, play]);
}

/** @param {Openings} openings */
function drawOpenings({ winning, winning_count: count, first_moves: all, pairs }) {
  const words = count === 0 ? "openingsNone" : winning === null ? "openingsMany" : "openingsSome";
  return [
    make("h2", {}, say("openings")),
    // A long list is moved by the keyboard too.
    make("p", { class: "openings", tabindex: "0" }, say(words, { count, all, list: winning?.join(", ") })),
    pairs !== null && make("p", {}, say("pairs", { pairs })),
  ];
}

/** Offers what was typed to the rules. @param {State} state @param {string} typed */
function offer(state, typed) {
  const { scene } = state;
  return attempt(state, async () => {
    const came = await inTime(state, ask({ ask: "play", scene, typed }));
    if (came.came === "played") step(state, [...scene.moves, came.move]);
    else tell(state.parts, came.why);
  });
}

/** @param {State} state */
function toggleVerdicts(state) {
  state.areVerdictsShown = !state.areVerdictsShown;
  refresh(state);
}

/** @param {State} state @param {Drawn} position */
function showProof(state, position) {
  const { parts, scene } = state;
  const save = async () => {
    const { file } = await ask({ ask: "proof-file", scene });
    download(`${fileName(position.game)}-proof.json`, file, "application/json");
  };
  return attempt(state, async () => {
    const proved = await inTime(state, ask({ ask: "proof", scene }));
    state.look.proof = proved.shown;
    drawExtras(state, position);
    show(parts.proof, drawProof(proved), button(say("saveProof"), () => attempt(state, save)));
    parts.proof.querySelector("h2")?.focus();
    if (position.has_picture && proved.shown?.pairs) await showPicture(state, position, true);
  });
}

/** @param {Proved} proved */
function drawProof({ words, shown }) {
  const line = (/** @type {import("./words.js").Key} */ name, /** @type {string[] | undefined} */ items) =>
    items && make("p", {}, say(name, { list: items.join(", ") || say("none") }));
  return [
    make("h2", { tabindex: "-1" }, say("proof")),
    make("p", {}, say("proofIntro", { words })),
    shown === null && make("p", {}, say("proofInFile")),
    line("proofPairs", shown?.pairs?.map((pair) => pair.join("–"))),
    line("proofBarrier", shown?.barrier ?? undefined),
    line("proofPunishers", shown?.punishers ?? undefined),
    line("proofFactors", shown?.factors?.map(([number, primes]) => `${number} = ${primes.join(" × ")}`)),
  ];
}

/** @param {State} state @param {Drawn} position @param {boolean} isShown */
async function showPicture(state, position, isShown) {
  state.picture = isShown ? await inTime(state, ask({ ask: "picture", scene: state.scene })) : null;
  drawExtras(state, position);
  drawTools(state, position);
}

/** @param {State} state @param {Drawn} position */
function togglePicture(state, position) {
  const isShown = state.picture !== null;
  return attempt(state, async () => {
    await showPicture(state, position, !isShown);
    if (!isShown) bringIntoView(state.parts.figure);
  });
}

/** @param {State} state */
function share({ scene, parts }) {
  show(parts.share, linkBox("shareLink", exploreAddress(scene, true)));
  bringIntoView(parts.share);
}
