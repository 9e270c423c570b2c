// Sheets to print for a class: a board to play on with room to write the game down and three puzzles, a page of puzzles, or several boards.
import { button, choice, make, show, submitting, template, textField, trying } from "./dom.js";
import { Stopped, ask, askStoppably } from "./engine.js";
import { newNumber, numbersField } from "./home.js";
import { address } from "./link.js";
import { onPaper } from "./paper.js";
import { prose } from "./rules.js";
import { twoPlayers } from "./seats.js";
import { say } from "./words.js";

/** @import { Book, Drawn, Grade, Puzzle, Themed } from "./contract" */

/**
 * What is on a sheet, where its answers are, and its number: sheets of the same number are the same.
 * @typedef {keyof typeof KINDS} Kind
 * @typedef {keyof typeof ANSWERS} Answers
 * @typedef {{ code: string, kind: Kind, answers: Answers, sheet: string }} Wanted
 */

/** How many puzzles each has. */
const KINDS = { board: 3, puzzles: 6, boards: 0 };
const ANSWERS = /** @type {const} */ ({ foot: "answersFoot", own: "answersOwn", none: "answersNone" });
const KIND_WORDS = /** @type {const} */ ({ board: "sheetBoard", puzzles: "sheetPuzzles", boards: "sheetBoards" });
/** @type {Grade[]} */
const GRADES = ["easy", "medium", "hard"];

/** A puzzle on a board of more numbers is too small to be read. */
const SMALL_BOARD = 120;
/** Nobody writes down a longer game by hand. */
const MOST_BOXES = 60;
/** About as many lines as there is room for on a sheet. */
const LINES = 18;
/** On a narrower screen what can be chosen is a press away: the sheet comes first. */
const NARROW = 600;
/** So often another puzzle is looked for in the place of one that is there already. */
const TRIES = 20;

/** So many of something. @template Thing @param {number} count @param {(at: number) => Thing} one */
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

/** Boxes for the moves of a pool game, which is seldom longer than half its numbers. @param {number} count */
function boxesToWriteIn(count) {
  return make("ol", { class: "boxes", "aria-label": say("printMoves") }, times(count, (at) => make("li", {}, `${at + 1} ${at % 2 === 0 ? "●" : "○"}`)));
}

/** Where a game is written down, and how many rows of boxes that takes. @param {Drawn} start */
function toWriteOn({ board }) {
  if (board.kind === "table") return { lines: board.most_divisions ? linesToWriteOn(board.most_divisions) : null, rows: 0 };
  const numbers = board.kind === "grid" ? board.cells.length : 2 * MOST_BOXES;
  const count = Math.min(MOST_BOXES, Math.max(6, Math.ceil(numbers / 2)));
  return { lines: boxesToWriteIn(count), rows: Math.ceil(count / 10) };
}

/** @param {Wanted} wanted */
const addressOf = ({ code, kind, answers, sheet }) => address(`print/${encodeURIComponent(code)}`, { kind, answers, sheet });

/** What can be chosen before it is printed. @param {Wanted} wanted @param {Book} book */
function drawChoices(wanted, book) {
  const go = (/** @type {Partial<Wanted>} */ other) => (location.hash = addressOf({ ...wanted, ...other }));
  const problem = make("p", { id: "numbers-problem", class: "problem", role: "alert" });
  const numbers = book.numbers && numbersField(book.numbers, { "aria-describedby": "numbers-problem" });
  const number = textField(say("sheetNumber"), { inputmode: "numeric", value: wanted.sheet, size: 8 });
  const change = async () => {
    const isOther = numbers && numbers.input.value.trim() !== book.numbers?.typed;
    const { code } = isOther ? await ask({ ask: "set-up", game: book.id, numbers: numbers.input.value, fair: false }) : wanted;
    go({ code, sheet: number.input.value.replace(/\D/g, "").slice(0, 12) || wanted.sheet });
  };
  return make(
    "form",
    { class: "typed screen-only", onsubmit: submitting(() => trying(problem, change)) },
    button(say("printNow"), () => window.print(), { class: "main" }),
    button(say("sheetOther"), () => go({ sheet: newNumber() })),
    make(
      "details",
      { open: innerWidth > NARROW },
      make("summary", {}, say("sheetChoices")),
      choice(say("sheetKind"), keysOf(KIND_WORDS).map((kind) => [kind, say(KIND_WORDS[kind])]), wanted.kind, (kind) => go({ kind })).field,
      wanted.kind !== "boards" && choice(say("sheetAnswers"), keysOf(ANSWERS).map((each) => [each, say(ANSWERS[each])]), wanted.answers, (answers) => go({ answers })).field,
      numbers?.field,
      number.field,
      make("button", { type: "submit" }, say("show")),
      problem,
    ),
  );
}

/** @template {string} Key @param {Record<Key, unknown>} record */
const keysOf = (record) => /** @type {Key[]} */ (Object.keys(record));

/**
 * Puzzles for a sheet: each about something else as long as there is something else, and none that would be felt as the same again.
 * @typedef {Puzzle & { position: Drawn, answer: string }} OnSheet
 * @param {string} game
 * @param {Themed[]} themes
 * @param {string} sheet
 * @param {number} count
 */
async function findPuzzles(game, themes, sheet, count) {
  /** @type {Map<string, OnSheet>} */
  const found = new Map();
  for (let at = 0; at < count; at += 1) {
    for (let tried = 0; tried < TRIES && found.size <= at; tried += 1) {
      // Sheets differ in what they begin with.
      const theme = themes.at((Number(sheet) + at + tried) % themes.length)?.theme;
      const puzzle = await puzzleOr(game, theme, `${sheet}${at}${tried}`);
      if (puzzle !== null) found.set(ideaOf(puzzle), puzzle);
    }
  }
  return [...found.values()].sort((one, other) => GRADES.indexOf(one.grade) - GRADES.indexOf(other.grade));
}

