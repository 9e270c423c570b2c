// What is drawn between the numbers of a board: the chain as a thread, and arcs between what goes together. In tiles, like the layout.
import { draw } from "./dom.js";
import { say } from "./words.js";

/** @import { Move, Numeral } from "./contract" */
/** @import { Layout, Place } from "./layout.js" */

/** So many pieces of the thread stand out, and twice as many where the whole chain is one person's; older ones fade. */
const FRESH = 3;

/** A longer chain that is one person's has only the pieces that stand out. */
const MOST_PIECES = 40;

/** How far from a number's middle a line ends, so that it can be read. */
const CLEAR = 0.3;

/** A bow between two tiles. @param {Place} from @param {Place} to @param {number} bend */
function bow(from, to, bend) {
  const [x1, y1, x2, y2] = [from.x + 0.5, from.y + 0.5, to.x + 0.5, to.y + 0.5];
  const [x, y] = [(x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend];
  const away = CLEAR / Math.max(Math.hypot(x - x1, y - y1), CLEAR);
  const ends = [x1 + (x - x1) * away, y1 + (y - y1) * away, x2 + (x - x2) * away, y2 + (y - y2) * away].map(short);
  return `M${ends[0]} ${ends[1]} Q${short(x)} ${short(y)} ${ends[2]} ${ends[3]}`;
}

/** @param {number} value */
const short = (value) => value.toFixed(2);

/** So strong is the oldest piece in a game for two. Where the whole chain is one person's all of it is seen, and the numbers under a long one, too. */
const FAINT = 0.08;
const faintAlone = (/** @type {number} */ length) => Math.min(0.5, Math.max(0.17, 9 / length));

/**
 * The chain, each piece in the colour of who drew it.
 * @param {Layout} layout
 * @param {Move[]} moves
 */
export function drawThread({ places }, moves, isAlone = false) {
  return moves.slice(1).map((move, at) => {
    const [from, to] = [places.get(moves[at]), places.get(move)];
    const age = moves.length - 2 - at;
    const fresh = isAlone ? 2 * FRESH : FRESH;
    const strength = Math.max(0, fresh - age) / fresh;
    const kind = isAlone || (at + 1) % 2 === 0 ? "one" : "two";
    const least = isAlone ? faintAlone(moves.length) : FAINT;
    // The old pieces of a long one are a haze that says nothing: its numbers stand beside the board in their order.
    const isHaze = isAlone && strength === 0 && moves.length > MOST_PIECES;
    return isHaze ? undefined : from && to && draw("path", { d: bow(from, to, 0.14), class: `piece ${kind}${age === 0 ? " newest" : isAlone && strength === 0 ? " old" : ""}`, pathLength: 1, "stroke-opacity": short(least + (0.8 - least) * strength) });
  });
}

/**
 * Arcs between partners, and a ring around each.
 * @param {Layout} layout
 * @param {[Numeral, Numeral][]} pairs
 */
export function drawArcs({ places }, pairs) {
  const rings = new Set(pairs.flat());
  const arcs = pairs.map(([one, other], at) => {
    const [from, to] = [places.get(one), places.get(other)];
    // Neighbouring arcs bend and break differently, so that the eye can follow each of many.
    return from && to && draw("path", { d: bow(from, to, [0.25, -0.2, 0.34][at % 3]), class: `arc way${at % 3}`, "data-pair": `${one} ${other}` });
  });
  return [...arcs, ...[...rings].map((number) => drawRing(places.get(number)))];
}

/** Straight lines, and at the side of each band how many prime factors its numbers have. @param {Layout} layout @param {[Numeral, Numeral][]} lines */
export function drawLines({ places, bands = [] }, lines, kind = "next") {
  const line = (/** @type {[Numeral, Numeral]} */ [one, other]) => {
    const [from, to] = [places.get(one), places.get(other)];
    return from && to && draw("line", { x1: from.x + 0.5, y1: from.y + 0.5, x2: to.x + 0.5, y2: to.y + 0.5, class: kind });
  };
  const label = (/** @type {{ y: number, factors: number }} */ { y, factors }) =>
    draw("text", { x: 0.05, y: y - 0.14, class: "band" }, factors === 0 ? say("bandOfOne") : say("band", { count: factors }));
  return [lines.map(line), kind === "next" && bands.map(label)];
}

/** @param {Place | undefined} place */
export function drawRing(place) {
  return place && draw("circle", { cx: short(place.x + 0.5), cy: short(place.y + 0.5), r: 0.44, class: "ring" });
}

/** The move that is advised: from the last number to it. @param {Layout} layout @param {Numeral | null} last @param {Numeral} chosen */
export function drawWay({ places }, last, chosen) {
  const [from, to] = [places.get(last ?? ""), places.get(chosen)];
  return from && to && draw("path", { d: bow(from, to, 0.2), class: "way" });
}
