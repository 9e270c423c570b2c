// What the signs on a board mean.
import { make } from "./dom.js";
import { MARKS } from "./tile.js";
import { say } from "./words.js";

/** @import { Drawn } from "./contract" */
/** @import { Look } from "./tile.js" */

const LEGEND = /** @type {const} */ ({ played: "legendPlayed", better: "legendBetter" });

/** What the signs on the board mean; without names it is one person's chain. @param {Drawn} position @param {string[] | null} names @param {Look} look */
export function drawLegend({ board, last, moves }, names, { verdicts, marks, proof, isHidden } = {}) {
  const item = (/** @type {string} */ kinds, /** @type {string} */ sign, /** @type {string} */ words) =>
    make("li", {}, make("span", { class: `number ${kinds}`, "aria-hidden": "true" }, make("span", { class: "glyph" }, sign)), words);
  const hasBarrier = Boolean(proof?.barrier?.length);
  const legend = make(
    "ul",
    { class: "legend tiles" },
    board.kind !== "table" && last !== null && [
      !isHidden && [item("legal divisor", "▾", say("legendDivisor")), item("legal multiple", "▴", say("legendMultiple"))],
      item(!names || moves.length % 2 === 1 ? "taken last one" : "taken last two", "", say("legendLast")),
      names && item("taken one", "●", say("legendTaken", { name: names[0] })),
      moves.length > 1 && (names ? item("taken two", "○", say("legendTaken", { name: names[1] })) : item("one other-end", "", say("legendOther"))),
    ],
    verdicts && [item("legal wins", "✓", say("legendWins")), item("legal loses", "✗", say("legendLoses"))],
    [...new Set(marks?.values())].map((mark) => item(`legal ${mark}`, MARKS[mark].sign, say(LEGEND[mark]))),
    hasBarrier && item("barrier", "", say("legendBarrier")),
  );
  return hasBarrier ? make("div", {}, legend, make("p", { class: "quiet" }, say("barrierWords"))) : legend;
}
