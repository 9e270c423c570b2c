// Who plays, who starts, how many rounds: what is chosen for the next game, and remembered on this device.
import { choice, fieldIn, make, show, textField, together, trying } from "./dom.js";
import { face, sign } from "./icons.js";
import { callPerson, opponentName, opponentWho, peopleNames, seatsAgainst, twoPlayers } from "./seats.js";
import { keep, kept } from "./store.js";
import { say } from "./words.js";

/** @import { Beginning, Books, Next, Rounds } from "./contract" */
/** @import { Leaf } from "./dom.js" */

/**
 * @typedef {"first" | "second" | "toss"} Starts
 * @typedef {"one" | "best-of" | "all"} Match
 * @typedef {"all" | "first" | "second" | "none"} Advised
 *
 * A level of 0 is another person; "auto" is whom one beats about half the time, in each book.
 * @typedef {{ level: number | "auto", starts: Starts, match: Match, rounds: string, fair: boolean, find: boolean, advice: Advised }} Chosen
 * @typedef {Pick<Beginning, "seats" | "first" | "rounds" | "find" | "advice">} Agreed
 * @typedef {Record<"against" | "sees" | "names" | "fair" | "further" | "choicesProblem", HTMLElement>} Places
 */

/** The seat that starts. */
export const FIRST = /** @type {const} */ ({ first: 1, second: 2, toss: "toss" });
/** @type {Record<Advised, [boolean, boolean]>} */
const ADVICE = { all: [true, true], first: [true, false], second: [false, true], none: [false, false] };

/** What was kept, where it is one of these; else the first of them. @template {string} Value @param {unknown} value @param {readonly Value[]} known */
export const oneOf = (value, known) => known.find((each) => each === value) ?? known[0];

/** What was chosen the last time, as far as it still can be. @param {number} levels @returns {Chosen} */
function lastChoices(levels) {
  const { level, starts, match, rounds, fair, find, advice } = /** @type {Partial<Record<keyof Chosen, unknown>>} */ (kept("choices") ?? {});
  return {
    level: typeof level === "number" && Number.isInteger(level) && level >= 0 && level <= levels ? level : "auto",
    starts: oneOf(starts, ["first", "second", "toss"]),
    match: oneOf(match, ["one", "best-of", "all"]),
    rounds: typeof rounds === "string" && /^\d{1,3}$/.test(rounds) ? rounds : "3",
    fair: fair === true,
    find: find === true,
    advice: oneOf(advice, ["all", "first", "second", "none"]),
  };
}

/** How many rounds are to be played; whether there is such a match the engine says. @param {Pick<Chosen, "match" | "rounds">} chosen @returns {Rounds | null} */
export function roundsOf({ match, rounds }) {
  const count = /^\d{1,9}$/.test(rounds) ? Number(rounds) : 0;
  return match === "one" ? null : match === "best-of" ? { best_of: count } : { all: count };
}

/**
 * Draws what can be chosen into its places, and gives what was: `onchange` hears of every change.
 * @param {Places} places
 * @param {Books} library
 * @param {Next[]} auto
 * @param {() => void} onchange
 */
