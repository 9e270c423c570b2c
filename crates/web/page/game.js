// A game in progress: what is done in it is asked from the engine, kept, then drawn.
import { pose } from "./challenge.js";
import { attempt, during, inTime, tell, trembles } from "./desk.js";
import { askFirst, button, download, focusKeeper, make, openDialog, reasonOf, speak, together } from "./dom.js";
import { ask, askStoppably, now, stopSlowWork } from "./engine.js";
import { areTwoPeople, drawEnd, drawGame, drawPosition, seatPeople } from "./game_drawn.js";
import { keepFinished, keepGame, keptAs } from "./games.js";
import { onKeys } from "./keys.js";
import { address } from "./link.js";
import { aMoment, isPresenting, oppositeSwitch, present, togglesOf } from "./manner.js";
import { keepProgress, keptProgress } from "./progress.js";
import { explained } from "./rules.js";
import { playedIn, shareGame } from "./share.js";
import { sound } from "./sound.js";
import { makeStage, openMore } from "./stage.js";
import { newComplaint, watchKept } from "./store.js";
import { say } from "./words.js";

/** @import { Advice, By, Came, Event, Help, Id, Lesson, Move, Picture, Proved, Question, Saved, SessionView, Verdicts, Wish } from "./contract" */
/** @import { Around } from "./live_drawn.js" */
/** @import { Stage } from "./stage.js" */

/**
 * What was asked for at this turn, for each answer once.
 * @typedef {{ verdicts?: Verdicts | null, proved?: Proved | null, noPairing?: string | null, advice?: Advice | null }} Answers
 *
 * The state of a game. Nothing about it is known from anywhere else than from what the engine says.
 * @typedef {object} Game
 * @property {Id} id
 * @property {Saved} scene the game itself: its record, and the rule file of a home-made book
 * @property {SessionView} view what the engine says about it
 * @property {Lesson | null} lesson the one that it is the game at the end of
 * @property {Record<Tool, boolean>} tools what is to be shown on the board,
 * @property {Answers} answers and what was asked for that
 * @property {Picture | null} bands where the numbers stand by their prime factors, if they do
 * @property {{ move: Move, legal: Move[] } | null} thought a move that somebody thinks of, and what it would leave the other
 * @property {number} looks how often something was asked for the board
 * @property {number} turn which turn is on the screen: what was meant for another one is too late
 * @property {AbortSignal} signal until when the view is shown
 * @property {boolean} isComputerStopped
 * @property {boolean} isKept whether it is kept on this device, and
 * @property {string | null} keptRecord the record that this window knows to be kept
 * @property {Promise<unknown>} lastDeed the last thing that was done,
 * @property {MouseEvent | null} lastTap and the last click that did something
 * @property {Learned | null} learned what its end teaches
 * @property {boolean} isPosing whether the move that would have won is looked for on its board
 * @property {Deeds} deeds what somebody can do in it
 * @property {Around | null} live who is around it, if it is played between two places
 * @property {Stage} stage
 * @property {Stage["parts"]} parts
 * @property {ReturnType<typeof focusKeeper>} keepFocus
 */

/** @typedef {"verdicts" | "pairing"} Tool */
/** @typedef {{ words: string, again: (() => unknown) | null, next?: string }} Learned what a game teaches, how to try again where it turned, and the lesson after it */
/** @typedef {{ [Deed in keyof typeof DEEDS]: (...given: Parameters<(typeof DEEDS)[Deed]>) => unknown }} Deeds */

/** What a game begins with. */
const nothingYet = () => ({ turn: 0, isComputerStopped: false, answers: {}, thought: null, bands: null, looks: 0, learned: null, isPosing: false, lastDeed: Promise.resolve(), lastTap: null });

/**
 * A game to be drawn on a stage.
 * @param {Stage} stage
 * @param {Pick<Game, "id" | "scene" | "view" | "signal"> & Partial<Game>} known
 * @returns {Game}
 */
export function newGame(stage, known) {
  const { parts } = stage;
  return {
    lesson: null,
    tools: { verdicts: false, pairing: false },
    ...nothingYet(),
    isKept: false,
    keptRecord: null,
    deeds: DEEDS,
    live: null,
    stage,
    parts,
    keepFocus: focusKeeper(parts.board, parts.aside, parts.tools),
    ...known,
  };
}

