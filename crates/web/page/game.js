// A game in progress: what is done in it is asked from the engine, kept, then drawn.
import { drawBoard, drawLegend } from "./board.js";
import { USABLE, askFirst, bringIntoView, button, download, focusKeeper, make, openDialog, show, speak } from "./dom.js";
import { ask, askStoppably, stopSlowWork } from "./engine.js";
import { keepGame, keptAs, watchGame } from "./games.js";
import { drawGraph } from "./graph.js";
import { address, reviewAddress } from "./link.js";
import { riddle } from "./riddle.js";
import { prose } from "./rules.js";
import { sceneOf, shareBox } from "./share.js";
import { newComplaint } from "./store.js";
import { typedField } from "./typed.js";
import { say, sayEnd, sayOf } from "./words.js";

/** Who made the last move, and which; nothing before the first one. */
function lastMoveOf({ names, position: { moves } }) {
  if (moves.length === 0) return "";
  const name = names[(moves.length - 1) % 2];
  const [number, by] = String(moves.at(-1)).split("/");
  return by === undefined ? say("tookNumber", { name, number }) : say("tookDivision", { name, number, by });
}

/** Who moves first, when a toss decided it. */
function tossOf({ is_tossed: isTossed, names }) {
  return isTossed ? sayOf("tossed", names[0]) : "";
}

/** Who has won how often, as soon as somebody has. */
function scoreOf({ score: [winsOne, winsTwo], seats, round, best_of: bestOf }) {
  const [one, two] = seats.map(({ name }) => name);
  const wins = winsOne + winsTwo > 0 ? say("score", { one, two, winsOne, winsTwo }) : "";
  return [bestOf !== null && say("matchRound", { round, bestOf }), wins].filter(Boolean).join(" ");
}

/**
 * Shows the game that a question begins or takes up; `rules` is the rule file of a home-made book. What a link brought is kept only
 * from the first deed on: looking at a link leaves nothing behind.
 */