export function makeChoices(places, { opponents }, auto, onchange) {
  const chosen = lastChoices(opponents.length);
  const choose = (/** @type {Partial<Chosen>} */ change) => {
    Object.assign(chosen, change);
    keep("choices", chosen);
    drawNames();
    drawSees();
    onchange();
  };
  const nextIn = (/** @type {string | null} */ book) => auto.find((each) => each.book === book) ?? null;
  /** The level that is met in a book. @param {string | null} book */
  const levelIn = (book) => (chosen.level === "auto" ? (nextIn(book) ?? auto[0])?.level ?? 1 : chosen.level);

  // Where it is the same in every book, whom one meets next is said once.
  const common = auto.every(({ words }) => words === auto[0].words) ? (auto[0]?.words ?? null) : null;
  const glance = { x: 0, y: 0.8 };
  /** What there is to know of each who can be chosen. @type {Map<string, string>} */
  const seen = new Map();
  /** What there is to know of whoever is chosen. */
  const drawSees = () => show(places.sees, together(seen.get(String(chosen.level)), chosen.level === "auto" && common));
  show(
    places.against,
    make("legend", { class: "unseen" }, say("opponent")),
    radio("auto", sign("even"), say("auto"), say("autoWords")),
    radio("0", face("human", 2, glance), say("personHere"), say("personHereWords")),
    opponents.map(({ level, name, sees }) => radio(String(level), face(opponentWho(level), 2, glance), name, sees)),
  );
  /** @param {string} value @param {Leaf} picture @param {string} name @param {string} words */
  function radio(value, picture, name, words) {
    const input = make("input", { type: "radio", name: "opponent", value, class: "unseen", checked: value === String(chosen.level), "aria-label": `${name}: ${words}` });
    seen.set(value, `${name}: ${words}.`);
    input.addEventListener("change", () => choose({ level: value === "auto" ? value : Number(value) }));
    return make("label", { class: "opponent", title: words }, input, picture, make("span", { "aria-hidden": "true" }, name));
  }

  /** @type {[Starts, string][]} */
  const options = [["first", ""], ["second", ""], ["toss", say("toss")]];
  const starts = choice(say("whoStarts"), options, chosen.starts, (value) => choose({ starts: value }));
  const names = twoPlayers().map((player, at) => {
    const named = async () => {
      await trying(places.choicesProblem, () => callPerson(at, input.value));
      drawNames();
    };
    const { field, input } = textField(say("nameOf", { player }), { name: `name${at + 1}`, value: peopleNames()[at], onchange: named });
    return field;
  });
  /** @type {[Match, string][]} */
  const matches = [["one", say("oneGame")], ["best-of", say("bestOf")], ["all", say("allRounds")]];
  const match = choice(say("match"), matches, chosen.match, (value) => choose({ match: value }));
  const rounds = textField(say("rounds"), { name: "rounds", inputmode: "numeric", value: chosen.rounds, oninput: () => choose({ rounds: rounds.input.value.trim() }) });
  /** @type {[Advised, string][]} */
  const advised = [["all", say("adviceAll")], ["first", ""], ["second", ""], ["none", say("adviceNone")]];
  const advice = choice(say("adviceFor"), advised, chosen.advice, (value) => choose({ advice: value }));
  const find = make("input", { type: "checkbox", checked: chosen.find, onchange: () => choose({ find: find.checked }) });
  show(places.names, names);
  show(places.further, starts.field, match.field, rounds.field, make("label", { class: "check" }, find, make("span", {}, say("findThem"))), advice.field);
  const fair = fieldIn(places.fair);
  fair.checked = chosen.fair;
  fair.onchange = () => choose({ fair: fair.checked });

  /** Two people are asked for their names and who gets hints, a match for its rounds; who sits there is who can start. */
  function drawNames() {
    const isTwo = chosen.level === 0;
    rounds.field.hidden = chosen.match === "one";
    advice.field.hidden = !isTwo;
    places.names.hidden = !isTwo;
    const [one, two] = isTwo ? peopleNames() : [say("you"), chosen.level === "auto" ? say("theOther") : opponentName(chosen.level)];
    for (const [at, name] of [one, two].entries()) {
      starts.select.options[at].textContent = name;
      advice.select.options[at + 1].textContent = say("adviceOnly", { name });
    }
  }
  drawNames();
  drawSees();

  return {
    chosen,
    levelIn,
    /** Why somebody is met in a book, if that was not chosen. @param {string} book */
    reasonIn: (book) => (chosen.level === "auto" && common === null ? (nextIn(book)?.words ?? null) : null),
    /** What goes with a game of a book. @param {string | null} book @returns {Agreed} */
    agreed: (book) => ({
      seats: seatsAgainst(levelIn(book)),
      first: FIRST[chosen.starts],
      rounds: roundsOf(chosen),
      find: chosen.find || null,
      advice: chosen.level === 0 ? ADVICE[chosen.advice] : null,
    }),
  };
}