/**
 * Shows the game that a question begins or takes up. What a link brought is kept only from the first deed on: looking at a link leaves
 * nothing behind.
 * @param {HTMLElement} root
 * @param {Extract<Question, { ask: "begin" | "session" }>} question
 * @param {AbortSignal} signal
 * @param {boolean} isKept
 */
export async function gameView(root, question, signal, isKept = true) {
  const { rules } = question.ask === "begin" ? question : question.session;
  const { record, view } = await askStoppably(question);
  // Every question here gives the game an id.
  const id = view.id ?? "";
  const stage = makeStage(root);
  const lesson = view.lesson === null ? null : await ask({ ask: "lesson", id: view.lesson });
  const game = newGame(stage, { id, scene: { record, rules }, view, lesson, signal, isKept, keptRecord: keptAs(id)?.record ?? null });
  // Whoever is told who wins was helped, in front of a class too.
  stage.ways = { answer: () => game.view.may.help && game.deeds.press(game, "verdicts") };
  onKeys(() => keysOf(game), signal);
  store(game);
  if (signal.aborted) return;
  watchKept("games", () => followOther(game), signal);
  refresh(game, wordsBefore(game));
}

/** What is said before the first move. @param {Game} game */
export function wordsBefore({ lesson, view: { position: { moves }, opening, remarks: { start, toss } } }) {
  return moves.length > opening ? null : together(lesson?.before_the_game, ...start, moves.length === 0 && toss);
}

/** The keys of the terminal. @param {Game} game @returns {import("./keys.js").Keys} */
function keysOf(game) {
  const { position, may, mover } = game.view;
  return {
    u: may.take_back && (() => game.deeds.undo(game)),
    h: may.help && (() => game.deeds.hint(game)),
    e: may.help && (() => game.deeds.press(game, "verdicts")),
    p: may.help && position.has_pairing && (() => game.deeds.press(game, "pairing")),
    g: position.has_picture && (() => game.deeds.turnBoard(game)),
    r: mover !== null && may.resign && (() => game.deeds.resign(game)),
    i: () => game.deeds.showRules(game),
    s: () => game.deeds.save(game),
    m: () => (location.hash = "#/"),
  };
}

/** Keeps the game. Where that fails it goes on with a mark, and the next move tries again. @param {Game} game */
function store(game) {
  if (!game.isKept) return;
  const { id, scene: { record, rules }, parts } = game;
  const entry = { id, record, rules: rules ?? null };
  const isSaved = keepGame(entry) && (game.view.mover !== null || keepFinished(entry));
  if (isSaved) game.keptRecord = record;
  if (!isSaved) parts.middle.dataset.saved = together(`${say("notSaved")}.`, newComplaint());
  else delete parts.middle.dataset.saved;
  // Who has gone on to another view before this one was there has another address.
  if (isSaved && !game.signal.aborted) history.replaceState(null, "", address("game", { id }));
}

/**
 * Does something: it is checked and stored before anything of it is shown. Gives the event; null when nothing happened, because
 * it was refused, and then the reason is said, or because it was meant for a turn that is over. One thing is done after the other,
 * because each starts from what the last one left.
 * @param {Game} game
 * @param {() => Promise<Came>} doIt
 * @returns {Promise<Event | null>}
 */
function act(game, doIt) {
  const isCurrent = during(game);
  const deed = game.lastDeed.then(async () => {
    if (!isCurrent()) return null;
    const came = await doIt();
    if (!isCurrent()) return null;
    if (came.came === "refused") {
      tell(game.parts, came.why);
      return null;
    }
    // A window that slept has missed what another one did: that stands, and this was meant for a board that is gone.
    if (game.isKept && (await followOther(game))) return null;
    Object.assign(game, { scene: { ...game.scene, record: came.record }, view: came.view, isKept: true });
    if (came.event.event !== "helped" && came.missed === null) game.turn += 1;
    store(game);
    if (came.missed !== null) {
      tell(game.parts, came.missed);
      return null;
    }
    return came.event;
  });
  game.lastDeed = deed.catch(() => {});
  return deed;
}

