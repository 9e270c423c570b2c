// The small picture of a board on its card: the numbers where they stand on the board, in the same shapes.
import { draw } from "./dom.js";
import { inRows } from "./layout.js";

/** @import { Board, Cell } from "./contract" */

/** Lines on a field of 10 by 10: what goes into the last number points down, what it goes into points up. @type {Partial<Record<Cell["stands"], string>>} */
const SHAPES = { divisor: "M1 1h8v6l-4 2.500-4-2.500z", multiple: "M1 9h8V3L5 .5 1 3z", last: "M5 0a5 5 0 1 0 0 10a5 5 0 1 0 0-10z" };
const TILE = "M2.500 1h5q1.500 0 1.500 1.500v5q0 1.500-1.500 1.500h-5q-1.500 0-1.500-1.500v-5q0-1.500 1.500-1.500z";

/** How a number looks on such a field. @param {Cell} cell */
export const shapeOf = (cell) => (cell.stands === "last" && cell.by === 2 ? TILE : (SHAPES[cell.stands] ?? TILE));

/** @param {Board} board */
export function thumbnail(board) {
  if (board.kind !== "grid") {
    const written = board.kind === "table" ? board.numbers.map(({ number }) => number).join(" ") : board.largest;
    const text = draw("text", { x: 50, y: 62, "text-anchor": "middle", "font-size": 40 }, written.slice(0, 4));
    return draw("svg", { viewBox: "0 0 100 100", class: "thumbnail", "aria-hidden": "true" }, draw("rect", { width: 100, height: 100, rx: 20, class: "free" }), text);
  }
  const { places, across, down } = inRows(board);
  const tile = (/** @type {Cell} */ cell) => {
    const { number, stands } = cell;
    const { x, y } = places.get(number) ?? { x: 0, y: 0 };
    return draw("path", { d: shapeOf(cell), transform: `translate(${x * 10} ${y * 10})`, class: stands === "last" ? "last" : stands in SHAPES ? "legal" : "free" });
  };
  return draw("svg", { viewBox: `0 0 ${across * 10} ${down * 10}`, class: "thumbnail", "aria-hidden": "true" }, board.cells.map(tile));
}
