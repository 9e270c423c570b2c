// The board: a grid of numbers, a list of the legal ones, or the numbers on a table. It draws what the engine answered and knows no
// rule.
import { USABLE, button, draw, make, together } from "./dom.js";
import { say, sayNumber } from "./words.js";

/** @import { Board, Cell, Certificate, Drawn, Move, Numeral, OnTable, Verdicts } from "./contract" */

/**
 * What is shown besides: verdicts of all moves or of those that were tried, what was played and what was better, pairs and a barrier,
 * or why there are none.
 * @typedef {Map<Move, "played" | "better">} Marks
 * @typedef {{ verdicts?: Verdicts | null, tried?: Map<Move, boolean>, marks?: Marks, proof?: Certificate | null, noPairing?: string }} Extras
 */

/**
 * What can be done on a board. Without `pick` it is only looked at; `refuse` gets a number that is not legal, to say why, and
 * without it such a number cannot be pressed.
 * @typedef {(move: Move, click: MouseEvent) => unknown} OnMove
 * @typedef {{ pick?: OnMove | false, refuse?: OnMove }} OnBoard
 */

/**
 * How a number stands, how it looks, and how it is said.
 * @satisfies {Record<Cell["stands"], { kinds: string, sign: string, words: import("./words.js").Key }>}
 */
const STANDS = {
  first: { kinds: "legal", sign: "", words: "cell" },
  divisor: { kinds: "legal divisor", sign: "▾", words: "cellDivisor" },
  multiple: { kinds: "legal multiple", sign: "▴", words: "cellMultiple" },
  free: { kinds: "", sign: "", words: "cellFree" },
  "last-resort": { kinds: "", sign: "", words: "cellFree" },
  taken: { kinds: "taken", sign: "", words: "cellTaken" },
  last: { kinds: "taken last", sign: "", words: "cellLast" },
};

/** Whether a number can be picked now. @param {Cell} cell */
export const isLegal = ({ stands }) => STANDS[stands].kinds.includes("legal");

const TAKEN_BY = { 1: { kinds: "first", sign: "●" }, 2: { kinds: "second", sign: "○" } };
/** What can be marked on a move. */
const MARKS = /** @type {const} */ ({
  wins: { sign: "✓", words: "cellWins" },
  loses: { sign: "✗", words: "cellLoses" },
  played: { sign: "◆", words: "cellPlayed" },
  better: { sign: "✓", words: "cellBetter" },
});

/** What is shown besides, to be looked up by its number or move. @param {Extras} extras */
function lookUp({ verdicts, tried, marks, proof }) {
  const winning = verdicts?.winning && new Set(verdicts.winning);
  const pairs = [...(proof?.pairs ?? []), ...(proof?.plan ? [proof.plan] : [])];
  return {
    /** @param {Move} move @returns {keyof typeof MARKS | null} */
    markOn(move) {
      const isWinning = winning ? winning.has(move) : tried?.get(move);
      return isWinning === undefined ? (marks?.get(move) ?? null) : isWinning ? "wins" : "loses";
    },
    partners: new Map(pairs.flatMap(([one, other]) => [[one, other], [other, one]])),
    barrier: new Set(proof?.barrier),
  };
}

/**
 * Draws a position. `names` are those of the two sides, where it matters who took what.
 * @param {Drawn} position
 * @param {{ names?: string[], extras?: Extras } & OnBoard} options
 */
export function drawBoard({ board, last }, { names, extras = {}, ...deeds } = {}) {
  const moveButton = movesOn(lookUp(extras), deeds);
  if (board.kind === "table") return inGroup("table", board.numbers.map((each) => drawHeap(each, moveButton)));
  if (board.kind === "list") return drawList(board, moveButton);
  const cells = board.cells.map((cell) => moveButton(cell.number, looksOf(cell, last, names)));
  const grid = inGroup(board.columns === null ? "grid flowing" : "grid", cells);
  makeRoom(grid, [board.cells.at(-1)?.number ?? ""]);
  grid.style.setProperty("--before", String(board.before));
  return grid;
}

/**
 * How a button for a move looks, and what it is called.
 * @typedef {{ kinds: string, label: string, value?: string, sign?: string, name?: string }} Looks
 * @typedef {(move: Move, looks: Looks) => HTMLElement} MoveButton
 */

/**
 * Makes buttons for moves. Whatever is to be seen on one is said, too.
 * @param {ReturnType<typeof lookUp>} known
 * @param {OnBoard} deeds
 * @returns {MoveButton}
 */
