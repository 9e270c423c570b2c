// Small drawings of our own: signs for tools, and the faces of those who play.
import { draw } from "./dom.js";

/** @import { Side, Who } from "./contract" */

/** Lines on a field of 24 by 24. */
const SIGNS = {
  undo: "M8 5 3 10l5 5M3 10h11a6 6 0 0 1 0 12h-4",
  redo: "M16 5l5 5-5 5M21 10H10a6 6 0 0 0 0 12h4",
  turn: "M7 4 3 8l4 4M3 8h18M17 12l4 4-4 4M21 16H3",
  chain: "M5 19a2 2 0 1 0 .01 0M6 17 10 8M11 4a2 2 0 1 0 .01 0M12 7l5 7M18 15a2 2 0 1 0 .01 0",
  hint: "M9 18h6M10 22h4M8.500 15c-2-1.500-3-3.500-3-6a6.500 6.500 0 0 1 13 0c0 2.500-1 4.500-3 6",
  verdicts: "M12 3v18M7 21h10M4 7h16M4 7l-3 7a3.200 3.200 0 0 0 6 0zM20 7l-3 7a3.200 3.200 0 0 0 6 0z",
  bands: "M12 4v4M12 8l-6 5M12 8l6 5M6 13v4M18 13v4M6 17l6 4M18 17l-6 4",
  rows: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  home: "M3 11 12 4l9 7M6 9v11h12V9",
  again: "M20 11a8 8 0 1 0-2 6M20 4v7h-7",
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  answer: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18h.01",
  proof: "M4 6h9M4 12h9M4 18h9M16 7l2 2 4-4M16 17l2 2 4-4",
  play: "M7 4l13 8-13 8z",
  open: "M3 19V5h6l2 3h10v11z",
  even: "M8 3v17M8 20l-4-4M8 20l4-4M16 21V4M16 4l-4 4M16 4l4 4",
  away: "M6 6l12 12M18 6L6 18",
  done: "M4 13l5 5L20 6",
  two: "M8 11a3.500 3.500 0 1 0-.01 0M2 20c0-3.500 2.500-6 6-6s6 2.500 6 6M16 4.500a3.500 3.500 0 0 1 0 6.500M17.500 14.500c3 .5 4.500 3 4.500 5.500",
  show: "M3 5h18v12H3zM9 21h6M12 17v4",
};

/** @typedef {keyof typeof SIGNS} Sign */

/** @param {Sign} name */
export const sign = (name) => draw("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: SIGNS[name] }));

/**
 * What makes a face out of a head: drawn behind it and before it, on a field of 40 by 40, and where its eyes are.
 * @typedef {{ behind?: string, before?: string, sad?: string, eyes: [number, number, number] }} Face
 */

/** A person; the five opponents from the one who sees least; a program. @type {Record<string, Face>} */
const FACES = {
  human: { eyes: [14, 26, 3.4], before: "M14 27q6 5 12 0", sad: "M14 30q6-5 12 0" },
  "level:1": { eyes: [15, 25, 1.7], behind: "M4 33q4-5 8 0zM28 33q4-5 8 0z", before: "M16.500 25.500a3.500 2.800 0 1 0 7 0a3.500 2.800 0 1 0-7 0zM20 28.500v3" },
  "level:2": { eyes: [14.5, 25.500, 3], behind: "M11 14C6 4 9-2 12 0s6 8 5 13zM29 14C34 4 31-2 28 0s-6 8-5 13z", before: "M18.500 25h3l-1.500 2zM20 27v3M17 32q3 2 6 0" },
  "level:3": { eyes: [14, 26, 3], behind: "M5 4l10 7-9 9zM35 4l-10 7 9 9z", before: "M17.500 29h5L20 32zM10 27l8 4M30 27l-8 4" },
  "level:4": { eyes: [13.500, 26.500, 5.200], behind: "M6 5l9 6-8 5zM34 5l-9 6 8 5z", before: "M18 24h4l-2 5z" },
  "level:5": { eyes: [14.500, 25.500, 2.800], before: "M8 22q2 16 12 17q10-1 12-17q-4 6-8 5q-4-2-8 0q-4 1-8-5zM11 13q3-2 6 0M23 13q3-2 6 0" },
  bot: { eyes: [14, 26, 3], behind: "M19 2h2v7h-2z", before: "M13 28h14M16 26v4M20 26v4M24 26v4" },
};

/** Brows, by how a game ended for somebody. */
const MOODS = { glad: "M10 11q4-4 8 0M22 11q4-4 8 0", sad: "M10 13l7-3M30 13l-7-3" };

/**
 * The face of whoever plays on this side, looking somewhere: -1 to 1 across and down.
 * @param {Who} who
 * @param {Side} side
 * @param {{ x: number, y: number }} gaze
 * @param {keyof typeof MOODS | null} mood
 */
export function face(who, side, gaze, mood = null) {
  const { behind, before, sad, eyes: [left, right, size] } = FACES[who] ?? FACES.human;
  const eye = (/** @type {number} */ x) => [
    draw("circle", { cx: x, cy: 18, r: size, class: "eye" }),
    draw("circle", { cx: (x + gaze.x * size * 0.4).toFixed(1), cy: (18 + gaze.y * size * 0.4).toFixed(1), r: Math.max(1.1, size * 0.48), class: "pupil" }),
  ];
  return draw(
    "svg",
    { class: `face ${side === 1 ? "one" : "two"}`, viewBox: "0 0 40 40", "aria-hidden": "true" },
    behind && draw("path", { d: behind, class: "behind" }),
    side === 1 ? draw("circle", { cx: 20, cy: 21, r: 16.500, class: "head" }) : draw("rect", { x: 4, y: 5, width: 32, height: 32, rx: 10, class: "head" }),
    before && draw("path", { d: mood === "sad" ? (sad ?? before) : before, class: "before" }),
    mood && draw("path", { d: MOODS[mood], class: "before" }),
    eye(left),
    eye(right),
  );
}

/** Our mark: a number, what goes into it, and the thread between them. */
export const mark = () =>
  draw(
    "svg",
    { class: "mark", viewBox: "0 0 40 40", "aria-hidden": "true" },
    draw("rect", { x: 3, y: 3, width: 34, height: 34, rx: 10, class: "tile" }),
    draw("path", { d: "M11 29Q13 13 29 11", class: "thread" }),
    draw("circle", { cx: 11, cy: 29, r: 5, class: "one" }),
    draw("circle", { cx: 29, cy: 11, r: 5, class: "two" }),
  );
