// Puzzles: one after the other, or the one of the day, and the streak.
import { during } from "./desk.js";
import { button, choice, make, reasonOf, show, template, together, trying } from "./dom.js";
import { ask } from "./engine.js";
import { newSeed } from "./home.js";
import { address } from "./link.js";
import { riddle } from "./riddle.js";
import { linkBox } from "./share.js";
import { keep, kept, newComplaint } from "./store.js";
import { say } from "./words.js";

/** @import { Books, Grade, Judged, Progress, Went } from "./contract" */
/** @import { Key } from "./words.js" */

/**
 * Which puzzles are wanted: "" is any book, and any grade.
 * @typedef {{ game: string, grade: Grade | "" }} Wanted
 * @typedef {Wanted & { turn: number, signal: AbortSignal, parts: { place: HTMLElement, streak: HTMLElement } }} State
 */

const DAY = 86_400_000;
/** @type {(Grade | "")[]} */
const GRADES = ["", "easy", "medium", "hard"];

/** Days since 1 January 1970, in UTC: the same for everybody. */
const dayNumber = () => Math.floor(Date.now() / DAY);

/** What is kept of the puzzles before, in the form of today or, until the next one counts, of the page as it once was. */
const keptProgress = () => kept("progress") ?? kept("streak");

/**
 * @param {HTMLElement} root
 * @param {Wanted & { seed: string | null, day: number | null }} wanted
 * @param {Books} library
 * @param {AbortSignal} signal
 */
export function puzzleView(root, { game, grade, seed, day }, library, signal) {
  /** @type {State["parts"] & Record<"choices", HTMLElement> & { view: DocumentFragment }} */
  const parts = template("puzzle-view");
  /** @type {State} */
  const state = { game, grade, turn: 0, signal, parts };
  const anyBook = { id: "", title: say("anyBook") };
  show(
    parts.choices,
    choice(say("book"), [anyBook, ...library.books].map(({ id, title }) => [id, title]), game, (id) => (state.game = id)).field,
    choice(say("grade"), GRADES.map((each) => [each, say(each || "anyGrade")]), grade, (each) => (state.grade = each)).field,
    button(say("nextPuzzle"), () => pose(state, { seed: newSeed().slice(-6) }), { class: "main" }),
    button(say("dailyPuzzle"), () => pose(state, { day: dayNumber() })),
  );
  show(root, parts.view);
  trying(parts.streak, async () => {
    const { progress, problem } = await ask({ ask: "progress", kept: keptProgress() });
    drawStreak(state, progress, true, problem);
  });
  pose(state, seed !== null ? { seed } : { day: day ?? dayNumber() });
}

/** @param {State} state @param {Progress} progress @param {boolean} isDaily @param {string | null | false} remark */
function drawStreak({ parts }, progress, isDaily, remark) {
  parts.streak.textContent = together(say("streak", progress), isDaily && progress.days > 0 && say("days", progress), remark, newComplaint());
}

/** @type {Record<Went, Key>} */
const RESULTS = { "at-once": "resultAtOnce", "with-help": "resultWithHint", "after-mistakes": "resultAfter", told: "resultTold" };

/** Poses the puzzle with this number or of this day. @param {State} state @param {{ seed?: string, day?: number }} which */
async function pose(state, { seed, day }) {
  const { place } = state.parts;
  const isDaily = day !== undefined;
  const asked = { game: state.game || null, grade: isDaily ? null : state.grade || null, seed, day };
  state.turn += 1;
  const isCurrent = during(state);
  try {
    const puzzle = await ask({ ask: "puzzle", ...asked });
    if (!isCurrent()) return;
    history.replaceState(null, "", address("puzzle", asked));
    const { game, moves } = puzzle;
    const grade = say(puzzle.grade);
    const title = isDaily ? say("puzzleOfDay", { date: new Date(day * DAY).toISOString().slice(0, 10) }) : say("puzzleNumber", { seed });
    const result = make("div");
    const store = (/** @type {Judged} */ { progress, went, standing, share }) => {
      if (progress === null) return;
      const isSaved = keep("progress", progress);
      drawStreak(state, progress, isDaily, !isSaved && `${say("notSaved")}.`);
      if (went === null) return;
      const text = share ?? say("resultText", { title, grade, result: say(RESULTS[went], { tries: standing.wrong + 1 }) });
      show(result, linkBox("shareResult", address("puzzle", asked), `${text}\n`));
    };
    const about = () => ({ puzzle: { day }, kept: keptProgress() });
    const section = await riddle({ game, moves }, say("puzzleAsk"), { about, store });
    if (!isCurrent()) return;
    show(place, make("h2", {}, say("puzzleHead", { title, book: puzzle.title, grade })), section, result);
  } catch (error) {
    if (isCurrent()) show(place, make("p", { class: "message", role: "alert" }, reasonOf(error)));
  }
}
