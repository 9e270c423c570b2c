// A page for whoever teaches one lesson: what is taught, the positions to show, and the answers.
import { button, make, show } from "./dom.js";
import { ask, askStoppably } from "./engine.js";
import { onPaper } from "./paper.js";
import { say } from "./words.js";

/** @import { Step } from "./contract" */

/** @param {HTMLElement} root @param {string | undefined} asked */
export async function teachView(root, asked) {
  const { lessons } = await ask({ ask: "lessons" });
  const id = asked ?? lessons[0].id;
  const lesson = await askStoppably({ ask: "lesson", id });
  const steps = await Promise.all(lesson.steps.map((step, at) => drawStep(step, id, at)));
  const link = (/** @type {{ id: string, title: string }} */ each) => make("li", {}, make("a", { href: `#/teach/${each.id}`, "aria-current": each.id === id ? "page" : null }, each.title));
  show(
    root,
    make(
      "div",
      { class: "sheet teach" },
      make("ul", { class: "tabs screen-only" }, lessons.map(link)),
      make("h1", { tabindex: "-1" }, say("teachTitle", { title: lesson.title })),
      button(say("printNow"), () => window.print(), { class: "main screen-only" }),
      make("h2", {}, say("teachWhat")),
      make("p", {}, lesson.learned),
      make("h2", {}, say("teachSteps")),
      make("ol", { class: "steps" }, steps.map(({ item }) => item)),
      make("h2", {}, say("teachGame")),
      make("p", {}, lesson.before_the_game),
      make("p", {}, say("teachAgainst", { name: lesson.opponent.name, sees: lesson.opponent.sees })),
      make("section", { class: "own-answers" }, make("h2", {}, say("teachAnswers")), make("ol", {}, steps.map(({ answer }) => make("li", {}, answer)))),
    ),
  );
}

/** @param {Step} step @param {string} lesson @param {number} at */
async function drawStep({ say: words, game, moves }, lesson, at) {
  const position = await ask({ ask: "position", scene: { game, moves } });
  const { said } = await ask({ ask: "challenge", step: { lesson, at }, attempt: { help: "move" } });
  return { item: make("li", {}, make("p", {}, words), onPaper(position)), answer: said };
}
