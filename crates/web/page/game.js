// A game: two seats, a board, and what can be done besides moving.
import { drawBoard, drawLegend } from "./board.js";
import { bringIntoView, button, download, focusKeeper, make, show, speak } from "./dom.js";
import { ask, stopSlowWork } from "./engine.js";
import { drawGraph } from "./graph.js";
import { address, reviewAddress } from "./link.js";
import { riddle } from "./riddle.js";
import { shareBox, today } from "./share.js";
import { keep } from "./store.js";
import { typedField } from "./typed.js";
import { say, sayEnd, sayOf } from "./words.js";

/**
 * A table: what is played (`game`, or the text of a rule file as `rules`), the two seats with `name` and `level` (0 for a
 * person), which seat moves first, the seed of the computer's luck, the moves, and the score.
 */
export function newTable({ game, rules = null, seats, first, seed }) {
  return { game, rules, seats, first, seed, moves: [], lost: null, hints: [0, 0], score: [0, 0], isCounted: false };
}

/** Whether something that was kept is a table. */
export function isTable(value) {
  const isSeat = (seat) => typeof seat?.name === "string" && Number.isInteger(seat.level);
  const isPair = (pair) => Array.isArray(pair) && pair.length === 2;
  return (
    [value?.seats, value?.score, value?.hints].every(isPair) && value.seats.every(isSeat) && Array.isArray(value.moves) && [0, 1].includes(value.first)
  );
}

/** The names by side: who moved first, then the other one. */
function namesOf(table) {
  return [table.seats[table.first].name, table.seats[1 - table.first].name];
}

export function sceneOf(table) {
  const { game, rules, moves, lost } = table;
  return { game, rules, moves, lost, names: namesOf(table) };
}

/** Who sits on a side, 1 or 2. */
function seatOf(table, side) {
  return side === 1 ? table.first : 1 - table.first;
}