function movesOn(known, { pick, refuse }) {
  return (move, { kinds, label, value = move, sign = "", name = "data-number" }) => {
    const canBePicked = kinds.includes("legal");
    const onclick = canBePicked ? pick : pick && refuse;
    const mark = canBePicked ? known.markOn(move) : null;
    const partner = known.partners.get(move);
    const judged = mark ? say(MARKS[mark].words, { cell: label }) : label;
    return button(
      [
        make("span", { class: "value" }, value),
        make("span", { class: "glyph", "aria-hidden": "true" }, mark ? MARKS[mark].sign : sign),
        partner !== undefined && make("span", { class: "partner", "data-partner": partner }),
      ],
      (event) => onclick && onclick(move, event),
      {
        class: together("number", kinds, mark, known.barrier.has(move) && "barrier"),
        "aria-label": partner === undefined ? judged : say("cellPartner", { cell: judged, partner }),
        [name]: move,
        disabled: !onclick,
        "aria-disabled": !canBePicked && onclick ? "true" : null,
        tabindex: "-1",
      },
    );
  };
}

/** @param {Cell} cell @param {Numeral | null} last @param {string[]} [names] @returns {Looks} */
function looksOf(cell, last, names) {
  const { number, stands } = cell;
  const { kinds, sign, words } = STANDS[stands];
  if (stands !== "taken" && stands !== "last") return { kinds, sign, label: say(words, { number, last }) };
  const taken = TAKEN_BY[cell.by];
  const label = names ? say(`${STANDS[stands].words}By`, { number, name: names[cell.by - 1] }) : say(words, { number });
  return { kinds: together(kinds, taken.kinds), sign: taken.sign, label };
}

/** Of a large board only what is legal. @param {Extract<Board, { kind: "list" }>} board @param {MoveButton} moveButton */
function drawList({ count, largest, legal, legal_count: legalCount }, moveButton) {
  const list = inGroup("grid flowing", legal?.map((number) => moveButton(number, { kinds: "legal", label: number })));
  makeRoom(list, [largest]);
  return make("div", {}, make("p", {}, legal !== null ? say("tooLarge", { count }) : legalCount !== null && say("tooMany", { count: legalCount })), list);
}

/**
 * A number on a table with its prime factors as a picture and its divisors as buttons.
 * @param {OnTable} heap
 * @param {MoveButton} moveButton
 */
function drawHeap({ number, factors, is_prime: isPrime, divisors, divisor_count: count }, moveButton) {
  const divisions = divisors.map(({ by, left }) => {
    const looks = { value: `÷ ${by}`, sign: `→ ${left}`, label: say("divisorButton", { number, by, result: left }) };
    return moveButton(`${number}/${by}`, { ...looks, kinds: "legal division", name: "data-move" });
  });
  const choices = make("div", { class: "divisors" }, divisions);
  makeRoom(choices, divisors.map(({ by }) => `÷ ${by}`));
  return make(
    "section",
    { class: isPrime ? "heap prime" : "heap" },
    make("p", { class: "on-table" }, number),
    factors && factorPicture(factors),
    factors && make("p", { class: "quiet" }, isPrime ? say("isPrime", { number }) : say("factorsOf", { number, factors: factors.join(" × ") })),
    choices,
    count !== null && count > divisors.length && make("p", { class: "more" }, say("moreDivisors", { count: sayNumber(count - divisors.length) })),
  );
}

/** The board itself. @param {string} kinds @param {import("./dom.js").Child} children */
function inGroup(kinds, children) {
  return withArrowKeys(make("div", { class: kinds, role: "group", "aria-label": say("board") }, children));
}

/** Makes the buttons wide enough for what is written on the widest. @param {HTMLElement} place @param {string[]} written */
function makeRoom(place, written) {
  place.style.setProperty("--letters", String(Math.max(1, ...written.map((each) => each.length))));
}

/** A dot for every prime factor, the same prime in the same height. @param {Numeral[]} factors */
function factorPicture(factors) {
  const primes = [...new Set(factors)];
  const width = Math.max(factors.length, 1) * 30;
  const dots = factors.map((prime, at) =>
    draw(
      "g",
      { class: `shade${primes.indexOf(prime) % 5}`, transform: `translate(${at * 30 + 15} 15)` },
      draw("circle", { r: 13 }),
      draw("text", { "text-anchor": "middle", dy: "0.35em", "font-size": prime.length > 2 ? 8 : 12 }, prime.length > 4 ? "p" : prime),
    ),
  );
  return draw("svg", { class: "factors", viewBox: `0 0 ${width} 30`, width: `${width / 16}rem`, "aria-hidden": "true" }, dots);
}

/**
 * Where the keys lead from a button, among the buttons that can be reached and those that do what they say.
 * @type {Record<string, (from: HTMLElement, buttons: HTMLElement[], legal: HTMLElement[]) => HTMLElement | undefined>}
 */
