// Looking closer at a board: by two fingers, the wheel, dragging, or the keys. The place of the board scrolls; only the size of a tile is changed.
import { button, make } from "./dom.js";
import { isElsewhere } from "./keys.js";
import { say } from "./words.js";

const MOST = 6;
/** One step of a key. */
const STEP = 1.25;
/** So far a mouse has to go before it drags instead of clicking, in pixels. */
const DRAG = 5;

/**
 * @typedef {{ x: number, y: number }} Point on the screen
 * @typedef {ReturnType<typeof makeZoom>} Zoom
 */

/** The board that the keys are for. @type {Zoom | null} */
let current = null;

/** Lets a board be looked at closer, as long as that is wanted. @param {HTMLElement} place @param {HTMLElement} board */
export function makeZoom(place, board) {
  const whole = button(say("whole"), () => zoom.to(1), { class: "whole-button" });
  const corner = make("div", { class: "whole", hidden: true }, whole);
  let scale = 1;
  let isOn = false;
  place.prepend(corner);

  const middle = () => {
    const { left, top, width, height } = place.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const zoom = {
    place,
    /** Makes everything so many times as large as it fits; what is at this point stays there. @param {number} wanted @param {Point} at */
    to(wanted, at = middle()) {
      const before = board.getBoundingClientRect();
      scale = Math.min(MOST, Math.max(1, wanted));
      place.style.setProperty("--zoom", String(scale));
      place.classList.toggle("zoomed", scale > 1);
      const hadFocus = document.activeElement === whole;
      corner.hidden = scale === 1;
      if (hadFocus && scale === 1) board.querySelector("button")?.focus({ preventScroll: true });
      const after = board.getBoundingClientRect();
      place.scrollBy(after.left + ((at.x - before.left) / before.width) * after.width - at.x, after.top + ((at.y - before.top) / before.height) * after.height - at.y);
    },
    /** @param {number} factor @param {Point} [at] */
    by: (factor, at) => zoom.to(scale * factor, at),
    /** Whether it can be looked at closer. @param {boolean} wanted */
    allow(wanted) {
      if (wanted !== isOn) zoom.to(1);
      isOn = wanted;
      place.classList.toggle("zoomable", wanted);
      if (wanted) current = zoom;
    },
    isOn: () => isOn && place.isConnected,
  };
  place.addEventListener(
    "wheel",
    (event) => {
      if (!isOn) return;
      event.preventDefault();
      zoom.by(Math.exp(-event.deltaY / (event.deltaMode === 0 ? 400 : 12)), { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  withPinch(place, zoom);
  withDrag(place, zoom);
  return zoom;
}

/** Two fingers: their distance is the size, their middle stays under them. @param {HTMLElement} place @param {Zoom} zoom */
function withPinch(place, zoom) {
  /** @type {(Point & { apart: number }) | null} */
  let last = null;
  const ofTouches = (/** @type {TouchList} */ [one, other]) => ({
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  });
  place.addEventListener("touchstart", ({ touches }) => (last = touches.length === 2 && zoom.isOn() ? ofTouches(touches) : null), { passive: true });
  place.addEventListener(
    "touchmove",
    (event) => {
      if (last === null || event.touches.length !== 2) return;
      event.preventDefault();
      const now = ofTouches(event.touches);
      zoom.by(now.apart / Math.max(last.apart, 1), now);
      place.scrollBy(last.x - now.x, last.y - now.y);
      last = now;
    },
    { passive: false },
  );
}

/** A mouse drags what a finger would. A click after that was not meant. @param {HTMLElement} place @param {Zoom} zoom */
function withDrag(place, zoom) {
  /** @type {(Point & { isDragged: boolean }) | null} */
  let from = null;
  place.addEventListener("pointerdown", ({ pointerType, button: which, clientX: x, clientY: y }) => {
    from = zoom.isOn() && pointerType === "mouse" && which === 0 ? { x, y, isDragged: false } : null;
  });
  place.addEventListener("pointermove", ({ clientX: x, clientY: y, buttons, pointerId }) => {
    if (from === null || buttons === 0) return;
    if (!from.isDragged && Math.hypot(x - from.x, y - from.y) < DRAG) return;
    if (!from.isDragged) place.setPointerCapture(pointerId);
    place.scrollBy(from.x - x, from.y - y);
    from = { x, y, isDragged: true };
  });
  place.addEventListener(
    "click",
    (event) => {
      if (from?.isDragged) event.stopPropagation();
      from = null;
    },
    { capture: true },
  );
}

/** @type {Record<string, (zoom: Zoom) => void>} */
const KEYS = {
  "+": (zoom) => zoom.by(STEP),
  "=": (zoom) => zoom.by(STEP),
  "-": (zoom) => zoom.by(1 / STEP),
  0: (zoom) => zoom.to(1),
};
/** Where the arrow keys go to with the shift key, in parts of what is seen. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener(
  "keydown",
  (event) => {
    if (!current?.isOn() || isElsewhere(event)) return;
    const arrow = event.shiftKey && Object.hasOwn(ARROWS, event.key) ? ARROWS[event.key] : null;
    if (!arrow && !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const { place } = current;
    if (arrow) place.scrollBy((arrow[0] * place.clientWidth) / 4, (arrow[1] * place.clientHeight) / 4);
    else KEYS[event.key](current);
  },
  { capture: true },
);
