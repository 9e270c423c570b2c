// The board: one object that stays while what is on it changes. It draws what the engine answered and knows no rule.
import { USABLE, draw, make, show, together } from "./dom.js";
import { drawHeap } from "./heaps.js";
import { kinOf } from "./kin.js";
import { inBands, inRows } from "./layout.js";
import { drawArcs, drawLines, drawRing, drawThread, drawWay } from "./thread.js";
import { dress, looksOf, lookUp, newTile } from "./tile.js";
import { say } from "./words.js";
import { makeZoom } from "./zoom.js";

/** @import { Board, Drawn, Move, Numeral, Picture } from "./contract" */
/** @import { Kin } from "./kin.js" */
/** @import { Layout } from "./layout.js" */
/** @import { Look } from "./tile.js" */

/**
 * What can be done on a board. `pick` gets a legal number that was pressed and `refuse` one that is not, to say why; `think` gets a legal
 * number under the finger, the mouse or the keys before it is taken, and null when it is not meant any more.
 * @typedef {(move: Move, click: MouseEvent) => unknown} OnMove
 * @typedef {{ pick?: OnMove | false | null, refuse?: OnMove, think?: (move: Move | null) => unknown }} Deeds
 *
 * `names` are those of the two sides, where it matters who took what; with `bands` the numbers stand by their prime factors; with `isAlone`
 * the chain is one person's.
 * @typedef {{ names?: string[], look?: Look, bands?: Picture | null, isAlone?: boolean } & Deeds} Shown
 */

/** On a screen that stands upright the bands may be so many times as high as wide. */
const TALL = 1.5;
/** More arcs than these are thin, and the one that is pointed at stands out. */
const FEW_ARCS = 12;

