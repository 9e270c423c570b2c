// Boards as they are drawn on paper: lines, numbers, and what was taken crossed out.
import { boardInText } from "./board.js";
import { draw, make } from "./dom.js";
import { inRows } from "./layout.js";
import { twoPlayers } from "./seats.js";
import { say } from "./words.js";

/** @import { Board, Cell, Drawn } from "./contract" */
/** @import { Place } from "./layout.js" */

/** More numbers than these have two tens in a row, so that they are wide rather than high. */
const HIGH = 120;

/** A position on paper. @param {Drawn} position */
export function onPaper(position) {
  const { board } = position;
  if (board.kind === "grid") return drawGrid(board);
  if (board.kind === "table") return make("p", { class: "on-table" }, board.numbers.map(({ number }) => number).join("  "));
  return boardInText(position, { names: twoPlayers() });
}

/** @param {Extract<Board, { kind: "grid" }>} board */
function drawGrid(board) {
  const { cells, columns } = board;
  const { places, across, down } = inRows({ ...board, columns: columns !== null && cells.length > HIGH ? columns * 2 : columns });
  const letters = cells.at(-1)?.number.length ?? 1;
  const size = Math.min(0.46, 1.15 / letters);
  const cell = (/** @type {Cell} */ each) => {
    const { x, y } = /** @type {Place} */ (places.get(each.number));
    const isLast = each.stands === "last";
    const isTaken = each.stands === "taken";
    return [
      draw("rect", { x, y, width: 1, height: 1, class: "cell" }),
      isLast && draw("rect", { x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88, rx: each.by === 1 ? 0.44 : 0.2, class: "last" }),
      draw("text", { x: x + 0.5, y: y + 0.5, "font-size": size, class: isTaken ? "taken" : null }, each.number),
      isTaken && draw("line", { x1: x + 0.12, y1: y + 0.88, x2: x + 0.88, y2: y + 0.12, class: "cross" }),
    ];
  };
  const edge = 0.04;
  return draw("svg", { class: "paper", viewBox: `${-edge} ${-edge} ${across + 2 * edge} ${down + 2 * edge}`, role: "img", "aria-label": say("board") }, cells.map(cell).flat());
}
