// Puzzles: one after the other, or the one of the day, and the streak.
import { button, choice, make, show } from "./dom.js";
import { ask, stopSlowWork } from "./engine.js";
import { newSeed } from "./home.js";
import { address, hasLinks, shareable } from "./link.js";
import { riddle } from "./riddle.js";
import { copyBox } from "./share.js";
import { keep, kept, newComplaint } from "./store.js";
import { say } from "./words.js";

/** Days since 1 January 1970, in UTC: the same for everybody. */
export function dayNumber() {
  return Math.floor(Date.now() / 86_400_000);
}

/** What is kept of the puzzles before, in the form of today or, until the next one counts, of the page as it once was. */
const keptProgress = () => kept("progress") ?? kept("streak");

export function puzzleView(root, { library, game, grade, seed, day }) {
  let isAlive = true;
  const place = make("div", {});
  const streakLine = make("p", { class: "streak" });
  const wanted = { game: game ?? "", grade: grade ?? "" };
  const books = choice(
    say("book"),
    [["", say("anyBook")], ...library.books.map((card) => [card.id, card.title])],
    wanted.game,
    (value) => {
      wanted.game = value;
    },
  );
  const grades = choice(
    say("grade"),
    [["", say("anyGrade")], ...["easy", "medium", "hard"].map((each) => [each, say(each)])],
    wanted.grade,
    (value) => {
      wanted.grade = value;
    },
  );
  show(
    root,
    make("h1", { tabindex: "-1" }, say("puzzleTitle")),
    make(
      "div",
      { class: "choices" },
      books.field,
      grades.field,
      button(say("nextPuzzle"), () => set({ seed: newSeed() % 1_000_000 }), { class: "main" }),
      button(say("dailyPuzzle"), () => set({ day: dayNumber() })),
    ),
    streakLine,
    place,
  );

  const showStreak = (progress, isDaily, ...remarks) => {
    const days = isDaily && progress.days > 0 && say("days", progress);
    streakLine.textContent = [say("streak", progress), days, ...remarks, newComplaint()].filter(Boolean).join(" ");
  };

  async function set({ seed: number = null, day: date = null }) {
    const asked = { game: wanted.game || null, grade: date === null ? wanted.grade || null : null, seed: number, day: date };
    try {
      const puzzle = await ask({ ask: "puzzle", ...asked });
      if (!isAlive) return;
      history.replaceState(null, "", address("puzzle", asked));
      const title = date === null ? say("puzzleNumber", { seed: number }) : say("puzzleOfDay", { date: dateOf(date) });
      const result = make("div", {});
      const store = ({ progress, went, standing }) => {
        if (progress === null) return;
        const isSaved = keep("progress", progress);
        showStreak(progress, date !== null, !isSaved && `${say("notSaved")}.`);
        if (went !== null) show(result, resultBox(went, standing.wrong + 1, title, puzzle, asked));
      };
      const about = () => ({ puzzle: { day: date }, kept: keptProgress() });
      const section = await riddle({ game: puzzle.game, moves: puzzle.moves }, say("puzzleAsk"), { about, store });
      if (!isAlive) return;
      const head = say("puzzleHead", { title, book: puzzle.title, grade: say(puzzle.grade) });
      show(place, make("h2", {}, head), puzzle.moves.length > 0 && make("p", { class: "chain" }, make("strong", {}, `${say("chain")}: `), puzzle.moves.join(" ")), section, result);
    } catch (error) {
      if (isAlive) show(place, make("p", { class: "message", role: "alert" }, error.message));
    }
  }

  async function begin() {
    try {
      const { progress, problem } = await ask({ ask: "progress", kept: keptProgress() });
      showStreak(progress, true, problem);
    } catch (error) {
      streakLine.textContent = error.message;
    }
  }

  begin();
  if (seed !== null) set({ seed });
  else set({ day: day ?? dayNumber() });
  return () => {
    isAlive = false;
    stopSlowWork();
  };
}

function dateOf(day) {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

const RESULTS = { "at-once": "resultAtOnce", "with-help": "resultWithHint", "after-mistakes": "resultAfter", told: "resultTold" };

function resultBox(went, tries, title, puzzle, asked) {
  const text = say("resultText", { title, grade: say(puzzle.grade), result: say(RESULTS[went], { tries }) });
  return make("div", {}, copyBox(say(hasLinks ? "shareResult" : "shareResultCode"), `${text}\n${shareable(address("puzzle", asked))}`));
}
