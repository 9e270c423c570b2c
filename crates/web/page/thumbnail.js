// The small picture of a board on its card.
import { draw } from "./dom.js";
import { isLegal } from "./tile.js";

/** @import { Board, Cell } from "./contract" */

/** @param {Board} board */
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
