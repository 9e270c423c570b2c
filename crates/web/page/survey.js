// Who wins over the sizes of a pool, as a chart and a table.
import { button, draw, labelled, make, openDialog, show, submitting, trying } from "./dom.js";
import { ask } from "./engine.js";
import { twoPlayers } from "./seats.js";
import { say } from "./words.js";

/** @import { SurveyRow } from "./contract" */

/** What is looked at unless somebody wants something else. */
const USUAL = { from: 2, to: 100 };

/** @param {string} game */
export function openSurvey(game) {
  const numberField = (/** @type {number} */ value) => make("input", { type: "number", min: 1, value, inputmode: "numeric" });
  const [from, to] = [numberField(USUAL.from), numberField(USUAL.to)];
  const problem = make("p", { class: "problem", role: "alert" });
  const place = make("div", { class: "survey", "aria-live": "polite" });
  const look = () =>
    trying(problem, async () => {
      show(place, make("p", {}, say("thinking")));
      const asked = ask({ ask: "survey", game, from: Number(from.value), to: Number(to.value) }).finally(() => show(place));
      const { rows } = await asked;
      show(place, drawChart(rows), drawTable(rows));
    });
  openDialog(say("survey"), (close) => [
    make("h2", { tabindex: "-1", autofocus: true }, say("survey")),
    make("p", { class: "quiet" }, say("surveyWords")),
    make("form", { class: "typed", onsubmit: submitting(look) }, labelled(say("surveyFrom"), from), labelled(say("surveyTo"), to), make("button", { type: "submit" }, say("show"))),
    problem,
    place,
    button(say("close"), close, { class: "main" }),
  ]);
  look();
}

/** Of every size a bar: in the winner's colour, as high as the share of the first picks that win. @param {SurveyRow[]} rows */
function drawChart(rows) {
  const [wide, high, foot] = [Math.max(rows.length, 10), 40, 4];
  const bar = (/** @type {SurveyRow} */ { winner, winning, first_moves: all }, /** @type {number} */ at) => {
    const share = winning === null || all === 0 ? 0 : winning / all;
    return [
      winner && draw("rect", { x: at, y: high, width: 1, height: foot, class: winner === 1 ? "one" : "two" }),
      share > 0 && draw("rect", { x: at + 0.1, y: high - share * high, width: 0.8, height: share * high, class: "one" }),
    ];
  };
  const label = (/** @type {SurveyRow} */ { size }, /** @type {number} */ at) =>
    size % 10 === 0 && rows.length <= 120 && make("span", { class: "tick", "data-at": at }, String(size));
  const ticks = make("div", { class: "ticks", "aria-hidden": "true" }, rows.map(label));
  for (const tick of /** @type {NodeListOf<HTMLElement>} */ (ticks.querySelectorAll(".tick"))) tick.style.left = `${((Number(tick.dataset.at) + 0.5) / wide) * 100}%`;
  const picture = draw("svg", { class: "chart", viewBox: `0 0 ${wide} ${high + foot}`, preserveAspectRatio: "none", "aria-hidden": "true" }, rows.map(bar));
  return make("figure", { class: "survey-chart" }, picture, ticks, make("figcaption", {}, say("surveyLegend", { one: twoPlayers()[0], two: twoPlayers()[1] })));
}

/** @param {SurveyRow[]} rows */
function drawTable(rows) {
  const heads = [say("surveySize"), say("surveyWinner"), say("surveyWinning")];
  const row = ({ size, winner, winning, first_moves: all } = rows[0]) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, String(size)),
      make("td", { class: winner === 1 ? "one" : "two" }, winner === null ? "?" : twoPlayers()[winner - 1]),
      make("td", {}, say("surveyOf", { count: winning ?? "?", all })),
    );
  // A long table is moved by the keyboard too.
  return make("div", { class: "survey-rows", tabindex: "0" }, make("table", {}, make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, rows.map((each) => row(each)))));
}
