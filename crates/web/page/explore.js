// The explorer: any position of any game with the exact value of every move, and the proof.
import { drawBoard, drawLegend } from "./board.js";
import { bringIntoView, button, choice, download, fileName, focusKeeper, make, show, speak, textField } from "./dom.js";
import { ask, askStoppably, stopSlowWork } from "./engine.js";
import { drawGraph } from "./graph.js";
import { exploreAddress, movesToText, textToMoves } from "./link.js";
import { textOfFile } from "./open.js";
import { linkBox } from "./share.js";
import { typedField } from "./typed.js";
import { say, sayOf } from "./words.js";

export function exploreView(root, { game, rules = null, moves, isQuestion = false, library, play }) {
  const scene = { game, rules, moves: [...moves] };
  let isAlive = true;
  let round = 0;
  let areVerdictsShown = !isQuestion;
  const parts = {
    status: make("p", { class: "status" }),
    message: make("p", { class: "message" }),
    board: make("div", {}),
    legend: make("div", {}),
    typed: make("div", {}),
    chain: make("p", { class: "chain" }),
    buttons: make("div", { class: "buttons tools" }),
    play: make("div", { class: "choices" }),
    openings: make("div", {}),
    proof: make("div", {}),
    figure: make("div", {}),
    share: make("div", {}),
  };
  const code = textField(say("code"), { name: "code", value: rules === null ? game : "", "aria-describedby": "explore-help explore-problem" });
  const problem = make("p", { id: "explore-problem", class: "problem", role: "alert" });
  const opponents = [
    ["0", say("personHere")],
    ...library.levels.map((name, at) => [String(at + 1), say("computerLevel", { level: at + 1, name })]),
  ];
  const opponent = choice(say("opponent"), opponents, "0");
  const file = make("input", {
    type: "file",
    accept: ".toml,text/plain",
    onchange: (event) => {
      const [chosen] = event.target.files;
      if (chosen) change(async () => ({ game: null, rules: await textOfFile(chosen, library.most_bytes) }));
    },
  });
  show(
    root,
    make("h1", { tabindex: "-1" }, say("exploreTitle")),
    make("p", {}, say("exploreIntro")),
    make(
      "form",
      {
        class: "typed",
        onsubmit: (event) => {
          event.preventDefault();
          change(() => ({ game: code.input.value.trim(), rules: null }));
        },
      },
      code.field,
      make("button", { type: "submit" }, say("show")),
      make("p", { id: "explore-help", class: "quiet" }, say("codeHelp")),
      make("label", { class: "field" }, make("span", {}, say("ruleFile")), file),
      problem,
    ),
    parts.status,
    make("div", { class: "now" }, parts.message),
    make("div", { class: "beside" }, make("div", {}, parts.board, parts.legend, parts.typed), make("div", {}, parts.chain, parts.buttons, parts.play, parts.openings)),
    parts.proof,
    parts.figure,
    parts.share,
  );

  const keepFocus = focusKeeper(parts.board, parts.typed, parts.buttons);
  const tell = (words) => {
    parts.message.textContent = words;
    speak(words);
  };

  /**
   * Another game, if `find` gives one; when it does not the old one stays, without its verdict, which would seem to be the
   * answer.
   */
  async function change(find) {
    stopSlowWork();
    problem.textContent = "";
    try {
      const other = await find();
      await askStoppably({ ask: "position", ...other, moves: [] });
      if (!isAlive) return;
      Object.assign(scene, other, { moves: [] });
      await refresh();
    } catch (error) {
      problem.textContent = error.message;
      parts.status.textContent = "";
    }
  }

  /** Goes to other moves of this game. That is a step in the history, so that the browser's own button takes it back. */
  function step(moves) {
    scene.moves = moves;
    history.pushState(null, "", exploreAddress({ ...scene, isQuestion: !areVerdictsShown }));
    refresh().catch((error) => tell(error.message));
  }

  /** Goes to another position of the same game; whether this is one. */
  function follow({ view, values }) {
    if (view !== "explore" || values.get("game") !== scene.game) return false;
    scene.moves = textToMoves(values.get("moves"));
    areVerdictsShown = !values.has("question");
    refresh().catch((error) => tell(error.message));
    return true;
  }

  async function refresh(askFor = ask) {
    stopSlowWork();
    round += 1;
    const here = round;
    const isCurrent = () => isAlive && here === round;
    problem.textContent = "";
    show(parts.proof);
    show(parts.figure);
    show(parts.share);
    if (scene.moves.length === 0 || !areVerdictsShown) show(parts.openings);
    const position = await askFor({ ask: "position", ...scene });
    if (!isCurrent()) return;
    // A home-made book has a code too, and that is what a link can carry.
    scene.game ??= position.game;
    const names = [say("player1"), say("player2")];
    const onpick = (move) => {
      // A second click can come before the first one's move is drawn.
      if (!isCurrent()) return;
      step([...scene.moves, move]);
    };
    const offer = async (typed) => {
      const { came, move, why } = await ask({ ask: "play", ...scene, typed });
      if (!isCurrent()) return;
      if (came === "played") onpick(move);
      else tell(why);
    };
    const shown = {};
    const redraw = (extras) => {
      Object.assign(shown, extras);
      keepFocus(() => show(parts.board, drawBoard(position, { names, onpick, extras: shown })));
      show(parts.legend, drawLegend(position, names, shown));
    };
    history.replaceState(null, "", exploreAddress({ ...scene, isQuestion: !areVerdictsShown }));
    redraw({});
    keepFocus(() => show(parts.typed, position.outcome === null && typedField(position, offer)));
    show(parts.chain, make("strong", {}, `${say(position.pool === null ? "divided" : "chain")}: `), movesToText(scene.moves) || say("nothingYet"));
    keepFocus(() =>
      show(
        parts.buttons,
        button(say("undo"), () => step(scene.moves.slice(0, -1)), { disabled: scene.moves.length === 0 }),
        button(say("toStart"), () => step([]), { disabled: scene.moves.length === 0 }),
        position.outcome === null && button(say("verdicts"), toggleVerdicts, { "aria-pressed": String(areVerdictsShown) }),
        position.outcome === null && button(say("proof"), () => showProof(position, redraw, isCurrent)),
        position.pool !== null && button(say("picture"), () => togglePicture(position), { name: "picture", "aria-pressed": "false" }),
        button(say("share"), share),
      ),
    );
    show(parts.play, position.outcome === null && [opponent.field, button(say("playFromHere"), () => play(scene, position.turn, Number(opponent.select.value)))]);
    parts.message.textContent = "";
    const title = position.title === position.game ? position.title : say("gameWithCode", { title: position.title, code: position.game });
    if (position.outcome !== null) {
      parts.status.textContent = `${title}. ${position.end_words ?? say("over")} ${sayOf("wins", names[position.outcome.winner - 1])}`;
      return speak(parts.status.textContent);
    }
    const last = position.last !== null && `${say("lastNumber", { number: position.last })}.`;
    const turn = [`${title}.`, last, `${say("toMove", { name: names[position.turn - 1] })}.`].filter(Boolean).join(" ");
    parts.status.textContent = turn;
    if (!areVerdictsShown) return speak(parts.status.textContent);
    try {
      const verdicts = await ask({ ask: "verdicts", ...scene });
      if (!isCurrent()) return;
      redraw({ verdicts });
      parts.status.textContent = `${turn} ${sayOf("winsHere", names[verdicts.winner - 1])} ${say("method", { method: verdicts.method })}`;
      speak(parts.status.textContent);
      if (scene.moves.length === 0) await showOpenings(isCurrent);
    } catch (error) {
      if (isCurrent()) parts.message.textContent = error.message;
    }
  }

  function toggleVerdicts() {
    areVerdictsShown = !areVerdictsShown;
    refresh().catch((error) => tell(error.message));
  }

  async function showOpenings(isCurrent) {
    const solved = await ask({ ask: "openings", ...scene });
    if (!isCurrent()) return;
    const { winning, winning_count: count, first_moves: all, pairs } = solved;
    const words =
      count === 0
        ? say("openingsNone", { all })
        : winning === null
          ? say("openingsMany", { count, all })
          : say("openingsSome", { count, all, list: winning.join(", ") });
    show(
      parts.openings,
      make("h2", {}, say("openings")),
      // A long list is moved by the keyboard too.
      make("p", { class: "openings", tabindex: "0" }, words),
      pairs !== null && make("p", {}, say("pairs", { pairs })),
    );
  }

  async function showProof(position, redraw, isCurrent) {
    try {
      const { proof, words } = await ask({ ask: "proof", ...scene });
      if (!isCurrent()) return;
      const list = (items) => (items.length > 0 ? items.join(", ") : say("none"));
      const save = async () => {
        try {
          download(`${fileName(position.game)}-proof.json`, await ask({ ask: "proof-file", ...scene }), "application/json");
        } catch (error) {
          tell(error.message);
        }
      };
      redraw({ proof });
      show(
        parts.proof,
        make("h2", { tabindex: "-1" }, say("proof")),
        make("p", {}, say("proofIntro", { words })),
        proof === null && make("p", {}, say("proofInFile")),
        proof?.matching && make("p", {}, say("proofPairs", { list: list(proof.matching.map((pair) => pair.join("–"))) })),
        proof?.barrier && make("p", {}, say("proofBarrier", { list: list(proof.barrier) })),
        proof?.punishers && make("p", {}, say("proofPunishers", { list: list(proof.punishers) })),
        proof?.factors &&
          make("p", {}, say("proofFactors", { list: list(proof.factors.map(([number, primes]) => `${number} = ${primes.join(" × ")}`)) })),
        button(say("saveProof"), save),
      );
      parts.proof.querySelector("h2").focus();
      if (position.pool !== null && proof?.matching) await showPicture(position, { proof });
    } catch (error) {
      if (isCurrent()) tell(error.message);
    }
  }

  async function togglePicture(position) {
    if (parts.figure.hasChildNodes()) {
      show(parts.figure);
      return pressPicture(false);
    }
    await showPicture(position, {});
    if (parts.figure.hasChildNodes()) bringIntoView(parts.figure);
  }

  async function showPicture(position, extras) {
    try {
      show(parts.figure, drawGraph(await ask({ ask: "picture", ...scene }), position, extras));
      pressPicture(true);
    } catch (error) {
      tell(error.message);
    }
  }

  function pressPicture(isPressed) {
    parts.buttons.querySelector("[name=picture]")?.setAttribute("aria-pressed", String(isPressed));
  }

  function share() {
    show(parts.share, linkBox("shareLink", exploreAddress({ ...scene, isQuestion: true })));
    bringIntoView(parts.share);
  }

  refresh(askStoppably).catch((error) => {
    parts.message.textContent = error.message;
  });
  const leave = () => {
    isAlive = false;
    stopSlowWork();
  };
  return { leave, follow };
}
