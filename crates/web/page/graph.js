// The picture of the divisor graph: a row for each count of prime factors.
import { button, download, draw, fileName, make } from "./dom.js";
import { say } from "./words.js";

const WIDTH = 1000;

/** Draws the graph of a position; `rows` and `lines` come from the engine. */
export function drawGraph(picture, position, { proof, verdicts } = {}) {
  const legal = new Set(position.legal);
  const free = new Set(position.free);
  const winning = new Set((verdicts?.winning ?? []).map(String));
  const pairs = proof?.matching ?? [];
  const barrier = new Set(proof?.barrier ?? []);
  const rows = picture.rows.map((numbers, row) => ({ numbers, row })).filter(({ numbers }) => numbers.length > 0);
  const most = Math.max(...rows.map(({ numbers }) => numbers.length));
  const radius = Math.max(7, Math.min(20, WIDTH / most / 2.3));
  const gap = Math.max(radius * 4.2, 70);
  const height = rows.length * gap + radius * 2;
  const place = new Map();
  // The fewest factors are at the bottom, so that multiples are above.
  rows.forEach(({ numbers }, at) => {
    const y = height - radius - gap / 2 - at * gap;
    numbers.forEach((number, column) => place.set(number, { x: ((column + 0.5) * WIDTH) / numbers.length, y }));
  });
  const line = ([one, other]) => {
    const [a, b] = [place.get(one), place.get(other)];
    return a && b && draw("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "edge" });
  };
  const pairLine = (ends) => {
    const [a, b] = ends.map((number) => place.get(number));
    const others = [...place].filter(([number]) => !ends.includes(number)).map(([, at]) => at);
    return a && b && draw("path", { d: curvePast(others, a, b, radius + 4), class: "pair" });
  };
  const isPaired = new Set(pairs.flat());
  const nodes = [...place].map(([number, { x, y }]) => {
    const classes = ["node", free.has(number) ? "free" : "taken"];
    if (legal.has(number)) classes.push("legal");
    if (number === position.last) classes.push("last");
    if (isPaired.has(number)) classes.push("paired");
    if (barrier.has(number)) classes.push("barrier");
    if (winning.has(String(number))) classes.push("wins");
    const size = radius * (number > 99 ? 0.72 : 0.9);
    return draw(
      "g",
      { class: classes.join(" "), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      barrier.has(number)
        ? draw("rect", { x: -radius, y: -radius, width: radius * 2, height: radius * 2 })
        : draw("circle", { r: radius }),
      draw("text", { "text-anchor": "middle", dy: "0.35em", "font-size": size.toFixed(1) }, String(number)),
    );
  });
  const words = say("pictureWords", {
    count: place.size,
    free: position.free.length,
    taken: place.size - position.free.length,
    legal: legal.size > 0 ? say("pictureLegal", { list: [...legal].join(", ") }) : "",
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
  const caption = make("figcaption", {}, words);
  const save = button(say("savePicture"), () => download(`${fileName(position.game)}-graph.svg`, standAlone(svg), "image/svg+xml"));
  // Numbers that can be read need their room: where there is less the picture is moved under a window.
  svg.style.minWidth = `${Math.round(760 / radius)}rem`;
  const window = make("div", { class: "window", tabindex: "0", role: "group", "aria-label": say("pictureTitle") }, svg);
  return make("figure", { class: "picture" }, window, caption, save);
}

/**
 * A line from a to b that keeps this distance from the others: straight, else bent as little as that takes, else as far from
 * them as it goes. It is given by the two points that draw it away from the straight line.
 */
function curvePast(others, a, b, distance) {
  const [across, down] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(across, down);
  const bow = (bend) => {
    const point = (part) => ({ x: a.x + across * part - (down / length) * bend, y: a.y + down * part + (across / length) * bend });
    return [point(1 / 3), point(2 / 3)];
  };
  // Up between its neighbours, along between two rows, and up again.
  const swing = (part) => [{ x: a.x, y: a.y + down * part }, { x: b.x, y: b.y - down * part }];
  const bows = (...sizes) => sizes.flatMap((size) => [bow(size * distance), bow(-size * distance)]);
  const ways = [bow(0), ...bows(1, 2), ...[0.6, 0.8, 1, 1.2, 1.4].map(swing), ...bows(3, 4, 5, 6)];
  const curves = ways.map(([c, d]) => {
    const along = (t, axis) => (1 - t) ** 3 * a[axis] + 3 * t * (1 - t) ** 2 * c[axis] + 3 * t ** 2 * (1 - t) * d[axis] + t ** 3 * b[axis];
    const points = Array.from({ length: 39 }, (_, step) => ({ x: along((step + 1) / 40, "x"), y: along((step + 1) / 40, "y") }));
    const gaps = others.flatMap((other) => points.map(({ x, y }) => Math.hypot(x - other.x, y - other.y)));
    return { c, d, gap: Math.min(Infinity, ...gaps) };
  });
  const { c, d } = curves.find(({ gap }) => gap >= distance) ?? curves.reduce((best, each) => (each.gap > best.gap ? each : best));
  return `M ${[a, c].map(inText).join(" C ")} ${[d, b].map(inText).join(" ")}`;
}

function inText({ x, y }) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** The picture with its looks inside, so that it is the same wherever it is opened. */
function standAlone(svg) {
  const copy = svg.cloneNode(true);
  copy.style.removeProperty("min-width");
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