/** Shows a game. What a link brought is kept only from the first move on, so that it takes no other game's place unasked. */
export async function gameView(root, table, { isKept = true } = {}) {
  await ask({ ask: "position", ...sceneOf(table) });
  const view = { tools: { verdicts: false, pairing: false, picture: false }, extras: {}, round: 0, isAlive: true, isKept };
  let position = null;
  const parts = {
    title: make("h1", { tabindex: "-1" }),
    notes: make("div", { class: "quiet" }),
    status: make("p", { class: "status" }),
    message: make("p", { class: "message" }),
    board: make("div", {}),
    legend: make("div", {}),
    chain: make("p", { class: "chain" }),
    typed: make("div", {}),
    buttons: make("div", { class: "buttons tools" }),
    figure: make("div", {}),
    end: make("div", { class: "end" }),
    score: make("p", { class: "score" }),
  };
  show(
    root,
    parts.title,
    parts.score,
    make("div", { class: "now" }, parts.status, parts.message),
    parts.end,
    make("div", { class: "beside" }, make("div", {}, parts.board, parts.legend, parts.typed), make("div", {}, parts.chain, parts.buttons)),
    parts.notes,
    parts.figure,
  );

  const keepFocus = focusKeeper(parts.board, parts.typed, parts.buttons);
  const redraw = () => keepFocus(drawAll);

  const tell = (words) => {
    parts.message.textContent = words;
    speak(words);
  };

  async function refresh() {
    const moves = table.moves.length;
    const answer = await ask({ ask: "position", ...sceneOf(table) });
    if (!view.isAlive || moves !== table.moves.length) return;
    position = answer;
    view.extras = {};
    redraw();
    if (position.outcome !== null) return end();
    if (view.isKept) keepTable(table, position);
    const seat = table.seats[seatOf(table, position.turn)];
    if (seat.level > 0) return computerTurn(seat);
    if (Object.values(view.tools).some(Boolean)) await showTools();
  }

  function drawAll() {
    const names = namesOf(table);
    parts.title.textContent = position.title;
    const isOver = position.outcome !== null;
    const seat = table.seats[seatOf(table, position.turn)];
    const isPersons = !isOver && seat.level === 0;
    const last = position.last === null ? say("anyNumber") : say("lastNumber", { number: position.last });
    const winner = view.extras.verdicts ? sayOf("winsHere", names[view.extras.verdicts.winner - 1]) : "";
    const turn = [`${say("toMove", { name: names[position.turn - 1] })}.`, position.pool !== null && `${last}.`, winner, view.extras.noPairing];
    parts.status.textContent = isOver ? "" : turn.filter(Boolean).join(" ");
    show(parts.board, drawBoard(position, { names, extras: view.extras, onpick: isPersons ? made : null }));
    show(parts.legend, drawLegend(position, names, view.extras));
    const moves = position.moves.map((move, at) =>
      make("span", { class: at % 2 === 0 ? "first" : "second", title: names[at % 2] }, String(move)),
    );
    const label = position.pool === null ? say("divided") : say("chain");
    show(
      parts.chain,
      make("strong", {}, `${label}: `),
      moves.length > 0 ? moves.flatMap((move, at) => (at === 0 ? [move] : [" ", move])) : say("nothingYet"),
    );
    const notes = [...position.notes, ...(position.loses_by_illegal_number ? [say("illegalLoses")] : [])];
    show(parts.notes, notes.map((note) => make("p", {}, note)));
    show(parts.typed, isPersons && typedField(position, offer));
    show(parts.buttons, isOver ? [] : gameButtons(isPersons));
    const [winsOne, winsTwo] = table.score;
    const [one, two] = table.seats.map((each) => each.name);
    parts.score.textContent = winsOne + winsTwo > 0 ? say("score", { one, two, winsOne, winsTwo }) : "";
    if (!isOver) show(parts.end);
    show(parts.figure, view.picture && drawGraph(view.picture, position, view.extras));
  }

  function gameButtons(isPersons) {
    const toggle = (name, words) =>
      button(
        say(words),
        () => {
          view.tools[name] = !view.tools[name];
          showTools(name);
        },
        { "aria-pressed": String(view.tools[name]) },
      );
    const canUndo = table.moves.some((_, at) => table.seats[seatOf(table, (at % 2) + 1)].level === 0);
    return [
      button(say("undo"), undo, { disabled: !canUndo }),
      isPersons && button(say("hint"), hint),
      !isPersons && view.isComputerStopped && button(say("thinkAgain"), refresh, { class: "main" }),
      toggle("verdicts", "verdicts"),
      position.pool !== null && toggle("pairing", "pairing"),
      position.pool !== null && toggle("picture", "picture"),
      isPersons && button(say("resign"), resign),
      button(say("share"), share),
    ];
  }

  /** Asks for what is to be shown besides the board. */
  async function showTools(pressed = null) {
    const moves = table.moves.length;
    view.round += 1;
    const here = view.round;
    // A tool may be switched off before its answer comes.
    const isCurrent = () => view.isAlive && here === view.round && moves === table.moves.length;
    const extras = {};
    let picture = null;
    try {
      if (view.tools.verdicts) extras.verdicts = await ask({ ask: "verdicts", ...sceneOf(table) });
      if (view.tools.pairing) {
        try {
          extras.proof = (await ask({ ask: "proof", ...sceneOf(table) })).proof;
        } catch (error) {
          extras.noPairing = say("noPairing", { reason: error.message });
        }
      }
      if (view.tools.picture) picture = await ask({ ask: "picture", ...sceneOf(table) });
    } catch (error) {
      if (isCurrent() && !error.stopped) tell(error.message);
    }
    if (!isCurrent() || position.outcome !== null) return;
    view.extras = extras;
    view.picture = picture;
    redraw();
    if (pressed === "picture" && picture) bringIntoView(parts.figure);
    if (extras.verdicts || extras.noPairing) speak(parts.status.textContent);
  }

  async function made(move) {
    // A second click can come before the first one's move is drawn: it is meant for a board that is gone.
    if (position.moves.length !== table.moves.length) return;
    const name = namesOf(table)[position.turn - 1];
    const [number, by] = String(move).split("/");
    tell(by === undefined ? say("tookNumber", { name, number }) : say("tookDivision", { name, number, by }));
    table.moves.push(move);
    if (!view.isKept) {
      view.isKept = true;
      history.replaceState(null, "", address("game"));
    }
    await refresh();
  }

  /** Offers what was typed to the rules. */
  async function offer(typed) {
    const came = await ask({ ask: "play", ...sceneOf(table), typed });
    if (came.came === "again") return tell(came.why);
    if (came.came === "played") return made(came.move);
    table.lost = { player: position.turn, reason: "illegal-number", number: came.number };
    tell(came.why);
    await refresh();
  }

  async function computerTurn(seat) {
    view.isComputerStopped = false;
    const moves = table.moves.length;
    parts.status.textContent = `${seat.name}: ${say("thinking")}`;
    const round = table.score[0] + table.score[1];
    try {
      const move = await ask({ ask: "computer", ...sceneOf(table), level: seat.level, seed: table.seed + round });
      if (view.isAlive && moves === table.moves.length && move !== null) await made(move);
    } catch (error) {
      if (!view.isAlive || moves !== table.moves.length) return;
      // Whatever kept it from moving, it can be asked again.
      tell(error.message);
      view.isComputerStopped = true;
      redraw();
    }
  }

  function undo() {
    stopSlowWork();
    const back = [];
    do back.push(table.moves.pop());
    while (table.moves.length > 0 && table.seats[seatOf(table, (table.moves.length % 2) + 1)].level > 0);
    table.lost = null;
    tell(say("takenBack", { list: back.join(", ") }));
    refresh();
  }

  async function hint() {
    tell(say("thinking"));
    try {
      const moves = table.moves.length;
      const advice = await ask({ ask: "hint", ...sceneOf(table) });
      if (!view.isAlive || moves !== table.moves.length) return;
      table.hints[position.turn - 1] += 1;
      if (view.isKept) keepTable(table, position);
      tell(advice.words);
    } catch (error) {
      if (!error.stopped) tell(error.message);
    }
  }

  function resign() {
    const names = namesOf(table);
    const loser = position.turn;
    const dialog = make(
      "dialog",
      { "aria-label": say("resign"), onclose: () => dialog.remove() },
      make("p", {}, say("resignSure", { name: names[2 - loser] })),
      make(
        "div",
        { class: "buttons" },
        button(say("resignYes"), () => {
          dialog.close();
          stopSlowWork();
          table.lost = { player: loser, reason: "resigned" };
          refresh();
        }),
        button(say("resignNo"), () => dialog.close(), { autofocus: true }),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  async function share() {
    const close = () => {
      show(parts.end);
      [...parts.buttons.children].at(-1)?.focus();
    };
    show(parts.end, await shareBox(table, close));
    parts.end.querySelector("h2")?.focus();
  }

  /** Who won and why, the turning point, and what can be done next. */
  async function end() {
    const names = namesOf(table);
    const { winner } = position.outcome;
    if (!table.isCounted) {
      table.isCounted = true;
      table.score[seatOf(table, winner)] += 1;
      redraw();
    }
    if (view.isKept) keepTable(table, position);
    const headline = sayEnd(position, names);
    speak(headline);
    parts.message.textContent = "";
    const used = names.map((name, side) => [name, table.hints[side]]).filter(([, hints]) => hints > 0);
    const lessonPlace = make("div", {});
    const sharePlace = make("div", {});
    const shareButton = button(say("share"), async () => {
      const close = () => {
        show(sharePlace);
        shareButton.focus();
      };
      show(sharePlace, await shareBox(table, close));
      sharePlace.querySelector("h2").focus();
    });
    show(
      parts.end,
      make("h2", { tabindex: "-1" }, headline),
      used.length > 0 && make("p", {}, say("hintsUsed", { list: used.map(([name, hints]) => `${name} ${hints}`).join(", ") })),
      make(
        "div",
        { class: "buttons" },
        button(say("rematch"), rematch, { class: "main" }),
        make("a", { class: "button", href: reviewAddress(sceneOf(table)) }, say("review")),
        make("a", { class: "button", href: "#/" }, say("newGame")),
        shareButton,
        button(say("save"), saveRecord),
      ),
      sharePlace,
      lessonPlace,
    );
    parts.end.querySelector("h2").focus();
    await lesson(lessonPlace);
  }

  async function lesson(place) {
    const people = table.seats.map((seat, at) => (seat.level === 0 ? at : -1)).filter((at) => at >= 0);
    if (people.length !== 1) return;
    const player = people[0] === table.first ? 1 : 2;
    try {
      const learned = await ask({ ask: "lesson", ...sceneOf(table), player });
      if (!view.isAlive || learned === null) return;
      if (learned.moves_before === null) return show(place, make("p", { class: "lesson" }, learned.words));
      const scene = { ...sceneOf(table), lost: null, moves: table.moves.slice(0, learned.moves_before) };
      const played =
        learned.played === null ? "" : ` ${say("youPlayed", { number: learned.moves_before + 1, move: learned.played })}`;
      show(place, await riddle(scene, `${learned.words}${played}`), make("h2", {}, say("finalBoard")));
    } catch (error) {
      if (!error.stopped) show(place, make("p", {}, error.message));
    }
  }

  async function rematch() {
    Object.assign(table, { first: 1 - table.first, moves: [], lost: null, hints: [0, 0], isCounted: false });
    tell("");
    await refresh();
    parts.board.querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
  }

  async function saveRecord() {
    const text = await ask({ ask: "record", ...sceneOf(table), date: today() });
    download("game.duel", text, "text/plain");
  }

  refresh().catch((error) => tell(error.message));
  return () => {
    view.isAlive = false;
    stopSlowWork();
  };
}

/** A game that is over is kept too: the next one of its match may come after the page was loaded again. */
function keepTable(table, position) {
  keep("game", { table, title: position.title, isOver: position.outcome !== null });
}
