// The numbers on a table, each with its prime factors as beads and its divisors as buttons.
import { draw, make } from "./dom.js";
import { dress, newTile } from "./tile.js";
import { say, sayNumber } from "./words.js";

/** @import { Numeral, OnTable } from "./contract" */
/** @import { lookUp } from "./tile.js" */

/**
 * @param {OnTable} heap
 * @param {ReturnType<typeof lookUp>} known
 * @param {{ canPlay: boolean, isStill: boolean }} state
 */
export function drawHeap({ number, factors, is_prime: isPrime, divisors, divisor_count: count }, known, state) {
  const division = (/** @type {{ by: Numeral, left: Numeral }} */ { by, left }) => {
    const move = `${number}/${by}`;
    const tile = newTile("data-move", move);
    const looks = { kinds: "legal division", value: `÷ ${by}`, sign: `→ ${left}`, label: say("divisorButton", { number, by, result: left }) };
    dress(tile, move, looks, known, state);
    return tile;
  };
  const choices = make("div", { class: "divisors" }, divisors.map(division));
  choices.style.setProperty("--letters", String(Math.max(1, ...divisors.map(({ by, left }) => Math.max(by.length, left.length) + 2))));
  return make(
    "section",
    { class: isPrime ? "heap prime" : "heap" },
    make("p", { class: "on-table" }, number),
    factors && beads(factors),
    factors && make("p", { class: "quiet" }, isPrime ? say("isPrime", { number }) : say("factorsOf", { number, factors: factors.join(" × ") })),
    choices,
    count !== null && count > divisors.length && make("p", { class: "more" }, say("moreDivisors", { count: sayNumber(count - divisors.length) })),
  );
}

/** A bead for every prime factor; the same prime looks the same. @param {Numeral[]} factors */
function beads(factors) {
  const primes = [...new Set(factors)];
  const width = Math.max(factors.length, 1) * 30;
  const bead = (/** @type {Numeral} */ prime, /** @type {number} */ at) =>
    draw(
      "g",
      { class: `shade${primes.indexOf(prime) % 5}`, transform: `translate(${at * 30 + 15} 15)` },
      draw("circle", { r: 13 }),
      draw("text", { "text-anchor": "middle", dy: "0.35em", "font-size": prime.length > 2 ? 8 : 12 }, prime.length > 4 ? "p" : prime),
    );
  return draw("svg", { class: "factors", viewBox: `0 0 ${width} 30`, width: `${width / 16}rem`, "aria-hidden": "true" }, factors.map(bead));
}
