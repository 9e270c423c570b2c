// Puzzles: one after the other, or the one of the day, and the streak.
import { button, choice, make, show } from "./dom.js";
import { ask, stopSlowWork } from "./engine.js";
import { newSeed } from "./home.js";
import { address, hasLinks, shareable } from "./link.js";
import { riddle } from "./riddle.js";
import { copyBox } from "./share.js";
import { keep, kept, newComplaint } from "./store.js";
import { say } from "./words.js";

const REMEMBERED = 500;
const NO_STREAK = { streak: 0, best: 0, days: 0, lastDay: null, toldDay: null, seen: [] };

/** Days since 1 January 1970, in UTC: the same for everybody. */
export function dayNumber() {
  return Math.floor(Date.now() / 86_400_000);
}

function streakNow() {
  const known = kept("streak");
  const areNumbers = ["streak", "best", "days"].every((name) => Number.isSafeInteger(known?.[name]));
  const areDays = ["lastDay", "toldDay"].every((name) => known?.[name] === null || Number.isSafeInteger(known?.[name]));
  return areNumbers && areDays && Array.isArray(known.seen) ? { ...NO_STREAK, ...known } : { ...NO_STREAK };
}

/**
 * Counts a puzzle once: right at once adds one, a hint leaves the streak, a mistake or looking it up ends it. What happens
 * after the first of these changes nothing; only the puzzle of a day still counts for its day, unless it was looked up.
 */
function count(name, day, event) {
  const streak = streakNow();
  const isSolved = event === "right";
  if (event === "told" && day !== null && streak.lastDay !== day) streak.toldDay = day;
  if (day !== null && isSolved && streak.lastDay !== day && streak.toldDay !== day) {
    streak.days = streak.lastDay === day - 1 ? streak.days + 1 : 1;
    streak.lastDay = day;
  }
  if (!streak.seen.includes(name)) {
    if (isSolved) streak.streak += 1;
    if (event === "wrong" || event === "told") streak.streak = 0;
    streak.best = Math.max(streak.best, streak.streak);
    streak.seen = [...streak.seen, name].slice(-REMEMBERED);
  }
  return { ...streak, isSaved: keep("streak", streak) };
}

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

  const showStreak = (streak, isDaily) => {
    const days = isDaily && streak.days > 0 && say("days", { days: streak.days });
    const notSaved = streak.isSaved === false && `${say("notSaved")}.`;
    streakLine.textContent = [say("streak", streak), days, notSaved, newComplaint()].filter(Boolean).join(" ");
  };

  async function set({ seed: number = null, day: date = null }) {
    const asked = { game: wanted.game || null, grade: date === null ? wanted.grade || null : null, seed: number, day: date };
    try {
      const puzzle = await ask({ ask: "puzzle", ...asked });
      if (!isAlive) return;
      history.replaceState(null, "", address("puzzle", asked));
      const title = date === null ? say("puzzleNumber", { seed: number }) : say("puzzleOfDay", { date: dateOf(date) });
      const went = { hint: false, wrong: 0 };
      const name = `${puzzle.game} ${puzzle.moves.join(" ")}`;
      const result = make("div", {});
      const section = await riddle({ game: puzzle.game, moves: puzzle.moves }, say("puzzleAsk"), (event) => {
        if (event === "hint") went.hint = true;
        if (event === "wrong") went.wrong += 1;
        showStreak(count(name, date, event), date !== null);
        if (event === "right" || event === "told") show(result, resultBox(event, went, title, puzzle, asked));
      });
      if (!isAlive) return;
      const head = say("puzzleHead", { title, book: puzzle.title, grade: say(puzzle.grade) });
      show(place, make("h2", {}, head), puzzle.moves.length > 0 && make("p", { class: "chain" }, make("strong", {}, `${say("chain")}: `), puzzle.moves.join(" ")), section, result);
    } catch (error) {
      if (isAlive) show(place, make("p", { class: "message", role: "alert" }, error.message));
    }
  }

  showStreak(streakNow(), true);
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

function resultBox(event, went, title, puzzle, asked) {
  const result =
    event === "told"
      ? say("resultTold")
      : went.wrong > 0
        ? say("resultAfter", { tries: went.wrong + 1 })
        : say(went.hint ? "resultWithHint" : "resultAtOnce");
  const text = say("resultText", { title, grade: say(puzzle.grade), result });
  return make("div", {}, copyBox(say(hasLinks ? "shareResult" : "shareResultCode"), `${text}\n${shareable(address("puzzle", asked))}`));
}
