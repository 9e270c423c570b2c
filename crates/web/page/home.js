// The first page: what one was doing, the first game, the puzzle of the day, then the books as cards, and who plays.
import { lastSize } from "./chains.js";
import { makeChoices } from "./choices.js";
import { askFirst, button, fieldIn, make, reasonOf, show, submitting, template, textField, trying } from "./dom.js";
import { ask } from "./engine.js";
import { forgetGame, forgetUnreadable, keptGames, tallied } from "./games.js";
import { face, mark, sign } from "./icons.js";
import { lessonAddress } from "./lesson.js";
import { isServed } from "./live_net.js";
import { liveRows } from "./live_rows.js";
import { USUAL, standing } from "./longest.js";
import { keptProgress, today } from "./progress.js";
import { isOpponent, opponentWho } from "./seats.js";
import { newComplaint } from "./store.js";
import { thumbnail } from "./thumbnail.js";
import { say, sayNumber } from "./words.js";

/** @import { Beginning, Books, Known, Lessons, NumberField, OnShelf, Tallied } from "./contract" */
/** @import { Agreed, Places } from "./choices.js" */
/** @import { Leaf } from "./dom.js" */
/** @import { KeptGame } from "./games.js" */

/** @typedef {"name" | "alerts" | "unfinished" | "first" | "cards" | "form" | "code" | "problem" | "history"} OnScreen */
/** @typedef {Agreed & Pick<Beginning, "game" | "seed">} NewGame */

/** Where a game's luck comes from; as text, because it has 64 bits. */
export const newSeed = () => String(crypto.getRandomValues(new BigUint64Array(1))[0]);

/** The number of a puzzle or a sheet: short enough to be said, and without zeros in front, as numbers are typed. */
export const newNumber = () => String(1 + (crypto.getRandomValues(new Uint32Array(1))[0] % 999_999));

/** So many unfinished games are listed; the older ones are a click away, and so many more at a time. */
const LISTED = 2;
const MORE_LISTED = 100;

/**
 * `words` are for those who wanted to go somewhere else.
 * @param {HTMLElement} root
 * @param {{ start: (game: NewGame) => Promise<void>, goOn: (game: KeptGame) => void, library: Books, words: string | null }} around
 */
export async function homeView(root, { start, goOn, library, words }) {
  /** @type {Record<OnScreen, HTMLElement> & Places & { view: DocumentFragment }} */
  const parts = template("home-view");
  const progress = keptProgress();
  const [tally, lessons, known] = await Promise.all([tallied(), ask({ ask: "lessons", kept: progress }), ask({ ask: "progress", kept: progress })]);
  const choices = makeChoices(parts, library, tally.auto, () => cards.forEach((card) => card.refresh()));
  const setUp = async (/** @type {string} */ game, /** @type {string | null} */ numbers, isFair = choices.chosen.fair) =>
    (await ask({ ask: "set-up", game, numbers, fair: isFair })).code;
  const begin = (/** @type {string} */ game, /** @type {string | null} */ book) =>
    trying(parts.choicesProblem, () => start({ game, seed: newSeed(), ...choices.agreed(book) }));
  const cards = library.books.flatMap((card) => {
    const { id, numbers, can_be_fair: canBeFair } = card;
    const set = (/** @type {string} */ typed) => setUp(id, typed, canBeFair && choices.chosen.fair);
    const against = () => metIn(choices.levelIn(id), choices.reasonIn(id));
    return numbers ? [bookCard(card, numbers, { setUp: set, begin: (code) => begin(code, id), against })] : [];
  });
  parts.form.onsubmit = submitting(() => trying(parts.problem, async () => begin(await setUp(fieldIn(parts.code).value.trim(), null), null)));
  parts.name.prepend(mark());
  show(parts.cards, cards.map(({ item }) => item));
  const count = await listUnfinished(parts.unfinished, goOn);
  const isNew = count + tally.games.length + tally.stats.lessons.length === 0;
  const live = isServed && row("#/live", sign("two"), say("liveTitle"), say("liveWords"));
  show(parts.first, lessonRow(lessons, isNew), live, dailyRow(known), await chainRow());
  show(parts.history, historyRow(tally), row(`#/print/${library.books[0].id}`, sign("show"), say("forClass"), say("forClassWords")), row("#/open", sign("open"), say("openTitle"), say("openWords")));
  show(parts.alerts, [words, known.problem, newComplaint()].map((each) => each && make("p", { class: "message", role: "alert" }, each)));
  show(root, parts.view);
}

