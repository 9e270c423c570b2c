// The legal numbers within a thumb's reach, each as large as a finger. Who uses the keys or hears the page has the board for that.
import { make, together } from "./dom.js";
import { dress, isLegal, looksOf, lookUp, newTile } from "./tile.js";
import { say } from "./words.js";

/** @import { Deeds } from "./board.js" */
/** @import { Drawn } from "./contract" */
/** @import { Look } from "./tile.js" */

/** Of more there is no choosing by thumb: at the start one points at the board. */
const MOST = 28;
/** So many have room on every phone; more only where it is tall. */
const FEW = 21;

/** @param {Drawn} position @param {Look} look @param {Deeds} deeds */
export function drawTray({ board, last }, look, { pick, think }) {
  const legal = board.kind === "grid" ? board.cells.filter(isLegal) : [];
  if (legal.length === 0 || legal.length > MOST || !pick) return null;
  const known = lookUp(look);
  const chip = (/** @type {import("./contract").Cell} */ cell) => {
    const tile = newTile("data-number", cell.number);
    dress(tile, cell.number, looksOf(cell, last), known, { canPlay: true, isStill: false });
    tile.classList.replace("number", "chip");
    return tile;
  };
  const tray = make("div", { class: together("chips", look.matters && "dim", legal.length > FEW && "many"), role: "group", "aria-label": say("tray") }, legal.map(chip));
  const moveAt = (/** @type {Event} */ { target }) => (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".chip"))?.dataset.number ?? null : null);
  tray.addEventListener("click", (event) => {
    const move = moveAt(event);
    think?.(null);
    if (move !== null) pick(move, event);
  });
  for (const name of ["pointerdown", "pointerover"]) tray.addEventListener(name, (event) => think?.(moveAt(event)));
  for (const name of ["pointerleave", "pointercancel"]) tray.addEventListener(name, () => think?.(null));
  return tray;
}
