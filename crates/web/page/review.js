// A game looked at afterwards: move by move, each marked and explained.
import { drawBoard, drawLegend } from "./board.js";
import { bringIntoView, button, make, show, speak } from "./dom.js";
import { ask, askStoppably, stopSlowWork } from "./engine.js";
import { drawGraph } from "./graph.js";
import { copyBox, linkBox, today } from "./share.js";
import { reviewAddress } from "./link.js";
import { say, sayEnd } from "./words.js";

/**
 * Shows a finished or unfinished game; `scene` is a game with its moves. One that somebody brought unfinished can be gone on with.
 * The history remembers that, and whether it came from a game, so that the way on or back is there after a reload too.
 */
export async function reviewView(root, scene, { isFromGame = false, brought = null, goOn } = {}) {
  const canGoBack = isFromGame || history.state?.isFromGame === true;
  const { record = null, unfinished = null } = brought ?? history.state ?? {};
  await askStoppably({ ask: "position", ...scene });
  const { names } = scene;
  let at = 0;
  let reviewed = null;
  let picture = null;
  let isAlive = true;
  const parts = {
    intro: make("p", {}),
    status: make("p", { class: "status" }),
    message: make("p", { class: "message" }),
    board: make("div", {}),
    legend: make("div", {}),
    turning: make("div", { class: "buttons" }),
    moves: make("ol", { class: "moves" }),
    figure: make("div", {}),
    share: make("div", {}),
  };
  const go = (to) => {
    at = Math.max(0, Math.min(scene.moves.length, to));
    redraw();
  };
  /** From the lists, which on a phone are below the board. */
  const goAndLook = (to) => {
    go(to);
    bringIntoView(parts.status, "nearest");
  };
  const pictureButton = button(say("picture"), togglePicture, { "aria-pressed": "false" });
  const steps = make(
    "div",
    { class: "buttons tools" },
    button("|◀", () => go(0), { "aria-label": say("first") }),
    button("◀", () => go(at - 1), { "aria-label": say("previous") }),
    button("▶", () => go(at + 1), { "aria-label": say("next") }),
    button("▶|", () => go(scene.moves.length), { "aria-label": say("last") }),
    pictureButton,
    button(say("share"), share),
  );
  show(
    root,
    make("h1", { tabindex: "-1" }, say("reviewTitle")),
    parts.intro,
    unfinished && make("p", {}, button(say("goOnHere"), () => goOn(unfinished), { class: "main" })),
    canGoBack && make("p", {}, button(say("backToEnd"), () => history.back())),
    steps,
    make("p", { class: "quiet keys" }, say("keysReview")),
    make(
      "div",
      { class: "beside" },
      make("div", {}, parts.status, parts.message, parts.board, parts.legend),
      make("div", {}, make("h2", {}, say("turningPoints")), parts.turning, parts.moves),
    ),
    parts.figure,
    parts.share,
  );

  const onkey = (event) => {
    if (event.target.closest("input, textarea, select, dialog")) return;
    const ways = new Map([
      ["ArrowLeft", at - 1],
      ["ArrowRight", at + 1],
      ["Home", 0],
      ["End", scene.moves.length],
    ]);
    if (!ways.has(event.key)) return;
    event.preventDefault();
    go(ways.get(event.key));
  };
  document.addEventListener("keydown", onkey);

  async function redraw() {
    const here = at;
    const isEnd = here === scene.moves.length;
    const moves = scene.moves.slice(0, here);
    const position = await ask({ ask: "position", ...scene, moves, lost: isEnd ? scene.lost : null });
    if (!isAlive || here !== at) return;
    parts.intro.textContent = say("reviewIntro", { title: position.title, one: names[0], two: names[1] });
    show(parts.board, drawBoard(position, { names }));
    show(parts.legend, drawLegend(position, names));
    const looked = reviewed?.[here - 1];
    const name = names[(here - 1) % 2];
    const head = here === 0 ? say("startPosition") : say("moveOf", { number: here, name, move: scene.moves[here - 1] });
    parts.status.textContent = looked ? `${head}: ${looked.mark_words}` : head;
    const end = position.outcome ? sayEnd(position, names) : "";
    const better = looked?.better ? say("better", { words: looked.better.words }) : "";
    const givenUp = isEnd ? reviewed?.[here]?.better : null;
    const instead = givenUp ? say("better", { words: givenUp.words }) : "";
    parts.message.textContent = [better, end, instead].filter(Boolean).join(" ");
    speak(`${parts.status.textContent}. ${parts.message.textContent}`);
    for (const item of parts.moves.children) item.classList.toggle("here", Number(item.dataset.at) === here);
    if (picture) show(parts.figure, drawGraph(picture, position));
  }

  async function look() {
    show(parts.turning, make("p", {}, say("thinking")));
    let turned;
    try {
      ({ moves: reviewed, turned } = await ask({ ask: "review", ...scene }));
    } catch (error) {
      return show(parts.turning, make("p", {}, error.message));
    }
    if (!isAlive) return;
    const turns = reviewed.map((each, index) => [each, index + 1]).filter(([each]) => each.is_turning_point);
    show(
      parts.turning,
      make("p", { class: "turned" }, turned),
      turns.map(([each, number]) => button(say("moveOf", { number, name: names[each.player - 1], move: each.move }), () => goAndLook(number))),
    );
    show(
      parts.moves,
      reviewed.map((each, index) =>
        make(
          "li",
          { class: each.mark, "data-at": index + 1 },
          button(`${names[each.player - 1]}: ${each.move ?? say("gaveUp")}`, () => goAndLook(index + 1), { class: "plain" }),
          make("span", {}, each.mark_words),
        ),
      ),
    );
    await redraw();
  }

  async function togglePicture() {
    if (picture === null) {
      try {
        picture = await ask({ ask: "picture", ...scene });
      } catch (error) {
        return complain(error);
      }
    } else {
      picture = null;
      show(parts.figure);
    }
    pictureButton.setAttribute("aria-pressed", String(picture !== null));
    await redraw();
    if (picture) bringIntoView(parts.figure);
  }

  async function share() {
    try {
      // What somebody brought says more than its moves: who played, with what luck and what help.
      const text = record ?? (await ask({ ask: "record", ...scene, date: today() }));
      show(parts.share, linkBox("shareGame", reviewAddress(scene)), copyBox(say("shareRecord"), text));
      bringIntoView(parts.share);
    } catch (error) {
      complain(error);
    }
  }

  /** Says why something cannot be done: a stranger's game can have names that no record takes. */
  function complain({ message }) {
    parts.message.textContent = message;
    speak(message);
    bringIntoView(parts.message, "nearest");
  }

  history.replaceState({ isFromGame: canGoBack, record, unfinished }, "", reviewAddress(scene));
  go(scene.moves.length);
  look();
  return () => {
    isAlive = false;
    document.removeEventListener("keydown", onkey);
    stopSlowWork();
  };
}