/** A way to go on, as wide as the page. @param {string} href @param {Leaf} picture @param {string} title @param {string} words @param {string} kind */
function row(href, picture, title, words, kind = "row") {
  return make("li", {}, make("a", { class: kind, href }, make("span", { class: "number-of" }, picture), make("span", {}, make("b", {}, title), make("small", {}, words))));
}

/** The first game, or the lesson after those that are done. @param {Lessons} lessons @param {boolean} isNew */
function lessonRow({ lessons, next }, isNew) {
  const lesson = lessons.find(({ id }) => id === next);
  if (!lesson || lesson.is_done) return null;
  const isFirst = lesson === lessons[0];
  return row(lessonAddress(next), sign("play"), isFirst ? lesson.title : say("learnNext", lesson), say(isFirst ? "firstGameWords" : "lessonSteps", lesson), isNew ? "row main" : "row");
}

/** @param {Known} known */
function dailyRow({ progress: { last_day: last, days } }) {
  const words = last === today() ? say("dailySolved", { days }) : days > 0 ? say("dailyOpen", { days }) : say("puzzleAsk");
  return row("#/puzzle", sign(last === today() ? "done" : "answer"), say("dailyPuzzle"), words);
}

/** The longest chain: how far one is with it. */
async function chainRow() {
  const size = lastSize() ?? USUAL;
  // What was kept can be anything.
  const view = await standing(size).catch(() => null);
  const words = !view || view.best === 0 ? say("longestHome") : say(view.length > 0 && !view.is_over ? "longestStands" : "longestYourBest", { ...view, size });
  return row("#/longest", sign("chain"), say("longestTitle"), words);
}

/** @param {Tallied} tally */
function historyRow({ games }) {
  return row("#/history", sign("again"), say("historyTitle"), games.length > 0 ? say("historyWords", { count: games.length }) : say("historyNone"));
}

/** Whom one meets, and why. @param {number} level @param {string | null} words */
const metIn = (level, words) => [words !== null && face(opponentWho(level), 2, { x: -0.6, y: 0 }), words];

const NUMBERS = /** @type {const} */ ({
  largest: { label: "largestNumber", help: "largestHelp", keys: "numeric" },
  "to-divide": { label: "numberToDivide", help: "divideHelp", keys: "text" },
});

/**
 * A field for the numbers that a book is played with.
 * @param {NumberField} numbers
 * @param {import("./dom.js").Attributes} attributes
 */
export function numbersField({ ask_for: askFor, typed }, attributes) {
  const { label, keys } = NUMBERS[askFor];
  return textField(say(label), { name: "numbers", value: typed, inputmode: keys, ...attributes });
}

/**
 * A book: pressing Play begins it. Its numbers are a press away, and what is wrong with them is said beside them as they are typed.
 * @param {OnShelf} card
 * @param {NumberField} numbers
 * @param {{ setUp: (numbers: string) => Promise<string>, begin: (code: string) => void, against: () => Leaf[] }} deeds
 */
