// Puzzles on a stage: the one of the day, and others one after the other.
import { pose } from "./challenge.js";
import { attempt, during } from "./desk.js";
import { button, choice, make, show, together } from "./dom.js";
import { ask } from "./engine.js";
import { newNumber } from "./home.js";
import { address } from "./link.js";
import { dateOf, keepProgress, keptProgress, today } from "./progress.js";
import { BEST, platesAgainst } from "./seats.js";
import { linkBox, openShare } from "./share.js";
import { makeStage, openMore } from "./stage.js";
import { newComplaint } from "./store.js";
import { say } from "./words.js";

/** @import { Books, Drawn, Grade, Judged, Progress, Puzzle, Side, Theme, Themed } from "./contract" */
/** @import { Stage } from "./stage.js" */

/**
 * Which puzzles are wanted: "" is any book, any grade, anything to be about.
 * @typedef {{ game: string, grade: Grade | "", theme: Theme | "" }} Wanted
 * @typedef {(puzzle: Puzzle, turn: Side) => void} PlayOn
 * @typedef {{ library: Books, playOn: PlayOn, signal: AbortSignal }} Around
 * @typedef {{ wanted: Wanted, around: Around, stage: Stage, parts: Stage["parts"], turn: number, signal: AbortSignal }} State
 */

/** @type {(Grade | "")[]} */
const GRADES = ["", "easy", "medium", "hard"];

/**
 * @param {HTMLElement} root
 * @param {Wanted & { seed: string | null, day: number | null }} wanted
 * @param {Around} around
 */
export async function puzzleView(root, { seed, day, ...wanted }, around) {
  const stage = makeStage(root);
  stage.parts.title.textContent = say("puzzleTitle");
  /** @type {State} */
  const state = { wanted, around, stage, parts: stage.parts, turn: 0, signal: around.signal };
  await give(state, seed === null ? { day: day ?? today() } : { seed });
}

/** @param {State} state */
const giveNext = (state) => give(state, { seed: newNumber() });

/** Gives the puzzle with this number or of this day. @param {State} state @param {{ seed?: string, day?: number }} which */
async function give(state, { seed, day }) {
  const { wanted: { game, grade, theme }, parts, stage, around, signal } = state;
  const isDaily = day !== undefined;
  const asked = isDaily ? { game: game || null, day } : { game: game || null, grade: grade || null, theme: theme || null, seed };
  state.turn += 1;
  const isCurrent = during(state);
  await attempt(state, async () => {
    const [puzzle, { progress: known, words, problem }] = await Promise.all([ask({ ask: "puzzle", ...asked }), ask({ ask: "progress", kept: keptProgress() })]);
    if (!isCurrent()) return;
    history.replaceState(null, "", address("puzzle", asked));
    const title = isDaily ? say("puzzleOfDay", { date: dateOf(day) }) : say("puzzleNumber", { seed });
    const head = say("puzzleHead", { title, book: puzzle.title, grade: say(puzzle.grade) });
    parts.title.textContent = head;
    const short = say("puzzleShort", { title: isDaily ? say("dailyPuzzle") : title, grade: say(puzzle.grade) });
    const toShare = isDaily ? "shareResult" : "sharePuzzle";
    drawMiddle(state, short, known, together(words, problem));
    /** Whose move it is does not change when it is made. @type {Side | null} */
    let side = null;
    const store = (/** @type {Judged} */ { progress, how_far: far }) => {
      if (progress === null) return;
      const isSaved = keepProgress(progress);
      drawMiddle(state, short, progress, far ?? "", isSaved);
    };
    const scene = { game: puzzle.game, moves: puzzle.moves };
    await pose(stage, scene, {
      question: say("puzzleAsk"),
      plates: (/** @type {Drawn} */ { turn }) => platesAgainst((side ??= turn), BEST),
      about: () => ({ scene, puzzle: { day }, kept: keptProgress() }),
      store,
      after: ({ share }) => [
        make("p", { class: "quiet" }, say("puzzleWas", { theme: puzzle.theme.words })),
        make(
          "div",
          { class: "buttons" },
          button(say("nextPuzzle"), () => giveNext(state), { class: "main" }),
          button(say("winIt"), () => around.playOn(puzzle, side ?? 1)),
          button(say(toShare), () => openShare(linkBox(toShare, address("puzzle", asked), `${share ?? head}\n`))),
        ),
      ],
      tools: () => [{ sign: "forward", words: say("nextPuzzle"), onclick: () => giveNext(state) }, { sign: "more", words: say("more"), onclick: () => more(state) }],
    }, signal);
  });
}

/**
 * Which puzzle it is, and how far somebody is: in short for the eye.
 * @param {State} state
 * @param {string} title
 * @param {Progress} progress
 * @param {string} words
 */
function drawMiddle({ parts: { middle } }, title, { streak }, words, isSaved = true) {
  const run = streak > 0 && make("b", { class: "round", "aria-hidden": "true" }, say("streak", { streak }));
  show(middle, title, run, make("span", { class: "unseen" }, words));
  middle.title = words;
  if (isSaved) delete middle.dataset.saved;
  else middle.dataset.saved = together(`${say("notSaved")}.`, newComplaint());
}

/** What the puzzles of a book can be about, or of all of them. @param {Books} library @param {string} game @returns {Themed[]} */
function themesOf({ books }, game) {
  const all = books.filter(({ id }) => game === "" || id === game).flatMap(({ themes }) => themes);
  return all.filter(({ theme }, at) => all.findIndex((other) => other.theme === theme) === at);
}

/** Other puzzles: of which book, how hard, about what. @param {State} state */
function more(state) {
  const { wanted, around: { library } } = state;
  const anyBook = { id: "", title: say("anyBook") };
  openMore((entry) => {
    const themes = make("div");
    const listThemes = () => {
      const known = themesOf(library, wanted.game);
      if (!known.some(({ theme }) => theme === wanted.theme)) wanted.theme = "";
      /** @type {[Theme | "", string][]} */
      const options = [["", say("anyTheme")], ...known.map(({ theme, words }) => /** @type {[Theme, string]} */ ([theme, words]))];
      themes.replaceChildren(choice(say("puzzleTheme"), options, wanted.theme, (each) => (wanted.theme = each)).field);
    };
    listThemes();
    const choose = (/** @type {string} */ id) => {
      wanted.game = id;
      listThemes();
    };
    return [
      choice(say("book"), [anyBook, ...library.books].map(({ id, title }) => [id, title]), wanted.game, choose).field,
      choice(say("grade"), GRADES.map((each) => [each, say(each || "anyGrade")]), wanted.grade, (each) => (wanted.grade = each)).field,
      themes,
      entry("puzzleSuch", () => giveNext(state)),
      entry("dailyPuzzle", () => give(state, { day: today() })),
      make("a", { class: "button", href: "#/" }, say("toHome")),
    ];
  });
}