/** What comes of a wish. @param {Game} game @param {Wish} action @param {By} by */
function wish(game, action, by = game.view.by) {
  return () => ask({ ask: "act", session: game.scene, by, action, at: now() });
}

/** Goes on with what another window kept of the game; whether there is such a thing. @param {Game} game */
async function followOther(game) {
  const there = keptAs(game.id)?.record ?? null;
  if (there === null || there === game.keptRecord) return false;
  try {
    const { record, view } = await ask({ ask: "session", session: { ...game.scene, record: there } });
    if (game.signal.aborted || keptAs(game.id)?.record !== there) return true;
    const isNew = record !== game.scene.record;
    Object.assign(game, { scene: { ...game.scene, record }, view, keptRecord: there });
    if (isNew) {
      game.turn += 1;
      refresh(game, say("changedElsewhere"));
    }
    return isNew;
  } catch {
    // What cannot be read changes nothing here.
    return false;
  }
}

/**
 * Does something that changes the board, and says what it was; a sound goes with some of it.
 * @param {Game} game
 * @param {() => Promise<Came>} doIt
 * @param {(event: Event, before: SessionView) => string} wordsOf
 * @param {"taken" | "turn" | null} heard
 */
async function change(game, doIt, wordsOf = () => wordsOfMove(game.view), heard = null) {
  const before = game.view;
  const event = await attempt(game, () => act(game, doIt));
  if (event === null) return;
  if (heard) sound(heard);
  await refresh(game, wordsOf(event, before));
}

/**
 * Shows the game as it stands, says these words with it, and lets whoever has the turn have it.
 * @param {Game} game
 * @param {string | null} words
 */
async function refresh(game, words = null) {
  // Whatever is still looked for was meant for another turn.
  stopSlowWork();
  Object.assign(game, { answers: {}, thought: null, isComputerStopped: false, learned: null });
  tell(game.parts, words ?? "");
  drawGame(game);
  const { mover } = game.view;
  if (mover === null) return end(game);
  if (mover === "computer") return computerTurn(game);
  if (Object.values(game.tools).some(Boolean)) await showTools(game);
}

/** What was played, for whoever does not see the board. @param {SessionView} view */
export function wordsOfMove({ position, remarks: { toss, played } }) {
  // A computer that won the toss moves before anybody could read that it did.
  return together(position.moves.length === 1 && toss, played);
}

/** It thinks before its deed begins: until then somebody can do something else. @param {Game} game */
async function computerTurn(game) {
  const isCurrent = during(game);
  const [came] = await Promise.all([attempt(game, () => ask({ ask: "computer", session: game.scene, at: now() })), aMoment()]);
  if (!isCurrent()) return;
  if (came !== null) return change(game, async () => came, () => wordsOfMove(game.view), "turn");
  // Whatever kept it from moving, it can be asked again.
  game.isComputerStopped = true;
  drawGame(game);
}

/**
 * An answer that helps; it is counted before it is shown.
 * @template Answer
 * @param {Game} game
 * @param {Promise<Answer>} asked
 * @param {(answer: Answer) => Help | null} helpOf
 */
async function helpful(game, asked, helpOf) {
  const answer = await inTime(game, asked);
  const help = helpOf(answer);
  return help === null || (await act(game, wish(game, { do: "help", with: help }))) ? answer : null;
}

/** @param {Proved | null} proved */
function whyNoPairing(proved) {
  if (proved === null) return null;
  if (proved.shown === null) return say("proofTooLong");
  return proved.shown.replies === null ? null : say("noPairing", { reason: say("proofSearched") });
}

/** Asks for the pairing, or why there is none. @param {Game} game */
async function findPairing(game) {
  const { answers, scene } = game;
  try {
    answers.proved ??= await helpful(game, ask({ ask: "proof", scene }), ({ shown, help }) => (shown === null ? null : help));
    answers.noPairing = whyNoPairing(answers.proved ?? null);
  } catch (error) {
    answers.noPairing = say("noPairing", { reason: reasonOf(error) });
  }
}