function bookCard({ id, title, summary, board }, numbers, { setUp, begin, against }) {
  const [helpId, problemId] = [`${id}-help`, `${id}-problem`];
  const { label, help } = NUMBERS[numbers.ask_for];
  const problem = make("p", { id: problemId, class: "problem", role: "alert" });
  const met = make("small", { class: "met" });
  const { field, input } = numbersField(numbers, {
    // Who hears the page meets such a field for every book.
    "aria-label": `${say(label)}, ${title}`,
    "aria-describedby": `${helpId} ${problemId}`,
    oninput: () => checkNumbers(),
  });

  /** The code of the game with these numbers, or null when there is none. */
  async function checkNumbers() {
    const typed = input.value;
    const [code, words] = await setUp(typed).then(
      (code) => [code, ""],
      (error) => [null, reasonOf(error)],
    );
    if (typed === input.value) {
      problem.textContent = words;
      input.setAttribute("aria-invalid", String(code === null));
    }
    return code;
  }

  const choose = (/** @type {string} */ number) => {
    input.value = number;
    checkNumbers();
  };
  const recommended = make(
    "div",
    { class: "buttons", role: "group", "aria-label": say("recommended") },
    numbers.recommended.map((number) => button(number, () => choose(number))),
  );
  const play = async () => {
    const code = await checkNumbers();
    if (code !== null) return begin(code);
    other.open = true;
    input.focus();
  };
  const other = make(
    "details",
    {},
    make("summary", {}, say("otherNumbers")),
    field,
    make("p", { id: helpId, class: "quiet" }, say(help, { ...numbers, most: sayNumber(numbers.most) })),
    numbers.recommended.length > 0 && [make("p", { class: "quiet" }, say("recommended")), recommended],
    make("a", { class: "button", href: `#/rules/${id}` }, say("navRules")),
  );
  const item = make(
    "li",
    {},
    make(
      "form",
      { class: "card", onsubmit: submitting(play) },
      thumbnail(board),
      make("div", {}, make("h3", {}, title), make("p", { class: "summary" }, summary), met),
      make("button", { type: "submit", class: "main", "aria-label": say("playThis", { title }), "data-book": id }, say("play")),
      other,
      problem,
    ),
  );
  const drawMet = () => show(met, against());
  drawMet();
  const refresh = () => {
    drawMet();
    checkNumbers();
  };
  return { item, refresh };
}

/** The games that can be gone on with; how many they are. @param {HTMLElement} place @param {(game: KeptGame) => void} goOn */
async function listUnfinished(place, goOn) {
  const head = make("h2", { class: "unseen", tabindex: "-1" }, say("unfinished"));
  let most = LISTED;
  let count = 0;

  const forget = (/** @type {string} */ question, /** @type {() => unknown} */ forgetIt) =>
    askFirst(say("forget"), { question, yes: say("forgetYes"), no: say("forgetNo") }, async () => {
      await forgetIt();
      await list();
      (place.hidden ? document.querySelector("h1") : head)?.focus();
    });
  const showMore = async () => {
    most += MORE_LISTED;
    await list();
    head.focus();
  };
  const rowOf = (/** @type {KeptGame} */ entry) => {
    const { id, title, names: [one, two], moves } = entry;
    const game = say("unfinishedGame", { title, one, two, count: moves });
    const forgetThis = () => forget(say("forgetSure", { game }), () => forgetGame(id));
    const words = make("span", {}, make("b", {}, say("goOnWith", { title })), make("small", {}, say("unfinishedWords", { one: isOpponent(two) ? say("you") : one, two, count: moves })));
    return make(
      "li",
      { class: "with-forget" },
      button([make("span", { class: "number-of" }, sign("play")), words], () => goOn(entry), { class: "row next", "aria-label": say("goOnThis", { game }) }),
      button(sign("away"), forgetThis, { class: "plain", "aria-label": say("forgetThis", { game }), title: say("forget") }),
    );
  };
  async function list() {
    try {
      const { games, unreadable } = await keptGames();
      const unfinished = games.filter((game) => game.is_unfinished);
      count = unfinished.length;
      const older = unfinished.length - most;
      const forgetRest = button(say("forget"), () => forget(say("unreadableSure"), () => forgetUnreadable(unreadable)));
      const live = isServed ? liveRows() : [];
      place.hidden = live.every((item) => item.hidden) && unfinished.length + unreadable.length === 0;
      show(
        place,
        head,
        make("ul", { class: "rows" }, live, unfinished.slice(0, most).map(rowOf)),
        older > 0 && button(say("olderGames", { count: Math.min(older, MORE_LISTED) }), showMore),
        unreadable.length > 0 && make("p", { class: "unreadable" }, say("unreadable", { count: unreadable.length }), " ", forgetRest),
      );
    } catch (error) {
      show(place, head, make("p", { class: "message" }, reasonOf(error)));
    }
  }
  await list();
  return count;
}
