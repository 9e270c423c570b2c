// Lessons: the list of them, and one of them step by step on a stage. The game at its end is a game like any other.
import { pose } from "./challenge.js";
import { button, make, show, template } from "./dom.js";
import { askStoppably } from "./engine.js";
import { sign } from "./icons.js";
import { address } from "./link.js";
import { togglesOf } from "./manner.js";
import { keptProgress } from "./progress.js";
import { platesAgainst } from "./seats.js";
import { makeStage, openMore } from "./stage.js";
import { say } from "./words.js";

/** @import { Drawn, Lesson, LessonListed, Side } from "./contract" */
/** @import { Stage } from "./stage.js" */

/** @typedef {{ id: string, lesson: Lesson, stage: Stage, play: (id: string) => void, signal: AbortSignal }} State */

/** The address of a lesson: from its start, or of the game at its end. @param {string} id @param {number | "game" | null} step */
export const lessonAddress = (id, step = null) => address(`learn/${encodeURIComponent(id)}`, { step });

/** All lessons, the first game first. @param {HTMLElement} root */
export async function lessonsView(root) {
  /** @type {Record<"lessons", HTMLElement> & { view: DocumentFragment }} */
  const { view, lessons: list } = template("lessons-view");
  const { lessons, next } = await askStoppably({ ask: "lessons", kept: keptProgress() });
  /** @param {LessonListed} lesson @param {number} at */
  const row = ({ id, title, learned, steps, is_done: isDone }, at) =>
    make(
      "li",
      {},
      make(
        "a",
        { class: id === next ? "row next" : "row", href: lessonAddress(id) },
        make("span", { class: isDone ? "number-of done" : "number-of" }, isDone ? sign("done") : String(at + 1)),
        make("span", {}, make("b", {}, title), make("small", {}, isDone ? learned : say("lessonSteps", { steps }))),
        isDone && make("span", { class: "unseen" }, say("lessonIsDone")),
      ),
    );
  show(list, lessons.map(row));
  show(root, view);
}

/**
 * @param {HTMLElement} root
 * @param {{ id: string, at: number }} which
 * @param {{ play: (id: string) => void, signal: AbortSignal }} around
 */
export async function lessonView(root, { id, at }, { play, signal }) {
  const lesson = await askStoppably({ ask: "lesson", id });
  if (signal.aborted) return;
  await goTo({ id, lesson, stage: makeStage(root), play, signal }, Math.min(at, lesson.steps.length - 1));
}

/** A step: only a right move leads on. @param {State} state @param {number} at */
async function goTo(state, at) {
  const { id, lesson: { title, steps, opponent }, stage, play, signal } = state;
  const { parts } = stage;
  const { say: question, game, moves } = steps[at];
  const isLast = at === steps.length - 1;
  const stepOf = say("stepOf", { number: at + 1, count: steps.length });
  parts.title.textContent = `${title}: ${stepOf}`;
  show(parts.middle, title, make("span", { class: "round" }, stepOf));
  history.replaceState(null, "", lessonAddress(id, at > 0 ? at : null));
  const goOn = () => (isLast ? play(id) : goTo(state, at + 1));
  /** Whose move it is does not change when it is made. @type {Side | null} */
  let side = null;
  await pose(stage, { game, moves }, {
    question,
    isTaught: true,
    plates: (/** @type {Drawn} */ { turn }) => platesAgainst((side ??= turn), opponent.level),
    about: () => ({ step: { lesson: id, at }, kept: keptProgress() }),
    after: () => make("div", { class: "buttons" }, button(say(isLast ? "lessonGame" : "lessonNext"), goOn, { class: "main" })),
    tools: () => [
      ...(at > 0 ? [{ sign: /** @type {const} */ ("back"), words: say("previous"), onclick: () => goTo(state, at - 1) }] : []),
      { sign: "more", words: say("more"), onclick: more },
    ],
  }, signal);
}

function more() {
  openMore((_entry, close) => [
    make("a", { class: "button", href: "#/learn", onclick: close }, say("allLessons")),
    make("a", { class: "button", href: "#/", onclick: close }, say("toHome")),
    togglesOf(),
  ]);
}
