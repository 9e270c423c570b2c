// A game: two seats, a board, and what can be done besides moving.
import { drawBoard, drawLegend } from "./board.js";
import { USABLE, askFirst, bringIntoView, button, download, focusKeeper, make, openDialog, show, speak } from "./dom.js";
import { ask, askStoppably, stopSlowWork } from "./engine.js";
import { keepTable, watchTable } from "./games.js";
import { drawGraph } from "./graph.js";
import { address, reviewAddress } from "./link.js";
import { riddle } from "./riddle.js";
import { prose } from "./rules.js";
import { shareBox, today } from "./share.js";
import { newComplaint } from "./store.js";
import { typedField } from "./typed.js";
import { say, sayEnd, sayOf } from "./words.js";

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

/** Who made the last move, and which; nothing before the first one. */
function lastMoveOf(table) {
  const count = table.moves.length;
  if (count === 0) return "";
  const name = namesOf(table)[(count - 1) % 2];
  const [number, by] = String(table.moves.at(-1)).split("/");
  return by === undefined ? say("tookNumber", { name, number }) : say("tookDivision", { name, number, by });
}

/** Who moves first, when a toss decided it. */
function tossOf(table) {
  return table.isTossed ? sayOf("tossed", namesOf(table)[0]) : "";
}

/** Shows a game. What a link brought is kept only from the first move on: looking at a link leaves nothing behind. */
export async function gameView(root, table, { isKept = true } = {}) {
  await askStoppably({ ask: "position", ...sceneOf(table) });
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
    saved: make("p", { class: "not-saved", role: "status" }),
  };
  show(
    root,
    parts.title,
    parts.score,
    parts.saved,
    make("div", { class: "now" }, parts.status, parts.message),
    parts.end,
    make("div", { class: "beside" }, make("div", {}, parts.board, parts.legend, parts.typed), make("div", {}, parts.chain, parts.buttons)),
    parts.notes,
    parts.figure,
  );

  const keepFocus = focusKeeper(parts.board, parts.typed, parts.buttons);
  const redraw = () => keepFocus(drawAll);

  /** Keeps the game. Where that fails it goes on with a mark, and the next move tries again. */
  function store() {
    if (!view.isKept) return;
    const isSaved = keepTable(table, position);
    parts.saved.textContent = isSaved ? "" : [`${say("notSaved")}.`, newComplaint()].filter(Boolean).join(" ");
    // Who has gone on to another view before this one was there has another address.
    if (isSaved && root.isConnected) history.replaceState(null, "", address("game", { id: table.id }));
  }

  const tell = (words) => {
    parts.message.textContent = words;
    speak(words);
  };

  /**
   * Checks, stores, shows, in this order: who closes the window has lost nothing that they saw. `words` are said with what is
   * shown.
   */
  async function refresh(words = null) {
    const moves = table.moves.length;
    const answer = await ask({ ask: "position", ...sceneOf(table) });
    if (!view.isAlive || moves !== table.moves.length) return;
    position = answer;
    view.extras = {};
    const isOver = position.outcome !== null;
    if (isOver && !table.isCounted) {
      table.isCounted = true;
      table.score[seatOf(table, position.outcome.winner)] += 1;
    }
    store();
    redraw();
    if (words !== null) tell(words);
    if (isOver) return end();
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
    const firstPick = say("firstPick", { rule: position.first_pick ?? say("anyNumber") });
    const last = position.last === null ? firstPick : say("lastNumber", { number: position.last });
    const winner = view.extras.verdicts ? sayOf("winsHere", names[view.extras.verdicts.winner - 1]) : "";
    const turn = [`${say("toMove", { name: names[position.turn - 1] })}.`, position.pool !== null && `${last}.`, winner, view.extras.noPairing];
    parts.status.textContent = isOver ? "" : turn.filter(Boolean).join(" ");
    show(parts.board, drawBoard(position, { names, extras: view.extras, onpick: isPersons ? picked : null, onrefuse: refuse }));
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
      !isPersons && view.isComputerStopped && button(say("thinkAgain"), () => refresh(), { class: "main" }),
      toggle("verdicts", "verdicts"),
      position.pool !== null && toggle("pairing", "pairing"),
      position.pool !== null && toggle("picture", "picture"),
      button(say("howToPlay"), showRules),
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
          if (extras.proof === null) extras.noPairing = say("proofTooLong");
        } catch (error) {
          extras.noPairing = say("noPairing", { reason: error.message });
        }
      }
      if (view.tools.picture) picture = await ask({ ask: "picture", ...sceneOf(table) });
    } catch (error) {
      if (isCurrent()) tell(error.message);
    }
    if (!isCurrent() || position.outcome !== null) return;
    view.extras = extras;
    view.picture = picture;
    redraw();
    if (pressed === "picture" && picture) bringIntoView(parts.figure);
    if (extras.verdicts || extras.noPairing) speak(parts.status.textContent);
  }

  let lastTap = null;

  /** Whether a click only repeats the last one that made a move: what lies there after the move was not meant. */
  function trembles({ detail, timeStamp, clientX, clientY }) {
    const isKey = detail === 0;
    return !isKey && lastTap !== null && timeStamp - lastTap.timeStamp < 300 && Math.hypot(clientX - lastTap.clientX, clientY - lastTap.clientY) < 24;
  }

  /** A move by a click on the board. */
  function picked(move, click) {
    if (trembles(click)) return;
    lastTap = click;
    return made(move).catch((error) => tell(error.message));
  }

  async function made(move) {
    // A second click can come before the first one's move is drawn: it is meant for a board that is gone.
    if (position.moves.length !== table.moves.length) return;
    table.moves.push(move);
    view.isKept = true;
    // A computer that won the toss moves before anybody could read that it did.
    const words = [table.moves.length === 1 && tossOf(table), lastMoveOf(table)].filter(Boolean).join(" ");
    try {
      await refresh(words);
    } catch (error) {
      // What could not be checked was not played.
      if (position.moves.length < table.moves.length) table.moves.pop();
      throw error;
    }
  }

  /** Says why a number is not legal. Unlike typing it, touching it never costs the game. */
  async function refuse(number, click) {
    if (trembles(click)) return;
    const { why } = await ask({ ask: "play", ...sceneOf(table), typed: String(number) });
    // A move that is not drawn yet can have made it legal.
    if (why) tell(why);
  }

  /** Offers what was typed to the rules. */
  async function offer(typed) {
    try {
      const came = await ask({ ask: "play", ...sceneOf(table), typed });
      if (came.came === "again") return tell(came.why);
      if (came.came === "played") return await made(came.move);
      table.lost = { player: position.turn, reason: "illegal-number", number: came.number };
      await refresh(came.why);
    } catch (error) {
      tell(error.message);
    }
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
    // Whoever takes a move back may want the same place again at once.
    lastTap = null;
    const back = [];
    do back.push(table.moves.pop());
    while (table.moves.length > 0 && table.seats[seatOf(table, (table.moves.length % 2) + 1)].level > 0);
    table.lost = null;
    refresh(say("takenBack", { list: back.join(", ") })).catch((error) => tell(error.message));
  }

  async function hint() {
    tell(say("thinking"));
    const moves = table.moves.length;
    try {
      const advice = await ask({ ask: "hint", ...sceneOf(table) });
      if (!view.isAlive || moves !== table.moves.length) return;
      table.hints[position.turn - 1] += 1;
      store();
      tell(advice.words);
    } catch (error) {
      if (view.isAlive && moves === table.moves.length) tell(error.message);
    }
  }

  async function showRules() {
    const { game, rules } = table;
    const book = await ask({ ask: "book", game, rules });
    const title = say("rulesOf", { title: book.title });
    openDialog(title, (close) => [
      make("h2", { tabindex: "-1", autofocus: true }, title),
      prose(book.rules),
      book.notes.map((note) => make("p", {}, note)),
      button(say("backToGame"), close, { class: "main" }),
    ]);
  }

  function resign() {
    const names = namesOf(table);
    const loser = position.turn;
    askFirst(say("resign"), { question: say("resignSure", { name: names[2 - loser] }), yes: say("resignYes"), no: say("resignNo") }, () => {
      stopSlowWork();
      table.lost = { player: loser, reason: "resigned" };
      refresh().catch((error) => tell(error.message));
    });
  }

  async function share() {
    const close = () => {
      show(parts.end);
      [...parts.buttons.children].at(-1)?.focus();
    };
    try {
      show(parts.end, await shareBox(table, close));
      parts.end.querySelector("h2")?.focus();
    } catch (error) {
      tell(error.message);
    }
  }

  /** Who won and why, the turning point, and what can be done next. */
  async function end() {
    const names = namesOf(table);
    const headline = sayEnd(position, names);
    const lastMove = lastMoveOf(table);
    speak(`${lastMove} ${headline}`.trim());
    parts.message.textContent = "";
    const used = names.map((name, side) => [name, table.hints[side]]).filter(([, hints]) => hints > 0);
    const lessonPlace = make("div", {});
    const sharePlace = make("div", {});
    const shareButton = button(say("share"), async () => {
      const close = () => {
        show(sharePlace);
        shareButton.focus();
      };
      try {
        show(sharePlace, await shareBox(table, close));
        sharePlace.querySelector("h2").focus();
      } catch (error) {
        tell(error.message);
      }
    });
    show(
      parts.end,
      make("h2", { tabindex: "-1" }, headline),
      lastMove && make("p", {}, lastMove),
      used.length > 0 && make("p", {}, say("hintsUsed", { list: used.map(([name, count]) => say("hintsOf", { name, count })).join(", ") })),
      make(
        "div",
        { class: "buttons" },
        button(say("rematch"), () => rematch(), { class: "main" }),
        position.fair_start && button(say("fairRematch"), () => rematch({ game: position.fair_start, rules: null }), { class: "main" }),
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
      if (view.isAlive) show(place, make("p", {}, error.message));
    }
  }

  async function rematch(change = {}) {
    Object.assign(table, change, { first: 1 - table.first, isTossed: false, moves: [], lost: null, hints: [0, 0], isCounted: false });
    tell("");
    lastTap = null;
    await refresh();
    parts.board.querySelector(USABLE)?.focus({ preventScroll: true });
  }

  async function saveRecord() {
    try {
      download("game.duel", await ask({ ask: "record", ...sceneOf(table), date: today() }), "text/plain");
    } catch (error) {
      tell(error.message);
    }
  }

  const stopWatching = watchTable(table, (there) => {
    stopSlowWork();
    Object.assign(table, there);
    refresh(say("changedElsewhere")).catch((error) => tell(error.message));
  });
  if (table.moves.length === 0) tell(tossOf(table));
  refresh().catch((error) => tell(error.message));
  return () => {
    view.isAlive = false;
    stopWatching();
    stopSlowWork();
  };
}
