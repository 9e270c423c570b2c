// A position as a picture that can be taken away: by day, like on paper, and with everything in it.
import { button, download, draw, fileName, make, reasonOf } from "./dom.js";
import { inRows } from "./layout.js";
import { drawThread } from "./thread.js";
import { shapeOf } from "./thumbnail.js";
import { say } from "./words.js";

/** @import { Board, Cell, Drawn } from "./contract" */

/** How many points a tile has, what is around the board, and how wide the picture is in pixels. */
const TILE = 10;
const EDGE = 4;
const HEAD = 8;
const WIDE = 1200;

const COLOURS = /** @type {const} */ (["ink", "one", "two", "legal", "paper", "card", "line", "on-legal", "on-side"]);

/** The colours of the day, as a picture without a style can have them. @returns {Record<typeof COLOURS[number], string>} */
function coloursOfDay() {
  const probe = make("span");
  probe.style.colorScheme = "light";
  document.body.append(probe);
  const entries = COLOURS.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries);
}

/** @param {Cell} cell @param {ReturnType<typeof coloursOfDay>} colours */
function inksOf(cell, colours) {
  const side = "by" in cell ? colours[cell.by === 1 ? "one" : "two"] : colours.ink;
  if (cell.stands === "last") return { tile: side, ink: colours["on-side"] };
  if (cell.stands === "taken") return { tile: "none", ink: side };
  return cell.stands === "free" || cell.stands === "last-resort" ? { tile: colours.card, ink: side } : { tile: colours.legal, ink: colours["on-legal"] };
}

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} fill */
const written = (text, x, y, size, fill, anchor = "middle") =>
  draw("text", { x, y, fill, "font-size": size, "font-weight": 700, "font-family": "system-ui, sans-serif", "text-anchor": anchor }, text);

/** @param {Drawn} position @param {Extract<Board, { kind: "grid" }>} board @param {ReturnType<typeof coloursOfDay>} colours */
function gridOf({ moves }, board, colours, isAlone = false) {
  const layout = inRows(board);
  const letters = board.cells.at(-1)?.number.length ?? 1;
  const size = TILE * Math.min(0.42, 1.15 / letters);
  const tile = (/** @type {Cell} */ cell) => {
    const { x, y } = layout.places.get(cell.number) ?? { x: 0, y: 0 };
    const { tile: fill, ink } = inksOf(cell, colours);
    const shape = draw("path", { d: shapeOf(cell), fill, stroke: fill === colours.card ? colours.line : "none", "stroke-width": 0.3 });
    return draw("g", { transform: `translate(${x * TILE} ${y * TILE})` }, shape, written(cell.number, TILE / 2, TILE / 2 + size * 0.36, size, ink));
  };
  const pieces = drawThread(layout, moves, isAlone).map((piece) => {
    piece?.setAttribute("stroke", colours[piece.classList.contains("one") ? "one" : "two"]);
    return piece;
  });
  const thread = draw("g", { transform: `scale(${TILE})`, fill: "none", "stroke-width": 0.1, "stroke-linecap": "round" }, pieces);
  return { across: layout.across * TILE, down: layout.down * TILE, inside: [board.cells.map(tile), thread].flat() };
}

/** @param {Extract<Board, { kind: "table" }>} board @param {ReturnType<typeof coloursOfDay>} colours */
function tableOf({ numbers }, colours) {
  const inside = numbers.map(({ number, factors }, at) => [
    written(number, 0, at * 18 + 8, 8, colours.ink, "start"),
    written(factors ? factors.join(" × ") : "", 0, at * 18 + 13, 3.5, colours.ink, "start"),
  ]);
  return { across: 70, down: numbers.length * 18, inside: inside.flat() };
}

/** The picture as text, and its size; null where there are too many numbers to be drawn. @param {Drawn} position */
function pictureOf(position, isAlone = false) {
  const { board } = position;
  const title = isAlone ? say("longestOf", { size: board.kind === "grid" ? board.cells.length : "" }) : position.title;
  if (board.kind === "list") return null;
  const colours = coloursOfDay();
  const { across, down, inside } = board.kind === "grid" ? gridOf(position, board, colours, isAlone) : tableOf(board, colours);
  const [width, height] = [across + 2 * EDGE, down + 2 * EDGE + HEAD];
  const svg = draw(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width: WIDE, height: Math.round((WIDE * height) / width) },
    draw("rect", { width, height, fill: colours.paper }),
    written(title, EDGE, EDGE + 4, 4, colours.ink, "start"),
    draw("g", { transform: `translate(${EDGE} ${EDGE + HEAD})` }, inside),
  );
  return { svg: new XMLSerializer().serializeToString(svg), height: Math.round((WIDE * height) / width) };
}

/** The same as dots. @param {string} svg @param {number} height @returns {Promise<Blob>} */
async function dotsOf(svg, height) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make("canvas", { width: WIDE, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDE, height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error(say("noPicture")))), "image/png"));
}

/** How a position is taken away as a picture; nothing where it cannot be drawn. @param {Drawn} position */
export function pictureBox(position, isAlone = false) {
  if (position.board.kind === "list") return null;
  const said = make("span", { role: "status" });
  const saveAs = (/** @type {"png" | "svg"} */ kind) =>
    button(kind.toUpperCase(), async () => {
      const picture = pictureOf(position, isAlone);
      if (!picture) return;
      const name = `${fileName(position.game)}.${kind}`;
      try {
        if (kind === "svg") download(name, picture.svg, "image/svg+xml");
        else download(name, await dotsOf(picture.svg, picture.height), "image/png");
      } catch (error) {
        said.textContent = reasonOf(error);
      }
    }, { "aria-label": say("sharePictureAs", { kind: kind.toUpperCase() }) });
  return make("div", { class: "copy" }, make("p", {}, say("sharePicture")), saveAs("png"), saveAs("svg"), said);
}