/** Asks for what is to be shown on the board; for each answer once in a turn. @param {Game} game */
async function showTools(game) {
  game.looks += 1;
  const { looks, tools, answers, scene } = game;
  const isSameTurn = during(game);
  // A tool may be switched off before its answer comes.
  const isCurrent = () => isSameTurn() && looks === game.looks;
  await attempt(game, async () => {
    if (tools.verdicts) answers.verdicts ??= await helpful(game, ask({ ask: "verdicts", scene }), () => "verdicts");
    if (tools.pairing && isCurrent()) await findPairing(game);
  });
  if (!isCurrent() || game.view.mover === null) return;
  tell(game.parts, "");
  drawGame(game);
  if (tools.verdicts || tools.pairing) speak(game.parts.status.textContent);
}

/** Who won and why, what can be done next, and what there is to learn. @param {Game} game */
export async function end(game) {
  const { view } = game;
  speak(together(view.remarks.played, view.position.end_words));
  sound("end");
  drawEnd(game);
  const isCurrent = during(game);
  try {
    const learned = view.lesson !== null && learnerWon(view) ? await lessonDone(game) : await moral(game);
    if (!isCurrent()) return;
    game.learned = learned;
    drawEnd(game);
  } catch (error) {
    if (isCurrent()) tell(game.parts, reasonOf(error));
  }
}

/** At the end of a lesson whoever learns has the first seat. @param {SessionView} view */
const learnerWon = ({ position: { outcome }, first }) => outcome?.winner === first;

/** What was learned by winning the game at the end of a lesson, kept before it is shown. @param {Game} game @returns {Promise<Learned>} */
async function lessonDone({ scene, parts }) {
  const { words, progress } = await ask({ ask: "learned", session: scene, kept: keptProgress() });
  if (!keepProgress(progress)) parts.middle.dataset.saved = together(`${say("notSaved")}.`, newComplaint());
  const { next } = await ask({ ask: "lessons", kept: progress });
  return { words, again: null, next };
}

/**
 * What there is to learn, and how to try it again. With two people at the board it must be clear who is meant.
 * @param {Game} game
 * @returns {Promise<Learned | null>}
 */
async function moral(game) {
  const { scene, view, signal, stage } = game;
  const { pupil } = view;
  if (pupil === null) return null;
  const { moral: learned } = await ask({ ask: "moral", scene, player: pupil.player });
  if (learned === null) return null;
  const { moves_before: before, played } = learned;
  const spoken = pupil.name === null ? learned.words : say("to", { name: pupil.name, words: learned.words });
  if (before === null) return { words: spoken, again: null };
  const made = { number: before + 1, move: played, name: pupil.name };
  const question = together(spoken, played !== null && say("youPlayed", made));
  const words = played === null ? spoken : say(pupil.name === null ? "turnedForYou" : "turnedFor", made);
  const turningPoint = { ...playedIn(scene, view), outcome: null, moves: view.position.moves.slice(0, before) };
  const back = { sign: /** @type {const} */ ("back"), words: say("finalBoard"), onclick: () => game.deeds.showEnd(game) };
  const again = () => {
    game.isPosing = true;
    return pose(stage, turningPoint, { question, tools: () => [back] }, signal);
  };
  return { words, again };
}

