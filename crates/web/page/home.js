// The first page: the books as cards, and who plays.
import { thumbnail } from "./thumbnail.js";
import { askFirst, button, choice, fieldIn, make, reasonOf, show, submitting, template, textField, trying } from "./dom.js";
import { ask } from "./engine.js";
import { forgetGame, forgetUnreadable, keptGames } from "./games.js";
import { callPerson, opponentChoice, peopleNames, seatsAgainst, twoPlayers } from "./seats.js";
import { keep, kept, newComplaint } from "./store.js";
import { say, sayNumber } from "./words.js";

/** @import { Beginning, Books, NumberField, OnShelf, Rounds } from "./contract" */
/** @import { KeptGame } from "./games.js" */

/** @typedef {"alerts" | "unfinished" | "choices" | "fair" | "choicesProblem" | "cards" | "form" | "code" | "problem"} OnScreen */

/**
 * @typedef {"first" | "second" | "toss"} Starts
 * @typedef {"one" | "best-of" | "all"} Match
 * @typedef {{ level: number, starts: Starts, match: Match, rounds: string, fair: boolean }} Chosen
 * @typedef {Pick<Beginning, "game" | "seats" | "first" | "seed" | "rounds">} NewGame
 */

/** Where a game's luck comes from; as text, because it has 64 bits. */
export const newSeed = () => String(crypto.getRandomValues(new BigUint64Array(1))[0]);

/** So many unfinished games are listed; the older ones are a click away, and so many more at a time. */
const LISTED = 8;
const MORE_LISTED = 100;

const FIRST = /** @type {const} */ ({ first: 1, second: 2, toss: "toss" });

/** What was chosen the last time, as far as it still can be. @param {number} levels @returns {Chosen} */
function lastChoices(levels) {
  const { level, starts, match, rounds, fair } = /** @type {Partial<Record<keyof Chosen, unknown>>} */ (kept("choices") ?? {});
  return {
    level: typeof level === "number" && Number.isInteger(level) && level >= 0 && level <= levels ? level : 3,
    starts: starts === "second" || starts === "toss" ? starts : "first",
    match: match === "best-of" || match === "all" ? match : "one",
    rounds: typeof rounds === "string" && /^\d{1,3}$/.test(rounds) ? rounds : "3",
    fair: fair === true,
  };
}

/** How many rounds are to be played; whether there is such a match the engine says. @param {Chosen} chosen @returns {Rounds | null} */
function roundsOf({ match, rounds }) {
  const count = /^\d{1,9}$/.test(rounds) ? Number(rounds) : 0;
  return match === "one" ? null : match === "best-of" ? { best_of: count } : { all: count };
}

/**
 * `words` are for those who wanted to go somewhere else.
 * @param {HTMLElement} root
 * @param {{ start: (game: NewGame) => Promise<void>, goOn: (game: KeptGame) => void, library: Books, words: string | null }} around
 */
