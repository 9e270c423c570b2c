// The books explained, each with its sample game to click through, and a sheet to print for a class.
import { drawBoard, drawLegend } from "./board.js";
import { button, make, show, speak } from "./dom.js";
import { ask, stopSlowWork } from "./engine.js";
import { say, sayOf } from "./words.js";

export async function rulesView(root, { library, id }) {
  const book = await ask({ ask: "book", game: id ?? library.books[0].id });
  const links = library.books.map((card) =>
    make("li", {}, make("a", { href: `#/rules/${card.id}`, "aria-current": card.id === book.id ? "page" : null }, card.title)),
  );
  show(
    root,
    make("h1", { tabindex: "-1" }, say("rulesOf", { title: book.title })),
    make("ul", { class: "tabs" }, links),
    make("p", { class: "lead" }, book.summary),
    prose(book.rules),
    book.tips.length > 0 && [make("h2", {}, say("tips")), make("ul", {}, book.tips.map((tip) => make("li", {}, tip)))],
    book.example.length > 0 && (await sampleGame(book.code, book.example)),
    make("p", {}, make("a", { class: "button", href: `#/print/${encodeURIComponent(book.code)}` }, say("print"))),
  );
}

/** Text with empty lines between its paragraphs. */
function prose(text) {
  return text.split(/\n\s*\n/).map((paragraph) => make("p", {}, paragraph.trim()));
}

async function sampleGame(game, moves) {
  let at = 0;
  const place = make("div", {});
  const legend = make("div", {});
  const words = make("p", { class: "status" });
  const names = [say("player1"), say("player2")];
  const back = button("◀", () => go(at - 1), { "aria-label": say("previous") });
  const forward = button("▶", () => go(at + 1), { "aria-label": say("next") });
  async function go(to) {
    at = Math.max(0, Math.min(moves.length, to));
    const position = await ask({ ask: "position", game, moves: moves.slice(0, at) });
    show(place, drawBoard(position, { names }));
    show(legend, drawLegend(position, names));
    const isLast = at === moves.length;
    back.disabled = at === 0;
    forward.disabled = isLast;
    const made = at === 0 ? `${say("startPosition")}.` : `${say("moveOf", { number: at, name: names[(at - 1) % 2], move: moves[at - 1] })}.`;
    const end = position.outcome ? `${position.end_words} ${sayOf("wins", names[position.outcome.winner - 1])}` : isLast && say("exampleStops");
    words.textContent = [made, position.move_words, end].filter(Boolean).join(" ");
    speak(words.textContent);
  }
  await go(0);
  return make(
    "section",
    {},
    make("h2", {}, say("example")),
    make("div", { class: "buttons" }, back, forward),
    words,
    place,
    legend,
  );
}

/** About as many lines as there is room for on a sheet. */
const LINES = 12;

/** Where the games of a class are written down: each has lines for the longest one, and there is room for a few games. */
function linesToWriteOn({ most_divisions: longest }) {
  const heads = ["printMove", "printPlayer", "printDivisor", "printLeft"];
  const line = (_, at) =>
    make("tr", {}, make("th", { scope: "row" }, String(at + 1)), make("td", {}, say(at % 2 === 0 ? "player1" : "player2")), make("td", {}), make("td", {}));
  const game = (_, at) =>
    make(
      "table",
      { class: "lines" },
      make("caption", {}, say("printGame", { number: at + 1 })),
      make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, say(head))))),
      make("tbody", {}, Array.from({ length: longest }, line)),
    );
  return make("div", { class: "games" }, Array.from({ length: Math.max(1, Math.floor(LINES / longest)) }, game));
}

/** One sheet: the board, the rules, three puzzles; the answers at its foot, upside down. */
export async function printView(root, { id }) {
  const book = await ask({ ask: "book", game: id });
  const start = await ask({ ask: "position", game: id, moves: [] });
  const puzzles = [];
  for (const [at, grade] of ["easy", "medium", "hard"].entries()) {
    try {
      const puzzle = await ask({ ask: "puzzle", game: id, grade, seed: at + 1 });
      puzzles.push({ ...puzzle, answer: (await ask({ ask: "hint", game: puzzle.game, moves: puzzle.moves })).move });
    } catch {
      // Small games have no hard puzzles: a sheet with two is still a sheet.
    }
  }
  while (puzzles.length > 0 && puzzles.length < 3) {
    const puzzle = await ask({ ask: "puzzle", game: id, seed: puzzles.length + 10 });
    puzzles.push({ ...puzzle, answer: (await ask({ ask: "hint", game: puzzle.game, moves: puzzle.moves })).move });
  }
  const items = await Promise.all(
    puzzles.map(async (puzzle) => {
      const values = { grade: say(puzzle.grade) };
      if (puzzle.moves.length > 0 || start.pool !== null) {
        return make("li", {}, say("printPuzzle", { ...values, moves: puzzle.moves.join(" ") || say("nothingYet") }));
      }
      const { table } = await ask({ ask: "position", game: puzzle.game, moves: [] });
      return make("li", {}, say("printPuzzleTable", { ...values, table: table.map(({ number }) => number).join(", ") }));
    }),
  );
  show(
    root,
    make(
      "div",
      { class: "sheet" },
      make("h1", { tabindex: "-1" }, say("printTitle", { title: book.title })),
      button(say("printNow"), () => window.print(), { class: "main screen-only" }),
      prose(book.rules),
      drawBoard(start, { names: [say("player1"), say("player2")] }),
      start.most_divisions > 0 && linesToWriteOn(start),
      make("h2", {}, say("puzzleTitle")),
      items.length > 0 ? make("ol", { class: "puzzles" }, items) : make("p", {}, say("printNoPuzzles")),
      items.length > 0 && make("p", { class: "answers" }, say("printAnswers", { list: puzzles.map(({ answer }, at) => `${at + 1}: ${answer}`).join(", ") })),
    ),
  );
  return stopSlowWork;
}