export async function gameView(root, question, { isKept = true } = {}) {
  /** The game is its record; `game.view` is what the engine says about it, and nothing here is known from anywhere else. */
  let game = { rules: question.rules ?? null, ...(await askStoppably(question)) };
  const { id } = game.view;
  const state = {
    tools: { verdicts: false, pairing: false, picture: false },
    /** What is drawn besides the board, and what was asked for that at this turn. */
    extras: {},
    answers: {},
    picture: null,
    /** Which turn is on the screen: what was meant for another one is too late. */
    turn: 0,
    isComputerStopped: false,
    isAlive: true,
    isKept,
    /** The record that this window knows to be kept. */
    keptRecord: keptAs(id)?.record ?? null,
  };
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

  /** What a question about the game carries. */
  const asked = () => ({ record: game.record, rules: game.rules });

  /** Keeps the game. Where that fails it goes on with a mark, and the next move tries again. */
  function store() {
    if (!state.isKept) return;
    const isSaved = keepGame({ id, ...asked() });
    if (isSaved) state.keptRecord = game.record;
    parts.saved.textContent = isSaved ? "" : [`${say("notSaved")}.`, newComplaint()].filter(Boolean).join(" ");
    // Who has gone on to another view before this one was there has another address.
    if (isSaved && root.isConnected) history.replaceState(null, "", address("game", { id }));
  }

  const tell = (words) => {
    parts.message.textContent = words;
    speak(words);
  };
  const complain = (error) => tell(error.message);

  let lastDeed = Promise.resolve();

  /**
   * Does something: it is checked and stored before anything of it is shown. Gives the event; null when nothing happened, because
   * it was refused, and then the reason is said, or because it was meant for a turn that is over. One thing is done after the other,
   * because each starts from what the last one left.
   */
  function act(action, by = game.view.by) {
    const { turn } = state;
    const isCurrent = () => state.isAlive && turn === state.turn;
    const deed = lastDeed.then(async () => {
      if (!isCurrent()) return null;
      const { event, refused, ...after } = await ask({ ask: "act", ...asked(), by, action, at: Math.max(0, Date.now()) });
      if (!isCurrent()) return null;
      if (refused !== undefined) {
        tell(refused);
        return null;
      }
      // A window that slept has missed what another one did: that stands, and this was meant for a board that is gone.
      if (state.isKept && (await followOther())) return null;
      game = { ...game, ...after };
      state.isKept = true;
      if (event.event !== "helped") state.turn += 1;
      store();
      return event;
    });
    lastDeed = deed.catch(() => {});
    return deed;
  }

  /** Goes on with what another window kept of the game; whether there is such a thing. */
  async function followOther() {
    const there = keptAs(id)?.record ?? null;
    if (there === null || there === state.keptRecord) return false;
    try {
      const { record, view } = await ask({ ask: "session", record: there, rules: game.rules });
      if (!state.isAlive || keptAs(id)?.record !== there) return true;
      const isNew = record !== game.record;
      game = { ...game, record, view };
      state.keptRecord = there;
      if (isNew) {
        state.turn += 1;
        refresh(say("changedElsewhere")).catch(complain);
      }
      return isNew;
    } catch {
      // What cannot be read changes nothing here.
      return false;
    }
  }

  /** The same with something that changes the board. */
  async function change(action, by, wordsOf = () => "") {
    const before = game.view;
    const event = await act(action, by);
    if (event !== null) await refresh(wordsOf(event, before));
  }

  /** Shows the game as it stands, says these words with it, and lets whoever has the turn have it. */
  async function refresh(words = null) {
    // Whatever is still looked for was meant for another turn.
    stopSlowWork();
    Object.assign(state, { extras: {}, answers: {}, isComputerStopped: false });
    redraw();
    if (words !== null) tell(words);
    const { mover } = game.view;
    if (mover === null) return end();
    if (mover === "computer") return computerTurn();
    if (Object.values(state.tools).some(Boolean)) await showTools();
  }

  /** Who is to do what now. */
  function statusOf({ position, names, mover, may }) {
    if (mover === null) return "";
    const name = names[position.turn - 1];
    if (mover === "program") return say("programsTurn", { name });
    if (mover === "computer" && !state.isComputerStopped) return `${name}: ${say("thinking")}`;
    const firstPick = say("firstPick", { rule: position.first_pick ?? say("anyNumber") });
    const last = position.last === null ? firstPick : say("lastNumber", { number: position.last });
    const winner = state.extras.verdicts ? sayOf("winsHere", names[state.extras.verdicts.winner - 1]) : "";
    const turn = [`${say("toMove", { name })}.`, position.pool !== null && `${last}.`, may.help && winner, state.extras.noPairing];
    return turn.filter(Boolean).join(" ");
  }

  function drawAll() {
    const { position, names, may, mover } = game.view;
    const isOver = mover === null;
    parts.title.textContent = position.title;
    parts.status.textContent = statusOf(game.view);
    show(parts.board, drawBoard(position, { names, extras: state.extras, onpick: may.play ? picked : null, onrefuse: refuse }));
    show(parts.legend, drawLegend(position, names, state.extras));
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
    show(parts.typed, may.play && typedField(position, offer));
    show(parts.buttons, isOver ? [] : gameButtons(game.view));
    parts.score.textContent = scoreOf(game.view);
    if (!isOver) show(parts.end);
    show(parts.figure, state.picture && drawGraph(state.picture, position, state.extras));
  }

  function gameButtons({ position, may }) {
    const toggle = (name, words) =>
      button(
        say(words),
        () => {
          state.tools[name] = !state.tools[name];
          showTools(name);
        },
        { "aria-pressed": String(state.tools[name]) },
      );
    return [
      button(say("undo"), undo, { disabled: !may.take_back }),
      may.help && button(say("hint"), hint),
      state.isComputerStopped && button(say("thinkAgain"), () => refresh().catch(complain), { class: "main" }),
      may.help && toggle("verdicts", "verdicts"),
      may.help && position.pool !== null && toggle("pairing", "pairing"),
      position.pool !== null && toggle("picture", "picture"),
      button(say("howToPlay"), showRules),
      may.resign && button(say("resign"), resign),
      button(say("save"), save),
      button(say("share"), share),
    ];
  }

  /** An answer that helps; it is counted before it is shown, and once however often it is looked at in the same turn. */
  async function helpful(name, question, helpOf) {
    if (!Object.hasOwn(state.answers, name)) {
      const { turn } = state;
      const answer = await ask({ ...question, ...asked() });
      if (turn !== state.turn) return null;
      const help = helpOf(answer);
      if (help !== null && (await act({ do: "help", with: help })) === null) return null;
      state.answers[name] = answer;
    }
    return state.answers[name];
  }

  let lastLook = 0;

  /** Asks for what is to be shown besides the board. */
  async function showTools(pressed = null) {
    lastLook += 1;
    const [here, { turn }] = [lastLook, state];
    // A tool may be switched off before its answer comes.
    const isCurrent = () => state.isAlive && here === lastLook && turn === state.turn;
    const extras = {};
    let picture = null;
    try {
      if (state.tools.verdicts) extras.verdicts = await helpful("verdicts", { ask: "verdicts" }, () => "verdicts");
      if (state.tools.pairing && isCurrent()) {
        try {
          const proved = await helpful("pairing", { ask: "proof" }, ({ proof, help }) => (proof === null ? null : help));
          extras.proof = proved?.proof;
          if (extras.proof === null) extras.noPairing = say("proofTooLong");
        } catch (error) {
          extras.noPairing = say("noPairing", { reason: error.message });
        }
      }
      if (state.tools.picture && isCurrent()) picture = await ask({ ask: "picture", ...asked() });
    } catch (error) {
      if (isCurrent()) complain(error);
    }
    if (!isCurrent() || game.view.mover === null) return;
    Object.assign(state, { extras, picture });
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

  /** What was played, for whoever does not see the board. */
  function wordsOfMove() {
    const { view } = game;
    // A computer that won the toss moves before anybody could read that it did.
    return [view.position.moves.length === 1 && tossOf(view), lastMoveOf(view)].filter(Boolean).join(" ");
  }

  /** A move by a click on the board. */
  function picked(move, click) {
    if (trembles(click)) return;
    lastTap = click;
    return change({ do: "move", move }, game.view.by, wordsOfMove).catch(complain);
  }

  /** Says why a number is not legal. Unlike typing it, touching it never costs the game. */
  function refuse(number, click) {
    if (trembles(click)) return;
    return change({ do: "move", move: number }, game.view.by, wordsOfMove).catch(complain);
  }

  /** Offers what was typed to the rules. */
  function offer(text) {
    return change({ do: "type", text }, game.view.by, wordsOfMove).catch(complain);
  }

  async function computerTurn() {
    const { turn } = state;
    try {
      const move = await ask({ ask: "computer", ...asked() });
      if (state.isAlive && turn === state.turn) await change({ do: "move", move }, game.view.turn, wordsOfMove);
    } catch (error) {
      if (!state.isAlive || turn !== state.turn) return;
      // Whatever kept it from moving, it can be asked again.
      complain(error);
      state.isComputerStopped = true;
      redraw();
    }
  }

  function undo() {
    // Whoever takes a move back may want the same place again at once.
    lastTap = null;
    const words = ({ moves: count }, before) => say("takenBack", { list: before.position.moves.slice(-count).reverse().join(", ") });
    change({ do: "take-back" }, game.view.by, words).catch(complain);
  }

  async function hint() {
    tell(say("thinking"));
    const { turn } = state;
    try {
      const advice = await ask({ ask: "hint", ...asked() });
      if (state.isAlive && turn === state.turn && (await act({ do: "help", with: "advice" })) !== null) tell(advice.words);
    } catch (error) {
      if (state.isAlive && turn === state.turn) complain(error);
    }
  }

  async function showRules() {
    const book = await ask({ ask: "book", ...asked() });
    const title = say("rulesOf", { title: book.title });
    openDialog(title, (close) => [
      make("h2", { tabindex: "-1", autofocus: true }, title),
      prose(book.rules),
      book.notes.map((note) => make("p", {}, note)),
      button(say("backToGame"), close, { class: "main" }),
    ]);
  }

  function resign() {
    const { by, seats } = game.view;
    const winner = seats[2 - by].name;
    askFirst(say("resign"), { question: say("resignSure", { name: winner }), yes: say("resignYes"), no: say("resignNo") }, () => {
      change({ do: "resign" }, by).catch(complain);
    });
  }

  function save() {
    download("game.duel", game.record, "text/plain");
  }

  function share() {
    const close = () => {
      show(parts.end);
      [...parts.buttons.children].at(-1)?.focus();
    };
    show(parts.end, shareBox(game, close));
    parts.end.querySelector("h2").focus();
  }

  /** Who won and why, the turning point, and what can be done next. */
  async function end() {
    const { view } = game;
    const { names, seats, may } = view;
    const headline = sayEnd(view.position, names);
    const lastMove = lastMoveOf(view);
    speak(`${lastMove} ${headline}`.trim());
    parts.message.textContent = "";
    const used = seats.map(({ name }, seat) => ({ name, count: view.help[seat] })).filter(({ count }) => count > 0);
    const again = may.next_round ? "next-round" : "rematch";
    const lessonPlace = make("div", {});
    const sharePlace = make("div", {});
    const shareButton = button(say("share"), () => {
      const close = () => {
        show(sharePlace);
        shareButton.focus();
      };
      show(sharePlace, shareBox(game, close));
      sharePlace.querySelector("h2").focus();
    });
    show(
      parts.end,
      make("h2", { tabindex: "-1" }, headline),
      lastMove && make("p", {}, lastMove),
      view.champion !== null && make("p", {}, sayOf("champion", seats[view.champion - 1].name)),
      used.length > 0 && make("p", {}, say("hintsUsed", { list: used.map((each) => say("hintsOf", each)).join(", ") })),
      make(
        "div",
        { class: "buttons" },
        may.next_round && button(say("nextRound"), () => playAgain(again, false), { class: "main" }),
        may.rematch && button(say("rematch"), () => playAgain(again, false), { class: "main" }),
        may.fair_start && button(say("fairRematch"), () => playAgain(again, true), { class: "main" }),
        make("a", { class: "button", href: reviewAddress(sceneOf(game)) }, say("review")),
        make("a", { class: "button", href: "#/" }, say("newGame")),
        shareButton,
        button(say("save"), save),
      ),
      sharePlace,
      lessonPlace,
    );
    parts.end.querySelector("h2").focus();
    await lesson(lessonPlace);
  }

  /** What there is to learn. With two people at the board it must be clear who is meant. */
  async function lesson(place) {
    const { turn } = state;
    const { pupil } = game.view;
    if (pupil === null) return;
    const isCurrent = () => state.isAlive && turn === state.turn;
    try {
      const learned = await ask({ ask: "lesson", ...asked(), player: pupil.player });
      if (!isCurrent() || learned === null) return;
      const words = pupil.name === null ? learned.words : say("to", { name: pupil.name, words: learned.words });
      if (learned.moves_before === null) return show(place, make("p", { class: "lesson" }, words));
      const scene = { ...sceneOf(game), lost: null, moves: game.view.position.moves.slice(0, learned.moves_before) };
      const played =
        learned.played === null ? "" : ` ${say("youPlayed", { number: learned.moves_before + 1, move: learned.played })}`;
      const asking = await riddle(scene, `${words}${played}`);
      if (isCurrent()) show(place, asking, make("h2", {}, say("finalBoard")));
    } catch (error) {
      if (isCurrent()) show(place, make("p", {}, error.message));
    }
  }

  async function playAgain(again, fair) {
    lastTap = null;
    // What one wanted to know about the last game is not asked about this one.
    Object.assign(state.tools, { verdicts: false, pairing: false });
    await change({ do: again, fair }, game.view.by).catch(complain);
    parts.board.querySelector(USABLE)?.focus({ preventScroll: true });
  }

  const stopWatching = watchGame(id, () => followOther());
  store();
  if (game.view.position.moves.length === 0) tell(tossOf(game.view));
  refresh().catch(complain);
  return () => {
    state.isAlive = false;
    stopWatching();
    stopSlowWork();
  };
}
