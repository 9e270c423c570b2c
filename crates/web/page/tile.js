// A button for a move: a number of the board, a division, or a number in the tray. Whatever is to be seen on it is said, too.
import { make, together } from "./dom.js";
import { say } from "./words.js";

/** @import { Cell, Certificate, Move, Numeral, Verdicts } from "./contract" */

/**
 * What is shown on a position besides itself: who wins, which moves were tried, what was played and what was better, pairs and a
 * barrier; what matters now, while all else fades; what goes in a ring; what the other could take after a move that is only thought of;
 * and at the end all that goes with the last number.
 * @typedef {Map<Move, "played" | "better">} Marks
 * @typedef {object} Look
 * @property {Verdicts | null} [verdicts]
 * @property {Map<Move, boolean>} [tried]
 * @property {Marks} [marks]
 * @property {Certificate | null} [proof]
 * @property {readonly Move[] | null} [matters]
 * @property {readonly Move[]} [ringed]
 * @property {[Numeral, Numeral][]} [arcs]
 * @property {Move | null} [advised]
 * @property {{ move: Move, legal: readonly Move[] } | null} [thought]
 * @property {readonly Numeral[] | null} [lit]
 * @property {boolean} [isHidden] whether people find what is legal themselves: then every free number can be tried
 * @property {Move | null} [unsent] a move that is on its way to where it counts
 * @property {readonly Numeral[]} [barrier] what is taken away so that the rest falls apart,
 * @property {readonly (readonly Numeral[])[]} [pieces] into these
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

const TAKEN_BY = { 1: { kinds: "one", sign: "●" }, 2: { kinds: "two", sign: "○" } };

/** What can be marked on a move. */
export const MARKS = /** @type {const} */ ({
  wins: { sign: "✓", words: "cellWins" },
  loses: { sign: "✗", words: "cellLoses" },
  played: { sign: "◆", words: "cellPlayed" },
  better: { sign: "✓", words: "cellBetter" },
});

/**
 * How a button for a move looks, and what it is called.
 * @typedef {{ kinds: string, label: string, value?: string, sign?: string }} Looks
 */

/** @param {Cell} cell @param {Numeral | null} last @param {string[]} [names] @returns {Looks} */
export function looksOf(cell, last, names) {
  const { number, stands } = cell;
  const { kinds, sign, words } = STANDS[stands];
  if (stands !== "taken" && stands !== "last") return { kinds, sign, label: say(words, { number, last }) };
  const taken = TAKEN_BY[cell.by];
  const label = names ? say(`${STANDS[stands].words}By`, { number, name: names[cell.by - 1] }) : say(words, { number });
  return { kinds: together(kinds, taken.kinds), sign: taken.sign, label };
}

/** A look, to be asked about each move; and the end of a chain that it does not grow at now, where it can grow at both. @param {Look} look @param {Numeral | false} [otherEnd] */
export function lookUp({ verdicts, tried, marks, proof, matters, ringed, thought, lit, isHidden, unsent, barrier: cut, pieces }, otherEnd) {
  const winning = verdicts?.winning && new Set(verdicts.winning);
  const pairs = [...(proof?.pairs ?? []), ...(proof?.plan ? [proof.plan] : [])];
  const partners = new Map(pairs.flatMap(([one, other]) => [[one, other], [other, one]]));
  const barrier = new Set(cut ?? proof?.barrier);
  // Lone numbers look alike, larger pieces different by turns, and the first of each says how many they are.
  const sorted = [...(pieces ?? [])].sort((one, other) => other.length - one.length);
  const inPieces = new Map(sorted.flatMap((piece, at) => piece.map((number, place) => [number, { shade: piece.length === 1 ? 2 : at % 2, count: piece.length, isFirst: place === 0 && piece.length > 1 }])));
  const kept = new Set(thought ? [thought.move, ...thought.legal] : (lit ?? matters ?? []));
  const would = new Set(thought?.legal);
  const ring = new Set(ringed);
  return {
    /** Whether a number can be tried although nobody says that it is legal. @param {string} kinds */
    isOpen: (kinds) => Boolean(isHidden) && kinds === "",
    /** Whether something matters more than the rest. */
    isDim: Boolean(thought ?? lit ?? matters),
    /** @param {Move} move @returns {keyof typeof MARKS | null} */
    markOn(move) {
      const isWinning = winning ? winning.has(move) : tried?.get(move);
      return isWinning === undefined ? (marks?.get(move) ?? null) : isWinning ? "wins" : "loses";
    },
    otherEnd,
    /** @param {Move} move */
    partnerOf: (move) => partners.get(move) ?? null,
    /** How many a number is together with, where that is to be said. @param {Move} move */
    countOn: (move) => (inPieces.get(move)?.isFirst ? (inPieces.get(move)?.count ?? null) : null),
    /** @param {Move} move */
    kindsOf: (move) =>
      together(pieceOf(inPieces.get(move)), barrier.has(move) && "barrier", kept.has(move) && "kept", would.has(move) && "would", ring.has(move) && "ringed", thought?.move === move && "thought", move === unsent && "unsent", move === otherEnd && "other-end"),
  };
}

/** How a part of a piece looks. @param {{ shade: number, count: number } | undefined} piece */
const pieceOf = (piece) => piece && `piece-${piece.shade}${piece.count % 2 === 1 ? " odd" : ""}`;

/** A new button for a move. @param {"data-number" | "data-move"} name @param {Move} move */
export function newTile(name, move) {
  return make("button", { type: "button", [name]: move, tabindex: "-1" }, make("span", { class: "value" }), make("span", { class: "glyph", "aria-hidden": "true" }));
}

/**
 * Gives a button its looks. A number that is not legal can be pressed, too, and then says why it is not, as long as somebody plays; on a board
 * that is only looked at nothing can.
 * @param {HTMLElement} tile
 * @param {Move} move
 * @param {Looks} looks
 * @param {ReturnType<typeof lookUp>} known
 * @param {{ canPlay: boolean, isStill: boolean }} state
 */
export function dress(tile, move, { kinds, label, value = move, sign = "" }, known, { canPlay, isStill }) {
  const isOpen = known.isOpen(kinds);
  const isThere = isOpen || kinds.includes("legal");
  const mark = isThere ? known.markOn(move) : null;
  const partner = known.partnerOf(move);
  const called = isOpen ? say("cell", { number: move }) : move === known.otherEnd ? say("cellOther", { number: move }) : label;
  const judged = mark ? say(MARKS[mark].words, { cell: called }) : called;
  const [written, glyph] = tile.children;
  written.textContent = value;
  glyph.textContent = mark ? MARKS[mark].sign : sign;
  tile.className = together("number", kinds, mark, known.kindsOf(move));
  tile.setAttribute("aria-label", partner === null ? judged : say("cellPartner", { cell: judged, partner }));
  tile.toggleAttribute("disabled", isStill);
  if (isThere && canPlay) tile.removeAttribute("aria-disabled");
  else if (!isStill) tile.setAttribute("aria-disabled", "true");
  // In the corner of a tile stands its partner, or how many it is together with.
  const corner = partner ?? known.countOn(move);
  if (corner === null) delete tile.dataset.partner;
  else tile.dataset.partner = String(corner);
}
