// The picture of the divisor graph: a row for each count of prime factors.
import { isLegal } from "./board.js";
import { button, download, draw, fileName, make, together } from "./dom.js";
import { say } from "./words.js";

const WIDTH = 1000;

/** @import { Extras } from "./board.js" */
/** @import { Cell, Drawn, Numeral, Picture } from "./contract" */
/** @typedef {{ x: number, y: number }} Point */

/** Draws the graph of a position. @param {Picture} picture @param {Drawn} position @param {Extras} extras */
export function drawGraph(picture, { game, board }, { proof }) {
  const cells = board.kind === "grid" ? board.cells : [];
  const kindsOf = (/** @type {Cell} */ cell) =>
    together("by" in cell ? "taken" : "free", isLegal(cell) && "legal", cell.stands === "last" && "last");
  const kinds = new Map(cells.map((cell) => [cell.number, kindsOf(cell)]));
  const legal = cells.filter(isLegal).map(({ number }) => number);
  const taken = cells.filter((cell) => "by" in cell).length;
  const pairs = proof?.pairs ?? [];
  const barrier = new Set(proof?.barrier);
  const rows = picture.rows.filter((numbers) => numbers.length > 0);
  const radius = Math.max(7, Math.min(20, WIDTH / Math.max(...rows.map((numbers) => numbers.length)) / 2.3));
  const gap = Math.max(radius * 4.2, 70);
  const height = rows.length * gap + radius * 2;
  // The fewest factors are at the bottom, so that multiples are above.
  const places = rows.flatMap((numbers, row) =>
    numbers.map((number, column) => ({ number, x: ((column + 0.5) * WIDTH) / numbers.length, y: height - radius - gap / 2 - row * gap })),
  );
  const place = new Map(places.map((each) => [each.number, each]));
  const line = (/** @type {[Numeral, Numeral]} */ ends) => {
    const [a, b] = ends.map((number) => place.get(number));
    return a && b && draw("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "edge" });
  };
  const pairLine = (/** @type {[Numeral, Numeral]} */ ends) => {
    const [a, b] = ends.map((number) => place.get(number));
    const others = places.filter(({ number }) => !ends.includes(number));
    return a && b && draw("path", { d: curvePast(others, a, b, radius + 4), class: "pair" });
  };
  const nodes = places.map(({ number, x, y }) =>
    draw(
      "g",
      { class: together("node", kinds.get(number), barrier.has(number) && "barrier"), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      barrier.has(number)
        ? draw("rect", { x: -radius, y: -radius, width: radius * 2, height: radius * 2 })
        : draw("circle", { r: radius }),
      draw("text", { "text-anchor": "middle", dy: "0.35em", "font-size": (radius * (number.length > 2 ? 0.72 : 0.9)).toFixed(1) }, number),
    ),
  );
  const words = say("pictureWords", {
    count: cells.length,
    free: cells.length - taken,
    taken,
    legal: legal.length > 0 ? say("pictureLegal", { list: legal.join(", ") }) : "",
    pairs: pairs.length > 0 ? say("picturePairs", { count: pairs.length }) : "",
  });
  const svg = draw(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${Math.ceil(height)}`, class: "graph", role: "img" },
    draw("title", {}, say("pictureTitle")),
    draw("desc", {}, words),
    picture.lines.map(line),
    pairs.map(pairLine),
    nodes,
  );
  // Numbers that can be read need their room: where there is less the picture is moved under a window.
  svg.style.minWidth = `${Math.round(760 / radius)}rem`;
  return make(
    "figure",
    { class: "picture" },
    make("div", { class: "window", tabindex: "0", role: "group", "aria-label": say("pictureTitle") }, svg),
    make("figcaption", {}, words),
    button(say("savePicture"), () => download(`${fileName(game)}-graph.svg`, standAlone(svg), "image/svg+xml")),
  );
}

/**
 * A line from a to b that keeps this distance from the others: straight, else bent as little as that takes, else as far from
 * them as it goes. It is given by the two points that draw it away from the straight line.
 * @param {Point[]} others
 * @param {Point} a
 * @param {Point} b
 * @param {number} distance
 */
function curvePast(others, a, b, distance) {
  const [across, down] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(across, down);
  const bow = (/** @type {number} */ bend) => {
    const point = (/** @type {number} */ part) => ({ x: a.x + across * part - (down / length) * bend, y: a.y + down * part + (across / length) * bend });
    return [point(1 / 3), point(2 / 3)];
  };
  // Up between its neighbours, along between two rows, and up again.
  const swing = (/** @type {number} */ part) => [{ x: a.x, y: a.y + down * part }, { x: b.x, y: b.y - down * part }];
  const bows = (/** @type {number[]} */ ...sizes) => sizes.flatMap((size) => [bow(size * distance), bow(-size * distance)]);
  const ways = [bow(0), ...bows(1, 2), ...[0.6, 0.8, 1, 1.2, 1.4].map(swing), ...bows(3, 4, 5, 6)];
  const curves = ways.map(([c, d]) => {
    const along = (/** @type {number} */ t, /** @type {"x" | "y"} */ axis) =>
      (1 - t) ** 3 * a[axis] + 3 * t * (1 - t) ** 2 * c[axis] + 3 * t ** 2 * (1 - t) * d[axis] + t ** 3 * b[axis];
    const points = Array.from({ length: 39 }, (_, step) => ({ x: along((step + 1) / 40, "x"), y: along((step + 1) / 40, "y") }));
    const gaps = others.flatMap((other) => points.map(({ x, y }) => Math.hypot(x - other.x, y - other.y)));
    return { c, d, gap: Math.min(Infinity, ...gaps) };
  });
  const { c, d } = curves.find(({ gap }) => gap >= distance) ?? curves.reduce((best, each) => (each.gap > best.gap ? each : best));
  return `M ${[a, c].map(inText).join(" C ")} ${[d, b].map(inText).join(" ")}`;
}

/** @param {Point} point */
function inText({ x, y }) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** The picture with its looks inside, so that it is the same wherever it is opened. @param {SVGSVGElement} svg */
function standAlone(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  copy.style.removeProperty("min-width");
  /** @type {[selector: string, properties: string[]][]} */
  const looks = [
    ["line.edge", ["stroke", "stroke-width", "stroke-opacity"]],
    ["path.pair", ["stroke", "stroke-width", "fill"]],
    ["circle, rect", ["fill", "stroke", "stroke-width", "stroke-dasharray"]],
    ["text", ["fill", "font-family", "font-weight"]],
  ];
  for (const [selector, properties] of looks) {
    const originals = svg.querySelectorAll(selector);
    copy.querySelectorAll(selector).forEach((element, at) => {
      const computed = getComputedStyle(originals[at]);
      for (const property of properties) element.setAttribute(property, computed.getPropertyValue(property));
    });
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copy);
}