export async function homeView(root, { start, goOn, library, words }) {
  /** @type {Record<OnScreen, HTMLElement> & { view: DocumentFragment }} */
  const parts = template("home-view");
  const chosen = lastChoices(library.opponents.length);
  const choose = (/** @type {Partial<Chosen>} */ change) => {
    Object.assign(chosen, change);
    keep("choices", chosen);
    nameSeats();
  };
  const opponent = opponentChoice(library, chosen.level, (level) => choose({ level }));
  /** @type {[Starts, string][]} */
  const options = [["first", ""], ["second", ""], ["toss", say("toss")]];
  const starts = choice(say("whoStarts"), options, chosen.starts, (value) => choose({ starts: value }));
  const names = twoPlayers().map((player, at) => {
    const named = async () => {
      await trying(parts.choicesProblem, () => callPerson(at, input.value));
      nameSeats();
    };
    const { field, input } = textField(say("nameOf", { player }), { name: `name${at + 1}`, value: peopleNames()[at], onchange: named });
    return field;
  });
  /** @type {[Match, string][]} */
  const matches = [["one", say("oneGame")], ["best-of", say("bestOf")], ["all", say("allRounds")]];
  const match = choice(say("match"), matches, chosen.match, (value) => choose({ match: value }));
  const rounds = textField(say("rounds"), {
    name: "rounds",
    inputmode: "numeric",
    value: chosen.rounds,
    oninput: () => choose({ rounds: rounds.input.value.trim() }),
  });
  /** Two people are asked for their names, a match for its rounds, and whoever sits there is who can start. */
  function nameSeats() {
    rounds.field.hidden = chosen.match === "one";
    for (const field of names) field.hidden = chosen.level > 0;
    for (const [at, { name }] of seatsAgainst(chosen.level).entries()) {
      starts.select.options[at].textContent = chosen.level > 0 && at === 0 ? say("you") : name;
    }
  }
  nameSeats();
  const fair = fieldIn(parts.fair);
  fair.checked = chosen.fair;
  fair.onchange = () => {
    choose({ fair: fair.checked });
    for (const card of cards) card.checkNumbers();
  };
  const setUp = async (/** @type {string} */ game, /** @type {string | null} */ numbers) =>
    (await ask({ ask: "set-up", game, numbers, fair: chosen.fair })).code;
  const begin = (/** @type {string} */ game) => {
    const { level, starts: first } = chosen;
    return trying(parts.choicesProblem, () =>
      start({ game, seats: seatsAgainst(level), first: FIRST[first], seed: newSeed(), rounds: roundsOf(chosen) }),
    );
  };
  const cards = library.books.flatMap((card) => (card.numbers ? [bookCard(card, card.numbers, (typed) => setUp(card.id, typed), begin)] : []));
  parts.form.onsubmit = submitting(() => trying(parts.problem, async () => begin(await setUp(fieldIn(parts.code).value.trim(), null))));
  parts.choices.prepend(opponent.field, ...names, starts.field, match.field, rounds.field);
  show(parts.cards, cards.map(({ item }) => item));
  await listUnfinished(parts.unfinished, goOn);
  show(parts.alerts, [words, newComplaint()].map((each) => each && make("p", { class: "message", role: "alert" }, each)));
  show(root, parts.view);
}

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
 * A book with a field for its numbers; what is wrong with them is said beside it as they are typed.
 * @param {OnShelf} card
 * @param {NumberField} numbers
 * @param {(numbers: string) => Promise<string>} setUp
 * @param {(code: string) => void} begin
 */
function bookCard({ id, title, summary, board }, numbers, setUp, begin) {
  const [helpId, problemId] = [`${id}-help`, `${id}-problem`];
  const { label, help } = NUMBERS[numbers.ask_for];
  const problem = make("p", { id: problemId, class: "problem", role: "alert" });
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
    if (code === null) input.focus();
    else begin(code);
  };
  const item = make(
    "li",
    { class: "card" },
    thumbnail(board),
    make("h3", {}, title),
    make("p", { class: "summary" }, summary),
    make(
      "form",
      { class: "set-up", onsubmit: submitting(play) },
      field,
      make("button", { type: "submit", class: "main", "aria-label": say("playThis", { title }), "data-book": id }, say("play")),
      make("p", { id: helpId, class: "quiet" }, say(help, { ...numbers, most: sayNumber(numbers.most) })),
      numbers.recommended.length > 0 && [make("p", { class: "quiet" }, say("recommended")), recommended],
      problem,
    ),
  );
  return { item, checkNumbers };
}

/** The games that can be gone on with. @param {HTMLElement} place @param {(game: KeptGame) => void} goOn */
async function listUnfinished(place, goOn) {
  const head = make("h2", { tabindex: "-1" }, say("unfinished"));
  let most = LISTED;

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
  const row = (/** @type {KeptGame} */ entry) => {
    const { id, title, names: [one, two], moves: count } = entry;
    const game = say("unfinishedGame", { title, one, two, count });
    const forgetThis = () => forget(say("forgetSure", { game }), () => forgetGame(id));
    return make(
      "li",
      {},
      make("p", {}, game),
      button(say("goOn"), () => goOn(entry), { class: "main", "aria-label": say("goOnThis", { game }) }),
      button(say("forget"), forgetThis, { "aria-label": say("forgetThis", { game }) }),
    );
  };
  async function list() {
    try {
      const { games, unreadable } = await keptGames();
      const unfinished = games.filter((game) => game.is_unfinished);
      const older = unfinished.length - most;
      const forgetRest = button(say("forget"), () => forget(say("unreadableSure"), () => forgetUnreadable(unreadable)));
      place.hidden = unfinished.length + unreadable.length === 0;
      show(
        place,
        head,
        make("ul", {}, unfinished.slice(0, most).map(row)),
        older > 0 && button(say("olderGames", { count: Math.min(older, MORE_LISTED) }), showMore),
        unreadable.length > 0 && make("p", { class: "unreadable" }, say("unreadable", { count: unreadable.length }), " ", forgetRest),
      );
    } catch (error) {
      show(place, head, make("p", { class: "message" }, reasonOf(error)));
    }
  }
  await list();
}