/** What somebody does at the page. */
export const DEEDS = {
  /** A click on the board. @param {Game} game @param {Move} move @param {MouseEvent} click */
  pick(game, move, click) {
    if (trembles(game, click)) return;
    game.lastTap = click;
    change(game, wish(game, { do: "move", move }), () => wordsOfMove(game.view), "taken");
  },
  /**
   * A click on a number that is not legal says why it is not. Unlike typing it, that never costs the game.
   * @param {Game} game
   * @param {Move} move
   * @param {MouseEvent} click
   */
  refuse: (game, move, click) => trembles(game, click) || change(game, wish(game, { do: "move", move })),
  /** Shows what a move would leave the other, before it is made. @param {Game} game @param {Move | null} move */
  async think(game, move) {
    const { view: { position, may, hides_legal: hides }, scene } = game;
    if ((game.thought?.move ?? null) === move || position.board.kind !== "grid") return;
    const isCurrent = during(game);
    game.thought = null;
    if (move !== null && may.play && !hides) {
      game.thought = { move, legal: [] };
      const { legal } = await ask({ ask: "peek", scene, move });
      if (!isCurrent() || game.thought?.move !== move) return;
      game.thought = legal && { move, legal };
    }
    drawPosition(game);
  },
  /** Back at the end. @param {Game} game */
  showEnd(game) {
    game.isPosing = false;
    tell(game.parts, "");
    drawGame(game);
    drawEnd(game);
  },
  /** Offers what was typed to the rules. @param {Game} game @param {string} text */
  offer: (game, text) => change(game, wish(game, { do: "type", text })),
  /** @param {Game} game */
  undo(game) {
    // Whoever takes a move back may want the same place again at once.
    game.lastTap = null;
    change(game, wish(game, { do: "take-back" }), (event, { position: { moves } }) => {
      const taken = event.event === "took-back" ? moves.slice(-event.moves).reverse() : [];
      return say("takenBack", { list: taken.join(", ") });
    });
  },
  /** Each time a stage more: where to look, what matters, the move. @param {Game} game */
  hint(game) {
    const { answers, scene, parts } = game;
    if (answers.advice && answers.advice.next === null) return tell(parts, answers.advice.words);
    tell(parts, say("thinking"));
    attempt(game, async () => {
      const stage = answers.advice?.next ?? "nudge";
      const answer = await helpful(game, ask({ ask: "advice", scene, stage }), () => "advice");
      if (!answer?.advice) return;
      answers.advice = answer.advice;
      drawGame(game);
      tell(parts, answer.advice.words);
    });
  },
  thinkAgain: refresh,
  /** Switches on or off what is shown on the board. @param {Game} game @param {Tool} tool */
  press(game, tool) {
    game.tools[tool] = !game.tools[tool];
    showTools(game);
  },
  /** From rows of ten into bands by prime factors, and back. @param {Game} game */
  turnBoard(game) {
    attempt(game, async () => {
      const isOver = game.view.mover === null;
      game.bands = game.bands === null ? await ask({ ask: "picture", scene: game.scene }) : null;
      if (isOver) drawPosition(game);
      else drawGame(game);
    });
  },
  /** What does not fit beside the board. @param {Game} game */
  more(game) {
    const { view: { position, may, remarks, mover } } = game;
    openMore((entry) => {
      return [
        may.help && position.has_pairing && entry(game.tools.pairing ? "hidePairing" : "pairing", () => DEEDS.press(game, "pairing")),
        entry("howToPlay", () => DEEDS.showRules(game)),
        entry(isPresenting() ? "presentEnd" : "present", () => present(!isPresenting())),
        entry("share", () => DEEDS.share(game)),
        entry("save", () => DEEDS.save(game)),
        mover !== null && may.resign && entry("resign", () => DEEDS.resign(game)),
        make("a", { class: "button", href: "#/" }, say("toHome")),
        areTwoPeople(game.view) && oppositeSwitch(() => seatPeople(game)),
        togglesOf(),
        remarks.played && make("p", { class: "quiet" }, remarks.played),
      ];
    });
  },
  /** @param {Game} game */
  async showRules({ scene }) {
    const book = await ask({ ask: "book", scene });
    const title = say("rulesOf", { title: book.title });
    openDialog(title, (close) => [
      make("h2", { tabindex: "-1", autofocus: true }, title),
      ...explained(book, "h3"),
      button(say("backToGame"), close, { class: "main" }),
    ]);
  },
  /** @param {Game} game */
  resign(game) {
    const { by, seats } = game.view;
    const question = say("resignSure", { name: by === 1 ? seats[1].name : seats[0].name });
    const resign = () => change(game, wish(game, { do: "resign" }, by), () => "");
    askFirst(say("resign"), { question, yes: say("resignYes"), no: say("resignNo") }, resign);
  },
  /** @param {Game} game */
  save: ({ scene }) => download("game.duel", scene.record, "text/plain"),
  /** @param {Game} game */
  share: ({ scene, view }) => shareGame(scene, view),
  /** @param {Game} game @param {boolean} fair */
  async playAgain(game, fair) {
    game.lastTap = null;
    // What one wanted to know about the last game is not asked about this one.
    Object.assign(game.tools, { verdicts: false, pairing: false });
    await change(game, wish(game, { do: game.view.may.next_round ? "next-round" : "rematch", fair }), () => "");
    game.stage.board.focus();
  },
};