/** What is felt as the same, whatever else was taken: the number and its answer; on a table, how many prime factors lie there. @param {OnSheet} puzzle */
function ideaOf({ position: { board, last }, answer }) {
  return board.kind === "table" ? board.numbers.map(({ factors }) => factors?.length).sort().join() : `${last} ${answer}`;
}

/** Not every game has a puzzle about everything. @param {string} game @param {Themed["theme"] | undefined} theme @param {string} seed @returns {Promise<OnSheet | null>} */
async function puzzleOr(game, theme, seed) {
  try {
    const puzzle = await ask({ ask: "puzzle", game, theme, seed });
    const scene = { game: puzzle.game, moves: puzzle.moves };
    const [position, { advice }] = await Promise.all([ask({ ask: "position", scene }), ask({ ask: "advice", scene, stage: "move" })]);
    return { ...puzzle, position, answer: advice?.move ?? "" };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    return null;
  }
}

/** @param {OnSheet} puzzle */
function drawPuzzle({ position, grade }) {
  const { board, last, moves } = position;
  const values = { grade: say(grade), last, moves: moves.join(" ") };
  if (board.kind === "table") {
    return make("li", {}, say("printPuzzleTable", { ...values, table: board.numbers.map(({ number }) => number).join(", ") }));
  }
  const words = say(last === null ? "printPuzzleStart" : "printPuzzle", values);
  if (board.kind === "grid" && board.cells.length <= SMALL_BOARD) return make("li", {}, words, onPaper(position));
  return make("li", {}, words, last !== null && ` ${say("printTaken", values)}`);
}

/** Several boards, each with room to write its game down. @param {Drawn} start */
function severalBoards(start) {
  const numbers = start.board.kind === "grid" ? start.board.cells.length : 0;
  const count = numbers <= 50 ? 6 : numbers <= SMALL_BOARD ? 4 : 2;
  const one = (/** @type {number} */ at) =>
    make("section", {}, make("p", {}, make("b", {}, say("printGame", { number: at + 1 })), " ● ____________ ○ ____________"), onPaper(start), make("p", { class: "rule" }, `${start.taken_list}:`));
  return make("div", { class: "several" }, times(count, one));
}

/** @param {HTMLElement} root @param {string} id @param {URLSearchParams} values */
export async function printView(root, id, values) {
  const known = (/** @type {string} */ name, /** @type {object} */ all, /** @type {string} */ usual) => (Object.hasOwn(all, values.get(name) ?? "") ? (values.get(name) ?? usual) : usual);
  const book = await askStoppably({ ask: "book", scene: { game: id } });
  const start = await ask({ ask: "position", scene: { game: id } });
  const asked = values.get("sheet") ?? "";
  const wanted = /** @type {Wanted} */ ({ code: id, kind: known("kind", KINDS, "board"), answers: known("answers", ANSWERS, "foot"), sheet: /^[1-9]\d{0,11}$/.test(asked) ? asked : newNumber() });
  // Whoever prints it again gets the same sheet.
  history.replaceState(null, "", addressOf(wanted));
  const puzzles = await findPuzzles(id, book.themes, wanted.sheet, KINDS[wanted.kind]);
  /** @type {Record<"sheet" | "title" | "choices" | "rules" | "board" | "lines" | "puzzles" | "foot" | "answers", HTMLElement> & { view: DocumentFragment }} */
  const parts = template("print-view");
  const isBoard = wanted.kind === "board";
  const { lines, rows } = toWriteOn(start);
  const list = puzzles.map(({ answer }, at) => `${at + 1}: ${answer}`).join(", ");
  const isSmall = start.board.kind === "grid" && start.board.cells.length <= SMALL_BOARD;
  const tall = start.board.kind === "grid" ? Math.ceil((start.board.before + start.board.cells.length) / 10) : 0;
  parts.sheet.classList.add(`kind-${wanted.kind}`);
  // What the rest takes on a page, in millimetres, is not the board's.
  parts.sheet.style.setProperty("--rest", `${rows * 8 + (isSmall ? 16 + Math.min(60, tall * 6) : 28)}mm`);
  parts.title.textContent = say(wanted.kind === "puzzles" ? "printPuzzlesTitle" : "printTitle", { title: book.title });
  show(parts.choices, drawChoices(wanted, book));
  show(parts.rules, prose(book.rules));
  show(parts.board, isBoard ? onPaper(start) : wanted.kind === "boards" && severalBoards(start));
  show(parts.lines, isBoard && lines);
  if (KINDS[wanted.kind] > 0) {
    show(parts.puzzles, isBoard && make("h2", {}, say("puzzleTitle")), puzzles.length > 0 ? make("ol", { class: "puzzles" }, puzzles.map(drawPuzzle)) : make("p", {}, say("printNoPuzzles")));
  }
  show(parts.foot, say("sheetFoot", { number: wanted.sheet }), puzzles.length > 0 && wanted.answers === "foot" && make("span", { class: "answers" }, say("printAnswers", { list })));
  show(parts.answers, wanted.answers === "own" && puzzles.length > 0 && drawAnswers(wanted, book, puzzles));
  show(root, parts.view);
}

/** The answers on a sheet of their own, each with what it is about. @param {Wanted} wanted @param {Book} book @param {OnSheet[]} puzzles */
function drawAnswers({ sheet }, { title }, puzzles) {
  return [
    make("h2", {}, say("answersTitle", { title, number: sheet })),
    make("ol", {}, puzzles.map(({ answer, theme }) => make("li", {}, make("b", {}, answer), theme && ` – ${theme.words}`))),
  ];
}