/** Makes a board without anything on it, in a place of its own that has the board's shape. */
export function makeBoard() {
  const drawn = ["under", "near-lines", "thread", "over"].map((name) => draw("svg", { class: name, "aria-hidden": "true", preserveAspectRatio: "none" }));
  const [under, near, thread, over] = drawn;
  const element = make("div", { class: "board", role: "group", "aria-label": say("board") });
  const place = make("div", { class: "place" }, element);
  /** @type {Map<Numeral, HTMLElement>} */
  let tiles = new Map();
  /** @type {Deeds} */
  let deeds = {};
  /** How many moves the thread had: a new piece is drawn before one's eyes. */
  let pieces = 0;
  /** How the numbers stand, and what goes with what where they stand in bands. @type {{ layout: Layout, picture: Picture | null, kin: Kin | null } | null} */
  let standing = null;
  /** The number that is pointed at. @type {Numeral | null} */
  let pointed = null;
  const zoom = makeZoom(place, element);
  /** What the view drew last. @type {{ position: Drawn, shown: Shown } | null} */
  let latest = null;

  element.addEventListener("click", (event) => {
    const tile = tileOf(event);
    if (!tile || tile.hasAttribute("disabled")) return;
    deeds.think?.(null);
    const move = moveOf(tile);
    if (tile.hasAttribute("aria-disabled")) deeds.refuse?.(move, event);
    else if (deeds.pick) deeds.pick(move, event);
  });
  // The mouse thinks where it is, a finger where it presses, the keys where the focus is.
  const think = (/** @type {Event} */ event) => {
    const tile = tileOf(event);
    deeds.think?.(tile?.matches(USABLE) ? moveOf(tile) : null);
  };
  const aim = (/** @type {Event} */ event) => {
    think(event);
    point(tileOf(event)?.dataset.number ?? null);
  };
  const aimAway = () => {
    deeds.think?.(null);
    point(null);
  };
  for (const name of ["pointerdown", "pointerover"]) element.addEventListener(name, aim);
  for (const name of ["pointerleave", "pointercancel"]) element.addEventListener(name, aimAway);
  element.addEventListener("focusin", (event) => tileOf(event)?.matches(":focus-visible") && aim(event));
  element.addEventListener("focusout", aimAway);
  withArrowKeys(element);

  /** What goes with a number stands out while somebody points at it: in bands its divisors and multiples, of many pairs its own. @param {Numeral | null} number */
  function point(number) {
    if (number === pointed) return;
    pointed = number;
    drawNear();
  }

  function drawNear() {
    const close = (pointed !== null && standing?.kin?.get(pointed)) || null;
    element.classList.toggle("near", close !== null);
    for (const [number, tile] of tiles) {
      tile.classList.toggle("close", Boolean(close?.has(number)));
      tile.classList.toggle("pointed", close !== null && number === pointed);
    }
    // As long as nobody points at a number, the last one shows where its lines go.
    const from = close ? pointed : (latest?.position.last ?? null);
    const kin = (from !== null && standing?.kin?.get(from)) || null;
    show(near, kin && standing && drawLines(standing.layout, [...kin].map((each) => [from ?? "", each]), "close"));
    const arcs = [...over.querySelectorAll(".arc")];
    const own = arcs.find((arc) => arc.getAttribute("data-pair")?.split(" ").includes(pointed ?? ""));
    for (const arc of arcs) arc.classList.toggle("faint", own !== undefined && arc !== own);
  }

  /** @param {Extract<Board, { kind: "grid" }>} board @param {Drawn} position @param {Shown} shown */
  function drawGrid({ cells, columns, before }, { last, moves }, { names, look = {}, bands, isAlone }) {
    const isSame = cells.length === tiles.size && cells.every(({ number }) => tiles.has(number));
    if (!isSame) {
      tiles = new Map(cells.map(({ number }) => [number, newTile("data-number", number)]));
      pieces = moves.length;
    }
    if (!isSame || !element.contains(thread)) show(element, under, near, thread, [...tiles.values()], over);
    const layout = bands ? inBands(bands, innerHeight > innerWidth ? TALL : 1) : inRows({ kind: "grid", cells, columns, before });
    const known = lookUp(look, isAlone && moves.length > 1 && moves[0]);
    shape(together("grid tiles", !bands && layout.across === 10 && "tens"), layout, cells.at(-1)?.number.length ?? 1, known.isDim);
    for (const cell of cells) {
      const tile = /** @type {HTMLElement} */ (tiles.get(cell.number));
      const { x, y } = layout.places.get(cell.number) ?? { x: 0, y: 0 };
      tile.style.setProperty("--x", String(x));
      tile.style.setProperty("--y", String(y));
      dress(tile, cell.number, looksOf(cell, last, names), known, stateOf());
    }
    const arcs = look.arcs ?? [...(look.proof?.pairs ?? []), ...(look.proof?.plan ? [look.proof.plan] : [])];
    show(thread, drawThread(layout, moves, isAlone));
    show(over, drawArcs(layout, arcs), look.ringed?.map((number) => drawRing(layout.places.get(number))), look.advised && drawWay(layout, last, look.advised));
    over.classList.toggle("many", arcs.length > FEW_ARCS);
    if (standing?.picture !== bands) show(under, bands && drawLines(layout, bands.lines));
    standing = { layout, picture: bands ?? null, kin: bands ? (standing?.picture === bands ? standing.kin : kinOf(bands)) : null };
    zoom.allow(Boolean(bands));
    drawNear();
    element.classList.toggle("longer", moves.length === pieces + 1);
    pieces = moves.length;
  }

  /** @param {string} kind @param {Pick<Layout, "across" | "down">} size @param {number} letters @param {boolean} isDim */
  function shape(kind, { across, down }, letters = 1, isDim = false) {
    element.className = `board ${kind}${isDim ? " dim" : ""}`;
    for (const [name, value] of Object.entries({ across, down, letters })) place.style.setProperty(`--${name}`, String(value));
    for (const svg of drawn) svg.setAttribute("viewBox", `0 0 ${across} ${down}`);
  }

  /** Of a large board only what is legal. @param {Extract<Board, { kind: "list" }>} board @param {Look} look */
  function drawList({ count, largest, legal, legal_count: legalCount }, look) {
    const known = lookUp(look);
    const item = (/** @type {Numeral} */ number) => {
      const tile = newTile("data-number", number);
      dress(tile, number, { kinds: "legal", label: number }, known, stateOf());
      return tile;
    };
    shape("flowing", { across: 1, down: 1 }, largest.length);
    show(element, make("p", {}, legal !== null ? say("tooLarge", { count }) : legalCount !== null && say("tooMany", { count: legalCount })), legal?.map(item));
  }

  const stateOf = () => ({ canPlay: Boolean(deeds.pick), isStill: !deeds.refuse && !deeds.pick });

  /** @param {Drawn} position @param {Shown} shown */
  function drawIt(position, shown) {
    const { look = {}, pick, refuse, think } = shown;
    deeds = { pick, refuse, think };
    const { board } = position;
    // What is only looked at may still have to be scrolled by the keys.
    if (board.kind !== "grid" && stateOf().isStill) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
    if (board.kind === "grid") drawGrid(board, position, shown);
    else if (board.kind === "list") drawList(board, look);
    else {
      shape("table", { across: 1, down: 1 });
      show(element, board.numbers.map((each) => drawHeap(each, lookUp(look), stateOf())));
    }
    oneStop(element);
    goOn(element);
  }

  return {
    place,
    /** Draws a position. @param {Drawn} position @param {Shown} shown */
    draw(position, shown = {}) {
      latest = { position, shown };
      drawIt(position, shown);
    },
    /** Draws another one for a look, as the view's own stands. @param {Drawn} position @param {Shown} shown */
    glance: (position, shown = {}) => drawIt(position, { bands: latest?.shown.bands, ...shown }),
    latest: () => latest,
    /** Takes the focus to where the keys begin. */
    focus: () => found(element, "[tabindex='0']")[0]?.focus({ preventScroll: true }),
  };
}

