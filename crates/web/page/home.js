// The first page: the books as cards, and who plays.
import { thumbnail } from "./board.js";
import { askFirst, button, choice, make, show, textField } from "./dom.js";
import { ask } from "./engine.js";
import { forgetGame, forgetUnreadable, keptGames } from "./games.js";
import { callPerson, peopleNames, seatsAgainst } from "./seats.js";
import { keep, kept, newComplaint } from "./store.js";
import { say, sayNumber } from "./words.js";

/** Where a game's luck comes from; as text, because it has 64 bits. */
export function newSeed() {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
}

/** So many unfinished games are listed; the older ones are a click away, and so many more at a time. */
const LISTED = 8;
const MORE_LISTED = 100;

const STARTS = ["first", "second", "toss"];
const FIRST = { first: 1, second: 2, toss: "toss" };

/** What was chosen the last time, as far as it still can be. */
function lastChoices(levels) {
  const { level, starts, fair } = kept("choices") ?? {};
  return {
    level: Number.isInteger(level) && level >= 0 && level <= levels ? level : 3,
    starts: STARTS.includes(starts) ? starts : "first",
    fair: fair === true,
  };
}

/** `words` are for those who wanted to go somewhere else. */
export async function homeView(root, { start, goOn, library, words }) {
  const chosen = lastChoices(library.levels.length);
  const remember = () => keep("choices", chosen);
  const opponents = [
    ["0", say("personHere")],
    ...library.levels.map((name, at) => [String(at + 1), say("computerLevel", { level: at + 1, name })]),
  ];
  const opponent = choice(say("opponent"), opponents, chosen.level, (value) => {
    chosen.level = Number(value);
    remember();
    nameSeats();
  });
  const starts = choice(
    say("whoStarts"),
    STARTS.map((each) => [each, each === "toss" ? say("toss") : ""]),
    chosen.starts,
    (value) => {
      chosen.starts = value;
      remember();
    },
  );
  const namesProblem = make("p", { class: "problem", role: "alert" });
  const names = peopleNames().map((name, at) =>
    textField(say("nameOf", { player: say(at === 0 ? "player1" : "player2") }), {
      name: `name${at + 1}`,
      value: name,
      onchange: async (event) => {
        namesProblem.textContent = "";
        try {
          await callPerson(at, event.target.value);
        } catch (error) {
          namesProblem.textContent = error.message;
        }
        nameSeats();
      },
    }),
  );
  /** Two people are asked for their names, and whoever sits there is who can start. */
  function nameSeats() {
    for (const { field } of names) field.hidden = chosen.level > 0;
    for (const [at, { name }] of seatsAgainst(chosen.level).entries()) starts.select.options[at].textContent = name;
  }
  nameSeats();
  const fair = make("input", {
    type: "checkbox",
    checked: chosen.fair,
    onchange: (event) => {
      chosen.fair = event.target.checked;
      remember();
      for (const card of cards) card.check();
    },
  });

  const setUp = (game, numbers) => ask({ ask: "set-up", game, numbers, fair: chosen.fair });

  const begin = (game) => start({ game, seats: seatsAgainst(chosen.level), first: FIRST[chosen.starts], seed: newSeed() });

  const cards = library.books.map((card) => bookCard(card, setUp, begin));
  const other = textField(say("code"), { name: "code", "aria-describedby": "code-help code-problem" });
  const problem = make("p", { id: "code-problem", class: "problem", role: "alert" });
  const otherForm = make(
    "form",
    {
      class: "typed",
      onsubmit: async (event) => {
        event.preventDefault();
        problem.textContent = "";
        try {
          begin(await setUp(other.input.value.trim(), null));
        } catch (error) {
          problem.textContent = error.message;
        }
      },
    },
    other.field,
    make("button", { type: "submit" }, say("play")),
    make("p", { id: "code-help", class: "quiet" }, say("codeHelp")),
    problem,
  );
  const unfinished = await unfinishedList(goOn);
  const complaint = newComplaint();
  show(
    root,
    make("h1", { tabindex: "-1" }, say("title")),
    make("p", { class: "lead" }, say("tagline")),
    [words, complaint].filter(Boolean).map((each) => make("p", { class: "message", role: "alert" }, each)),
    unfinished,
    make("h2", {}, say("chooseGame")),
    make(
      "div",
      { class: "choices" },
      opponent.field,
      names.map(({ field }) => field),
      starts.field,
      make("label", { class: "check" }, fair, make("span", {}, say("fair"))),
    ),
    namesProblem,
    make("ul", { class: "cards" }, cards.map(({ item }) => item)),
    make("h2", {}, say("otherGame")),
    otherForm,
  );
}

