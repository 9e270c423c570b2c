// Where the numbers of a board stand, in tiles from the top left: in rows of ten, or in bands by how many prime factors they have.

/** @import { Board, Cell, Numeral, Picture } from "./contract" */

/**
 * @typedef {{ x: number, y: number }} Place
 * @typedef {{ places: Map<Numeral, Place>, across: number, down: number, bands?: { y: number, factors: number }[] }} Layout with bands, where the label of each stands
 */

/** A board of so few numbers has rows of five: its tiles are twice as large, and the tens still end a row. */
const FEW = 30;
/** Above each band, where its label stands. */
const BREATH = 0.5;

/**
 * As the board is: rows that end with the tens.
 * @param {Extract<Board, { kind: "grid" }>} board
 * @returns {Layout}
 */
export function inRows({ cells, columns, before }) {
  const across = columns === null || cells.length + before <= FEW ? 5 : columns;
  const start = before % across;
  const place = (/** @type {Cell} */ { number }, /** @type {number} */ at) =>
    /** @type {[Numeral, Place]} */ ([number, { x: (start + at) % across, y: Math.floor((start + at) / across) }]);
  return { places: new Map(cells.map(place)), across, down: Math.ceil((start + cells.length) / across) };
}

/**
 * By prime factors: the fewest at the bottom, so that every multiple is above. A band that is too long goes on in the next line; the
 * lines are as long as makes the whole so many times as high as wide.
 * @param {Picture} picture
 * @param {number} tall
 * @returns {Layout}
 */
export function inBands({ rows }, tall = 1) {
  const bands = rows.map((numbers, factors) => ({ numbers, factors })).filter(({ numbers }) => numbers.length > 0);
  const linesOf = (/** @type {number} */ across) => bands.reduce((sum, { numbers }) => sum + Math.ceil(numbers.length / across), 0);
  const heightOf = (/** @type {number} */ across) => linesOf(across) + bands.length * BREATH;
  const longest = Math.max(...bands.map(({ numbers }) => numbers.length));
  let across = Math.min(longest, 4);
  while (across < longest && heightOf(across) > across * tall) across += 1;
  const down = heightOf(across);
  /** @type {Layout["places"]} */
  const places = new Map();
  const labels = [];
  let bottom = down;
  for (const { numbers, factors } of bands) {
    const lines = Math.ceil(numbers.length / across);
    // Lines of one band are as long as each other, and stand in the middle.
    const each = Math.ceil(numbers.length / lines);
    numbers.forEach((number, at) => {
      const line = Math.floor(at / each);
      const inLine = Math.min(each, numbers.length - line * each);
      places.set(number, { x: (across - inLine) / 2 + (at % each), y: bottom - 1 - line });
    });
    bottom -= lines;
    labels.push({ y: bottom, factors });
    bottom -= BREATH;
  }
  return { places, across, down, bands: labels };
}