/** A position in the midst of a text. @param {Drawn} position @param {Shown} shown */
export function boardInText(position, shown = {}) {
  const board = makeBoard();
  board.draw(position, shown);
  board.place.classList.add("in-text");
  return board.place;
}

/** The button that an event is about. @param {Event} event */
const tileOf = ({ target }) => (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("button.number")) : null);

/** @param {HTMLElement} tile */
const moveOf = ({ dataset }) => dataset.number ?? dataset.move ?? "";

/**
 * Where the keys lead from a button, among the buttons that can be reached and those that do what they say.
 * @type {Record<string, (from: HTMLElement, buttons: HTMLElement[], legal: HTMLElement[]) => HTMLElement | undefined>}
 */
const KEYS = {
  ArrowRight: (from, buttons) => buttons[buttons.indexOf(from) + 1],
  ArrowLeft: (from, buttons) => buttons[buttons.indexOf(from) - 1],
  ArrowDown: (from, buttons) => inNextRow(from, buttons, 1),
  ArrowUp: (from, buttons) => inNextRow(from, buttons, -1),
  Home: (_from, _buttons, legal) => legal.at(0),
  End: (_from, _buttons, legal) => legal.at(-1),
};

/** @param {HTMLElement} board @param {string} selector */
const found = (board, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(selector))];

/** One stop for the Tab key: where one was, or the first that does what it says. @param {HTMLElement} board */
function oneStop(board) {
  const legal = found(board, USABLE);
  const stop = legal.find((each) => each.tabIndex === 0) ?? legal[0];
  for (const each of found(board, "[tabindex='0']")) if (each !== stop) each.tabIndex = -1;
  if (stop) stop.tabIndex = 0;
}

/** Who has just taken a number by the keys is at one that can be taken, as soon as there is one. @param {HTMLElement} board */
function goOn(board) {
  const isAtTaken = document.activeElement?.matches(`:focus-visible:not(${USABLE})`) && board.contains(document.activeElement);
  if (isAtTaken) found(board, "[tabindex='0']")[0]?.focus();
}

/** The arrow keys go from legal number to legal number, Home and End to the first and the last. @param {HTMLElement} board */
function withArrowKeys(board) {
  board.addEventListener("keydown", (event) => {
    const from = tileOf(event);
    if (!Object.hasOwn(KEYS, event.key) || !from) return;
    event.preventDefault();
    event.stopPropagation();
    // A number that is not legal can have the focus after a click: from there it goes to a legal one, too.
    const buttons = found(board, "button.number").filter((each) => each === from || each.matches(USABLE));
    KEYS[event.key](from, buttons, found(board, USABLE))?.focus();
  });
  board.addEventListener("focusin", (event) => {
    const tile = tileOf(event);
    if (!tile?.matches(USABLE)) return;
    for (const each of found(board, "[tabindex='0']")) each.tabIndex = -1;
    tile.tabIndex = 0;
  });
}

/**
 * The nearest button in the nearest row above or below.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} buttons
 * @param {1 | -1} down
 */
function inNextRow(from, buttons, down) {
  const here = from.getBoundingClientRect();
  const distanceTo = (/** @type {HTMLElement} */ other) => {
    const there = other.getBoundingClientRect();
    const rows = (there.top - here.top) * down;
    return rows < 4 ? Infinity : rows * 4 + Math.abs(there.left - here.left);
  };
  const reached = buttons.map((other) => ({ other, distance: distanceTo(other) })).filter(({ distance }) => distance < Infinity);
  return reached.sort((one, other) => one.distance - other.distance)[0]?.other;
}