/** A book with a field for its numbers; what is wrong with them is said beside it as they are typed. */
function bookCard(card, setUp, begin) {
  const { id, title, pool, numbers } = card;
  const isDivision = pool === null;
  const label = say(isDivision ? "numberToDivide" : "largestNumber");
  const [help, problem] = [`${id}-help`, `${id}-problem`];
  const input = make("input", {
    name: "numbers",
    value: numbers.usual,
    inputmode: isDivision ? "text" : "numeric",
    autocomplete: "off",
    // Who hears the page meets such a field for every book.
    "aria-label": `${label}, ${title}`,
    "aria-describedby": `${help} ${problem}`,
    oninput: () => check(),
  });
  const problemLine = make("p", { id: problem, class: "problem", role: "alert" });

  /** The code of the game with these numbers, or null when there is none. */
  async function check() {
    const typed = input.value;
    const answer = await setUp(id, typed).then(
      (code) => ({ code, words: "" }),
      (error) => ({ code: null, words: error.message }),
    );
    if (typed === input.value) {
      problemLine.textContent = answer.words;
      input.setAttribute("aria-invalid", String(answer.code === null));
    }
    return answer.code;
  }

  const form = make(
    "form",
    {
      class: "set-up",
      onsubmit: async (event) => {
        event.preventDefault();
        const code = await check();
        if (code === null) return input.focus();
        begin(code);
      },
    },
    make("label", { class: "field" }, make("span", {}, label), input),
    make("button", { type: "submit", class: "main", "aria-label": say("playThis", { title }), "data-book": id }, say("play")),
    make("p", { id: help, class: "quiet" }, say(isDivision ? "divideHelp" : "largestHelp", { ...numbers, most: sayNumber(numbers.most) })),
    problemLine,
  );
  return { item: make("li", { class: "card" }, thumbnail(card), make("h3", {}, title), make("p", { class: "summary" }, card.summary), form), check };
}

/** The games that can be gone on with. */
async function unfinishedList(goOn) {
  const place = make("section", { class: "go-on", "aria-label": say("unfinished") });
  const heading = make("h2", { tabindex: "-1" }, say("unfinished"));
  const afterwards = async (forgotten) => {
    await forgotten;
    await list();
    (place.hidden ? document.querySelector("h1") : heading).focus();
  };
  const row = (entry) => {
    const { id, title, names: [one, two], moves: count } = entry;
    const game = say("unfinishedGame", { title, one, two, count });
    const forget = () =>
      askFirst(say("forget"), { question: say("forgetSure", { game }), yes: say("forgetYes"), no: say("forgetNo") }, () => afterwards(forgetGame(id)));
    return make(
      "li",
      {},
      make("p", {}, game),
      button(say("goOn"), () => goOn(entry), { class: "main", "aria-label": say("goOnThis", { game }) }),
      button(say("forget"), forget, { "aria-label": say("forgetThis", { game }) }),
    );
  };
  let most = LISTED;
  const showMore = async () => {
    most += MORE_LISTED;
    await list();
    heading.focus();
  };
  const forgetRest = () =>
    askFirst(say("forget"), { question: say("unreadableSure"), yes: say("forgetYes"), no: say("forgetNo") }, () => afterwards(forgetUnreadable()));
  async function list() {
    try {
      const { games, unreadable } = await keptGames();
      fill(games.filter((game) => game.is_unfinished), unreadable);
    } catch (error) {
      show(place, heading, make("p", { class: "message" }, error.message));
    }
  }
  function fill(games, unreadable) {
    const older = games.length - most;
    place.hidden = games.length + unreadable === 0;
    show(
      place,
      heading,
      make("ul", {}, games.slice(0, most).map(row)),
      older > 0 && button(say("olderGames", { count: Math.min(older, MORE_LISTED) }), showMore),
      unreadable > 0 && make("p", { class: "unreadable" }, say("unreadable", { count: unreadable }), " ", button(say("forget"), forgetRest)),
    );
  }
  await list();
  return place;
}
