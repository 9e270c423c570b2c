// The finished games on this device: a list to search, what they come to, and the way to look at each again.
import { askFirst, button, fieldIn, make, show, template, trying } from "./dom.js";
import { ask } from "./engine.js";
import { MOST_FINISHED, finishedGames, forgetFinished, tallied } from "./games.js";
import { face, sign } from "./icons.js";
import { keptProgress } from "./progress.js";
import { say, sayNumber } from "./words.js";

/** @import { Books, Entry, Finished, Lessons, Met, Opened, Person, Stats, Who } from "./contract" */

/** @typedef {Extract<Opened, { is: "record" }>} OpenedRecord */
/** @typedef {{ library: Books, review: (opened: OpenedRecord) => void }} Around */
/** @typedef {"sums" | "books" | "search" | "said" | "games" | "more" | "kept"} OnScreen */

/** So many games are listed, and so many more at a time. */
const LISTED = 20;
const MORE_LISTED = 100;

/** @param {HTMLElement} root @param {Around} around */
export async function historyView(root, { library, review }) {
  /** @type {Record<OnScreen, HTMLElement> & { view: DocumentFragment }} */
  const parts = template("history-view");
  const search = fieldIn(parts.search);
  let most = LISTED;
  /** @type {Entry[]} */
  let entries = [];
  /** @type {Finished[]} */
  let games = [];

  const open = (/** @type {Entry} */ { record }) =>
    trying(parts.said, async () => {
      const opened = await ask({ ask: "open", text: record });
      if (opened.is === "record") review(opened);
    });
  const forget = (/** @type {Entry} */ { record }, /** @type {string} */ game) =>
    askFirst(say("forget"), { question: say("forgetSure", { game }), yes: say("forgetYes"), no: say("forgetNo") }, async () => {
      forgetFinished(record);
      await load();
      search.focus();
    });
  function list() {
    const found = games.filter(matching(search.value));
    parts.said.textContent = games.length === 0 ? say("historyNone") : found.length === 0 ? say("nothingFound") : "";
    show(parts.games, found.slice(0, most).map((game) => gameRow(game, library, () => open(entries[game.at]), (words) => forget(entries[game.at], words))));
    parts.more.hidden = found.length <= most;
  }
  async function load() {
    entries = finishedGames();
    const [tally, lessons] = await Promise.all([tallied(), ask({ ask: "lessons", kept: keptProgress() })]);
    games = tally.games;
    show(parts.sums, sumsOf(tally.stats, lessons));
    show(parts.books, tableOf(tally.stats, library));
    list();
  }

  search.oninput = list;
  parts.more.onclick = () => {
    most += MORE_LISTED;
    list();
  };
  parts.kept.textContent = say("historyKept", { most: sayNumber(MOST_FINISHED) });
  await load();
  show(root, parts.view);
}

/** Whether a game has all these words somewhere. @param {string} typed @returns {(game: Finished) => boolean} */
function matching(typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ title, game, names, date, result, lesson, origin }) => {
    const text = [title, game, ...names, date, result, lesson, origin].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** Whoever plays alone has met the other one. @param {[Who, Who]} who @returns {Who} */
const otherOf = ([one, two]) => (one === "human" ? two : one);

/**
 * @param {Finished} game
 * @param {Books} library
 * @param {() => unknown} open
 * @param {(words: string) => unknown} forget
 */
function gameRow({ title, game, names, who, date, result, moves, lesson, origin }, { books }, open, forget) {
  const head = lesson ?? (books.some(({ title: known }) => known === title) ? title : game);
  const words = [result, say("movesMade", { count: moves }), lesson === null && origin, date].filter(Boolean).join(" · ");
  const said = say("historyGame", { title: head, one: names[0], two: names[1], date });
  return make(
    "li",
    { class: "with-forget" },
    button([face(otherOf(who), 2, { x: 0.6, y: 0.2 }), make("span", {}, make("b", {}, head), make("small", {}, words))], open, { class: "row" }),
    button(sign("away"), () => forget(said), { class: "plain", "aria-label": say("forgetThis", { game: said }), title: say("forget") }),
  );
}

/** What there is to count, each with its number. @param {Stats} stats @param {Lessons} lessons */
function sumsOf({ played, won, streak, best, puzzles }, { lessons }) {
  const sum = (/** @type {string} */ number, /** @type {string} */ words) => make("li", {}, make("b", {}, number), make("span", {}, words));
  return [
    sum(say("wonOf", { won, played }), say("sumGames")),
    sum(String(streak), say("sumStreak", { best })),
    sum(String(puzzles.streak), say("sumPuzzles", puzzles)),
    sum(say("wonOf", { won: lessons.filter(({ is_done: isDone }) => isDone).length, played: lessons.length }), say("sumLessons")),
  ];
}

/** Wins by book and opponent, and where two people played, by their names. @param {Stats} stats @param {Books} library */
function tableOf({ books, people }, { books: shelf, opponents }) {
  const line = (/** @type {Pick<Met, "won" | "played">} */ sum, /** @type {string} */ head, /** @type {string[]} */ ...further) =>
    make("tr", {}, make("th", { scope: "row" }, head), [...further, say("wonOf", sum)].map((words) => make("td", {}, words)));
  const nameOf = (/** @type {Who} */ who) => opponents.find(({ level }) => who === `level:${level}`)?.name ?? who;
  const place = (/** @type {Met} */ { book }) => shelf.findIndex(({ id }) => id === book);
  const sorted = books.toSorted((one, other) => place(one) - place(other) || one.opponent.localeCompare(other.opponent));
  const met = (/** @type {Met} */ each) => line(each, shelf.find(({ id }) => id === each.book)?.title ?? each.book, nameOf(each.opponent));
  const person = (/** @type {Person} */ each) => line(each, each.name);
  const table = (/** @type {HTMLElement[]} */ lines, /** @type {string[]} */ ...heads) =>
    lines.length > 0 && make("table", { class: "sums-table" }, make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, lines));
  return [table(sorted.map(met), say("book"), say("opponent"), say("wins")), table(people.map(person), say("withPeople"), say("wins"))];
}
