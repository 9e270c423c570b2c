// The first page: the books as cards, and who plays.
import { thumbnail } from "./board.js";
import { button, choice, make, show, textField } from "./dom.js";
import { ask } from "./engine.js";
import { isTable, newTable } from "./game.js";
import { keep, kept, newComplaint } from "./store.js";
import { say } from "./words.js";

export function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

export async function homeView(root, { start, goOn, library }) {
  const chosen = { level: 3, starts: "first", fair: false, code: "", ...(kept("choices") ?? {}) };
  const remember = () => keep("choices", chosen);
  const problem = make("p", { class: "message", role: "alert" });

  const opponents = [
    ["0", say("personHere")],
    ...library.levels.map((name, at) => [String(at + 1), say("computerLevel", { level: at + 1, name })]),
  ];
  const opponent = choice(say("opponent"), opponents, chosen.level, (value) => {
    chosen.level = Number(value);
    remember();
  });
  const starts = choice(
    say("whoStarts"),
    [
      ["first", say("firstStarts", { name: say("you") })],
      ["second", say("firstStarts", { name: say("opponent") })],
      ["toss", say("toss")],
    ],
    chosen.starts,
    (value) => {
      chosen.starts = value;
      remember();
    },
  );
  const size = textField(`${say("size")} / ${say("startNumber")}`, { inputmode: "numeric", name: "size", size: 6 });
  const fair = make("input", {
    type: "checkbox",
    checked: chosen.fair,
    onchange: (event) => {
      chosen.fair = event.target.checked;
      remember();
    },
  });

  async function begin(code, rules = null) {
    problem.textContent = "";
    try {
      const parameter = size.input.value.trim();
      let game = parameter === "" ? code : `${code.split(/[:,]/)[0]}:${parameter}`;
      const book = await ask({ ask: "book", game, rules });
      game = book.code;
      // Where there is no fair start the engine says why.
      if (chosen.fair && book.pool !== null) game = book.fair ?? `${game},first=composite`;
      await ask({ ask: "position", game, rules, moves: [] });
      const seed = newSeed();
      const isPerson = chosen.level === 0;
      const seats = [
        { name: isPerson ? say("player1") : say("you"), level: 0 },
        { name: isPerson ? say("player2") : say("computerName", { level: chosen.level }), level: chosen.level },
      ];
      const tossed = chosen.starts === "toss" ? (await ask({ ask: "toss", seed })) - 1 : null;
      const first = tossed ?? (chosen.starts === "first" ? 0 : 1);
      start(newTable({ game, rules, seats, first, seed }));
    } catch (error) {
      problem.textContent = error.message;
      problem.scrollIntoView({ block: "nearest" });
    }
  }

  const cards = library.books.map((card) =>
    make(
      "li",
      { class: "card" },
      thumbnail(card),
      make("h3", {}, card.title),
      make("p", {}, card.summary),
      button(say("play"), () => begin(card.id), { class: "main", "aria-label": say("playThis", { title: card.title }), "data-book": card.id }),
    ),
  );
  const other = textField(say("code"), { name: "code", "aria-describedby": "code-help" });
  const otherForm = make(
    "form",
    {
      class: "typed",
      onsubmit: (event) => {
        event.preventDefault();
        size.input.value = "";
        begin(other.input.value.trim());
      },
    },
    other.field,
    make("button", { type: "submit" }, say("play")),
    make("p", { id: "code-help", class: "quiet" }, say("codeHelp")),
  );
  const lastGame = kept("game");
  const complaint = newComplaint();
  show(
    root,
    make("h1", { tabindex: "-1" }, say("title")),
    make("p", { class: "lead" }, say("tagline")),
    complaint && make("p", { class: "message", role: "alert" }, complaint),
    isTable(lastGame?.table) &&
      !lastGame.isOver &&
      make(
        "section",
        { class: "go-on" },
        make("p", {}, say("goOnSummary", goOnValues(lastGame))),
        button(say("goOn"), () => goOn(lastGame.table), { class: "main" }),
      ),
    make("h2", {}, say("chooseGame")),
    make(
      "div",
      { class: "choices" },
      opponent.field,
      starts.field,
      size.field,
      make("label", { class: "check" }, fair, make("span", {}, say("fair"))),
    ),
    problem,
    make("ul", { class: "cards" }, cards),
    make("h2", {}, say("otherGame")),
    otherForm,
  );
}

function goOnValues({ title, table }) {
  return { title, names: table.seats.map((seat) => seat.name).join(", "), count: table.moves.length };
}
