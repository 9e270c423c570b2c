// A sheet to print for a class: a board to play on, room to write the game down, three puzzles.
import { drawBoard } from "./board.js";
import { button, make, show, textField } from "./dom.js";
import { ask, askStoppably, stopSlowWork } from "./engine.js";
import { address } from "./link.js";
import { prose } from "./rules.js";
import { say } from "./words.js";

/** A puzzle on a board of more numbers is too small to be read. */
const SMALL_BOARD = 120;

/** About as many lines as there is room for on a sheet. */
const LINES = 18;

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

/** Boxes for the moves of a pool game: fewer of them the more the board takes of the sheet. */
function boxesToWriteIn(rows) {
  const box = (_, at) => make("li", {}, `${at + 1} ${at % 2 === 0 ? "●" : "○"}`);
  return make("ol", { class: "boxes", "aria-label": say("printMoves") }, Array.from({ length: 10 * Math.max(2, 10 - rows) }, box));
}

function linesForNames() {
  const heads = [`● ${say("player1")}`, `○ ${say("player2")}`, say("printDate")];
  return make("p", { class: "names" }, heads.map((head) => make("span", {}, `${head}:`)));
}

/** The sheet with other numbers, for books that have them. */
function otherNumbers(book, numbers) {
  const isDivision = book.pool === null;
  const problem = make("p", { id: "numbers-problem", class: "problem", role: "alert" });
  const { field, input } = textField(say(isDivision ? "numberToDivide" : "largestNumber"), {
    name: "numbers",
    value: numbers,
    inputmode: isDivision ? "text" : "numeric",
    "aria-describedby": "numbers-problem",
  });
  return make(
    "form",
    {
      class: "typed screen-only",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          const code = await ask({ ask: "set-up", game: book.id, numbers: input.value, fair: false });
          location.hash = address(`print/${encodeURIComponent(code)}`);
        } catch (error) {
          problem.textContent = error.message;
        }
      },
    },
    field,
    make("button", { type: "submit" }, say("show")),
    problem,
  );
}

async function threePuzzles(game) {
  const puzzles = [];
  const add = async (question) => {
    const puzzle = await ask({ ask: "puzzle", game, ...question });
    puzzles.push({ ...puzzle, answer: (await ask({ ask: "hint", game: puzzle.game, moves: puzzle.moves })).move });
  };
  for (const [at, grade] of ["easy", "medium", "hard"].entries()) {
    try {
      await add({ grade, seed: at + 1 });
    } catch (error) {
      if (error.stopped) throw error;
      // Small games have no hard puzzles: others take their place.
    }
  }
  while (puzzles.length > 0 && puzzles.length < 3) await add({ seed: puzzles.length + 10 });
  return puzzles;
}

async function drawPuzzle({ game, moves, grade }, names) {
  const position = await ask({ ask: "position", game, moves });
  const { pool, last, table } = position;
  const values = { grade: say(grade), last, moves: moves.join(" "), table: table.map(({ number }) => number).join(", ") };
  if (pool === null) return make("li", {}, say("printPuzzleTable", values));
  const words = say(last === null ? "printPuzzleStart" : "printPuzzle", values);
  if (pool.count > SMALL_BOARD) return make("li", {}, words, last !== null && ` ${say("printTaken", values)}`);
  return make("li", {}, words, drawBoard(position, { names }));
}

/** One sheet; the answers are at its foot, upside down. */
export async function printView(root, { library, id }) {
  const book = await askStoppably({ ask: "book", game: id });
  const start = await ask({ ask: "position", game: id, moves: [] });
  const puzzles = await threePuzzles(id);
  const names = [say("player1"), say("player2")];
  const items = await Promise.all(puzzles.map((puzzle) => drawPuzzle(puzzle, names)));
  const isOnShelf = library.books.some((each) => each.id === book.id);
  const rows = start.pool && Math.ceil(start.pool.last / start.pool.step / 10);
  const sheet = make(
    "div",
    { class: "sheet" },
    make("h1", { tabindex: "-1" }, say("printTitle", { title: book.title })),
    isOnShelf && otherNumbers(book, start.pool ? start.pool.last : start.table.map(({ number }) => number).join(", ")),
    button(say("printNow"), () => window.print(), { class: "main screen-only" }),
    linesForNames(),
    prose(book.rules),
    make("div", { class: "main-board" }, drawBoard(start, { names })),
    start.pool ? boxesToWriteIn(rows) : start.most_divisions > 0 && linesToWriteOn(start),
    make(
      "section",
      { class: "with-puzzles" },
      make("h2", {}, say("puzzleTitle")),
      items.length > 0 ? make("ol", { class: "puzzles" }, items) : make("p", {}, say("printNoPuzzles")),
      items.length > 0 && make("p", { class: "answers" }, say("printAnswers", { list: puzzles.map(({ answer }, at) => `${at + 1}: ${answer}`).join(", ") })),
    ),
  );
  sheet.style.setProperty("--rows", String(Math.max(rows ?? 1, 1)));
  show(root, sheet);
  return stopSlowWork;
}
