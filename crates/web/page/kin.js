// What goes with what in the divisor graph, from its picture: whatever can be reached by going only up or only down.

/** @import { Numeral, Picture } from "./contract" */

/**
 * @typedef {Map<Numeral, Set<Numeral>>} Kin
 * What is left together when something is taken away.
 * @typedef {Numeral[]} Piece
 */

/** Every number with all that it divides and all that divide it. @param {Picture} picture @returns {Kin} */
export function kinOf({ rows, lines }) {
  /** @type {Map<Numeral, Numeral[]>} */
  const nextBelow = new Map();
  for (const [lower, upper] of lines) nextBelow.set(upper, [...(nextBelow.get(upper) ?? []), lower]);
  /** @type {Kin} */
  const below = new Map();
  // Whatever is below a number stands in an earlier row.
  for (const number of rows.flat()) {
    const next = nextBelow.get(number) ?? [];
    below.set(number, new Set(next.flatMap((each) => [each, ...(below.get(each) ?? [])])));
  }
  /** @type {Kin} */
  const kin = new Map(rows.flat().map((number) => [number, new Set(below.get(number))]));
  for (const [number, all] of below) for (const each of all) kin.get(each)?.add(number);
  return kin;
}

/** How these numbers hang together. @param {Kin} kin @param {readonly Numeral[]} numbers @returns {Piece[]} */
export function piecesOf(kin, numbers) {
  const left = new Set(numbers);
  /** @type {Piece[]} */
  const pieces = [];
  for (const number of numbers) {
    if (!left.delete(number)) continue;
    const piece = [number];
    for (const each of piece) {
      for (const other of kin.get(each) ?? []) if (left.delete(other)) piece.push(other);
    }
    pieces.push(piece);
  }
  return pieces;
}