const KEYS = {
  ArrowRight: (from, buttons) => buttons[buttons.indexOf(from) + 1],
  ArrowLeft: (from, buttons) => buttons[buttons.indexOf(from) - 1],
  ArrowDown: (from, buttons) => inNextRow(from, buttons, 1),
  ArrowUp: (from, buttons) => inNextRow(from, buttons, -1),
  Home: (_from, _buttons, legal) => legal.at(0),
  End: (_from, _buttons, legal) => legal.at(-1),
};

/**
 * One stop for the Tab key; the arrow keys go from legal number to legal number, Home and End to the first and the last.
 * @param {HTMLElement} board
 */
function withArrowKeys(board) {
  const found = (/** @type {string} */ selector) => [.../** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(selector))];
  found(USABLE)[0]?.setAttribute("tabindex", "0");
  board.addEventListener("keydown", (event) => {
    const from = found("button").find((each) => each === event.target);
    if (!Object.hasOwn(KEYS, event.key) || !from) return;
    event.preventDefault();
    event.stopPropagation();
    // A number that is not legal can have the focus after a click: from there it goes to a legal one, too.
    const buttons = found("button").filter((each) => each === from || each.matches(USABLE));
    KEYS[event.key](from, buttons, found(USABLE))?.focus();
  });
  board.addEventListener("focusin", ({ target }) => {
    const legal = found(USABLE);
    if (legal.some((each) => each === target)) for (const each of legal) each.setAttribute("tabindex", each === target ? "0" : "-1");
  });
  return board;
}

/**
 * The nearest button in the nearest row above or below.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} buttons
 * @param {1 | -1} down
 */
function inNextRow(from, buttons, down) {
  const here = from.getBoundingClientRect();
  const distanceTo = (/** @type {HTMLElement} */ other) => {
    const there = other.getBoundingClientRect();
    const rows = (there.top - here.top) * down;
    return rows < 4 ? Infinity : rows * 4 + Math.abs(there.left - here.left);
  };
  const reached = buttons.map((other) => ({ other, distance: distanceTo(other) })).filter(({ distance }) => distance < Infinity);
  return reached.sort((one, other) => one.distance - other.distance)[0]?.other;
}

const LEGEND = /** @type {const} */ ({ played: "legendPlayed", better: "legendBetter" });

/** What the signs on the board mean. @param {Drawn} position @param {string[]} names @param {Extras} extras */
export function drawLegend({ board, last }, names, { verdicts, marks, proof } = {}) {
  const item = (/** @type {string} */ kinds, /** @type {string} */ sign, /** @type {string} */ words) =>
    make("li", {}, make("span", { class: `number sample ${kinds}`, "aria-hidden": "true" }, sign), words);
  const hasBarrier = Boolean(proof?.barrier?.length);
  const legend = make(
    "ul",
    { class: "legend" },
    board.kind !== "table" && [
      item("legal divisor", "▾", say("legendDivisor")),
      item("legal multiple", "▴", say("legendMultiple")),
      last !== null && item("last", "", say("legendLast")),
      item("taken first", "●", say("legendTaken", { name: names[0] })),
      item("taken second", "○", say("legendTaken", { name: names[1] })),
    ],
    verdicts && [item("legal wins", "✓", say("legendWins")), item("legal loses", "✗", say("legendLoses"))],
    [...new Set(marks?.values())].map((mark) => item(`legal ${mark}`, MARKS[mark].sign, say(LEGEND[mark]))),
    hasBarrier && item("barrier", "", say("legendBarrier")),
  );
  return hasBarrier ? make("div", {}, legend, make("p", { class: "quiet" }, say("barrierWords"))) : legend;
}

/** The small picture of a board on its card. @param {Board} board */
export function thumbnail(board) {
  const picture = (/** @type {import("./dom.js").Child} */ children) =>
    draw("svg", { viewBox: "0 0 100 60", class: "thumbnail", "aria-hidden": "true" }, children);
  if (board.kind !== "grid") {
    const written = board.kind === "table" ? board.numbers.map(({ number }) => number).join(" ") : board.largest;
    return picture(draw("text", { x: 50, y: 40, "text-anchor": "middle", "font-size": 28, class: "ink" }, written.slice(0, 6)));
  }
  const { cells } = board;
  const columns = cells.length > 25 ? 10 : 5;
  const rows = Math.ceil(cells.length / columns);
  const size = Math.min(100 / columns, 60 / rows);
  const [left, top] = [(100 - columns * size) / 2, (60 - rows * size) / 2];
  const square = (/** @type {Cell} */ cell, /** @type {number} */ at) =>
    draw("rect", {
      x: left + (at % columns) * size + size * 0.08,
      y: top + Math.floor(at / columns) * size + size * 0.08,
      width: size * 0.84,
      height: size * 0.84,
      rx: size * 0.15,
      class: cell.stands === "last" ? "last" : isLegal(cell) ? "lit" : "dim",
    });
  return picture(cells.map(square));
}
