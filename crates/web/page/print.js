// A sheet to print for a class: a board to play on, room to write the game down, three puzzles.
import { boardInText } from "./board.js";
import { make, show, submitting, template, trying } from "./dom.js";
import { Stopped, ask, askStoppably } from "./engine.js";
import { numbersField } from "./home.js";
import { address } from "./link.js";
import { prose } from "./rules.js";
import { twoPlayers } from "./seats.js";
import { say } from "./words.js";

/** @import { Grade, NumberField, Sought } from "./contract" */

/** A puzzle on a board of more numbers is too small to be read. */
const SMALL_BOARD = 120;

/** About as many lines as there is room for on a sheet. */
const LINES = 18;

/** So many of something. @param {number} count @param {(at: number) => HTMLElement} one */
const times = (count, one) => Array.from({ length: count }, (_, at) => one(at));

/**
 * Where the games of a class are written down: each has lines for the longest one, and there is room for a few games.
 * @param {number} longest
 */
function linesToWriteOn(longest) {
  const heads = [say("printMove"), say("printPlayer"), say("printDivisor"), say("printLeft")];
  const line = (/** @type {number} */ at) =>
    make("tr", {}, make("th", { scope: "row" }, String(at + 1)), make("td", {}, twoPlayers()[at % 2]), make("td"), make("td"));
  const games = times(Math.max(1, Math.floor(LINES / longest)), (at) =>
    make(
      "table",
      { class: "lines" },
      make("caption", {}, say("printGame", { number: at + 1 })),
      make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, times(longest, line)),
    ),
  );
  return make("div", { class: "games" }, games);
}

/** Boxes for the moves of a pool game: fewer of them the more the board takes of the sheet. @param {number} rows */
function boxesToWriteIn(rows) {
  const boxes = times(10 * Math.max(2, 10 - rows), (at) => make("li", {}, `${at + 1} ${at % 2 === 0 ? "●" : "○"}`));
  return make("ol", { class: "boxes", "aria-label": say("printMoves") }, boxes);
}

/** The sheet with other numbers. @param {string} id @param {NumberField} numbers */
function otherNumbers(id, numbers) {
  const problem = make("p", { id: "numbers-problem", class: "problem", role: "alert" });
  const { field, input } = numbersField(numbers, { "aria-describedby": "numbers-problem" });
  const change = async () => {
    const { code } = await ask({ ask: "set-up", game: id, numbers: input.value, fair: false });
    location.hash = address(`print/${encodeURIComponent(code)}`);
  };
  const onsubmit = submitting(() => trying(problem, change));
  return make("form", { class: "typed screen-only", onsubmit }, field, make("button", { type: "submit" }, say("show")), problem);
}

/** @param {string} game */
async function threePuzzles(game) {
  /** @type {{ item: HTMLElement, answer: string }[]} */
  const puzzles = [];
  const add = async (/** @type {Sought} */ sought) => {
    const puzzle = await ask({ ask: "puzzle", game, ...sought });
    const scene = { game: puzzle.game, moves: puzzle.moves };
    const { advice } = await ask({ ask: "advice", scene, stage: "move" });
    puzzles.push({ item: await drawPuzzle(scene, puzzle.grade), answer: `${puzzles.length + 1}: ${advice?.move}` });
  };
  for (const [at, grade] of /** @type {Grade[]} */ (["easy", "medium", "hard"]).entries()) {
    try {
      await add({ grade, seed: String(at + 1) });
    } catch (error) {
      if (error instanceof Stopped) throw error;
      // Small games have no hard puzzles: others take their place.
    }
  }
  while (puzzles.length > 0 && puzzles.length < 3) await add({ seed: String(puzzles.length + 10) });
  return puzzles;
}

/** @param {{ game: string, moves: string[] }} scene @param {Grade} grade */
async function drawPuzzle(scene, grade) {
  const position = await ask({ ask: "position", scene });
  const { board, last, moves } = position;
  const values = { grade: say(grade), last, moves: moves.join(" ") };
  if (board.kind === "table") {
    return make("li", {}, say("printPuzzleTable", { ...values, table: board.numbers.map(({ number }) => number).join(", ") }));
  }
  const words = say(last === null ? "printPuzzleStart" : "printPuzzle", values);
  if (board.kind === "grid" && board.cells.length <= SMALL_BOARD) return make("li", {}, words, boardInText(position, { names: twoPlayers() }));
  return make("li", {}, words, last !== null && ` ${say("printTaken", values)}`);
}

/** One sheet; the answers are at its foot, upside down. @param {HTMLElement} root @param {string} id */
export async function printView(root, id) {
  const book = await askStoppably({ ask: "book", scene: { game: id } });
  const start = await ask({ ask: "position", scene: { game: id } });
  const { board } = start;
  const puzzles = await threePuzzles(id);
  const rows = board.kind === "grid" ? Math.ceil((board.before + board.cells.length) / 10) : 10;
  const toWriteOn = board.kind !== "table" ? boxesToWriteIn(rows) : board.most_divisions ? linesToWriteOn(board.most_divisions) : null;
  /** @type {Record<"sheet" | "title" | "other" | "print" | "rules" | "board" | "lines" | "puzzles", HTMLElement> & { view: DocumentFragment }} */
  const parts = template("print-view");
  parts.sheet.style.setProperty("--rows", String(board.kind === "table" ? 1 : rows));
  parts.title.textContent = say("printTitle", { title: book.title });
  parts.print.onclick = () => window.print();
  show(parts.other, book.numbers && otherNumbers(book.id, book.numbers));
  show(parts.rules, prose(book.rules));
  show(parts.board, boardInText(start, { names: twoPlayers() }));
  show(parts.lines, toWriteOn);
  show(
    parts.puzzles,
    puzzles.length > 0 ? make("ol", { class: "puzzles" }, puzzles.map(({ item }) => item)) : make("p", {}, say("printNoPuzzles")),
    puzzles.length > 0 && make("p", { class: "answers" }, say("printAnswers", { list: puzzles.map(({ answer }) => answer).join(", ") })),
  );
  show(root, parts.view);
}
