// Which view is shown: the fragment of the address decides.
import { byId, fieldIn, make, reasonOf, show, template } from "./dom.js";
import { ask, now, startEngine, stopSlowWork, watchWork } from "./engine.js";
import { exploreView } from "./explore.js";
import { gameView } from "./game.js";
import { keptGames, newId } from "./games.js";
import { historyView } from "./history.js";
import { homeView, newSeed } from "./home.js";
import { mark } from "./icons.js";
import { lessonView, lessonsView } from "./lesson.js";
import { numberIn, readAddress, reviewedGame, textToMoves } from "./link.js";
import { liveView } from "./live.js";
import { watchCalls } from "./live_call.js";
import { liveFormView } from "./live_form.js";
import { isServed } from "./live_net.js";
import { longestView } from "./longest.js";
import { openView } from "./open.js";
import { printView } from "./print.js";
import { puzzleView } from "./puzzle.js";
import { questionView } from "./question.js";
import { reviewView } from "./review.js";
import { rulesView } from "./rules.js";
import { BEST, meet, seatsAgainst } from "./seats.js";
import { keep, kept } from "./store.js";
import { teachView } from "./teach.js";
import { say } from "./words.js";

/** @import { Beginning, Books, Grade, Question, Theme } from "./contract" */
/** @import { Explored, Play } from "./explore.js" */
/** @import { Address, Played } from "./link.js" */
/** @import { Brought } from "./review.js" */

/**
 * What a view is about that is too much for an address.
 * @typedef {{ game?: GameQuestion, review?: { scene: Played, brought: Brought }, explore?: Explored }} Handed
 * @typedef {Extract<Question, { ask: "begin" | "session" }>} GameQuestion
 *
 * A view fills its place, and may give back how it goes to another address of its own: that says whether it did.
 * @typedef {(address: Address) => boolean} Follow
 * @typedef {{ root: HTMLElement, address: Address, from: string | null, handed: Handed, signal: AbortSignal }} Around
 * @typedef {(around: Around) => Promise<void> | Follow | void} View
 */

const content = byId("content");
/** The last day that has a date, 31 December 9999. */
const LAST_DAY = 2_932_896;
/** No number that is asked about is larger: it has 32 bits. */
const LARGEST = 4_294_967_295;
/** No lesson has more steps. */
const MOST_STEPS = 99;

/** @type {Books} */
let library;
/** Ends when the view is left. */
let stay = new AbortController();
/** @type {Follow | null} */
let follow = null;
/** @type {string | null} */
let shownView = null;
/** @type {Handed} */
let handed = {};

/** Goes to a view with what it is about. @param {Handed} value */
function handOver(value) {
  const [view] = Object.keys(value);
  handed = value;
  if (location.hash === `#/${view}`) route();
  else location.hash = `#/${view}`;
}

/**
 * The question that begins a game.
 * @param {Pick<Beginning, "game" | "seats" | "first" | "seed"> & Partial<Beginning>} game
 * @returns {GameQuestion}
 */
function beginning(game) {
  return { ask: "begin", id: newId(), at: now(), ...game };
}

/**
 * The first page, with a word about why somebody who wanted something else is here.
 * @param {HTMLElement} root
 * @param {string | null} words
 */
function firstPage(root, words = null) {
  return homeView(root, {
    library,
    start: async (game) => {
      const question = beginning(game);
      // What cannot begin is said beside what was chosen.
      await ask(question);
      handOver({ game: question });
    },
    goOn: ({ record, rules }) => handOver({ game: { ask: "session", session: { record, rules } } }),
    words,
  });
}

/** Looks at a game that was opened. @param {import("./history.js").OpenedRecord} opened */
function reviewRecord({ game, moves, opening, names, outcome, record, unfinished }) {
  handOver({ review: { scene: { game, rules: null, moves, opening, names, outcome }, brought: { record, unfinished } } });
}

/** Shows the game with this id, or without one the last game. @param {Around} around */
async function keptView({ root, address, signal }) {
  const id = address.values.get("id");
  const { games } = await keptGames();
  const game = games.find((each) => id === null || each.id === id);
  if (game === undefined) return firstPage(root, say("noSuchGame"));
  const { record, rules } = game;
  return gameView(root, { ask: "session", session: { record, rules } }, signal);
}

/** @type {Record<string, View>} */
const VIEWS = {
  "": ({ root }) => firstPage(root),
  game: (around) => (around.handed.game ? gameView(around.root, around.handed.game, around.signal) : keptView(around)),
  play: ({ root, address: { values }, signal }) => {
    const question = beginning({
      game: values.get("game") ?? "classic",
      seats: seatsAgainst(numberIn(values, "level", library.opponents.length) ?? 3),
      first: values.get("first") === "2" ? 2 : 1,
      seed: values.get("seed") ?? newSeed(),
      opening: textToMoves(values.get("moves")),
    });
    return gameView(root, question, signal, false);
  },
  review: ({ root, address: { values }, from, handed: { review }, signal }) => {
    if (!review && !values.has("game")) return show(root, template("no-review-view").view);
    // A copy is a game of its own: it replaces no record of the one that it came from.
    const goOn = (/** @type {string} */ record) => handOver({ game: { ask: "session", session: { record }, id: newId(), seed: newSeed() } });
    const isFromGame = ["game", "play", "live"].includes(from ?? "");
    /** @type {import("./review.js").PlayOn} */
    const playOn = ({ game, rules, moves }, turn) => handOver({ game: beginning({ game, rules, seats: seatsAgainst(3), first: turn, seed: newSeed(), opening: moves }) });
    return reviewView(root, review?.scene ?? reviewedGame(values), { isFromGame, brought: review?.brought, goOn, playOn, signal });
  },
  explore: ({ root, address: { values }, handed: { explore }, signal }) => {
    /** Against the computer it is the person's turn. @type {Play} */
    const play = ({ game, rules, moves }, turn, level) =>
      handOver({ game: beginning({ game, rules, seats: seatsAgainst(level), first: level > 0 ? turn : 1, seed: newSeed(), opening: moves }) });
    const asked = { game: values.get("game") ?? "classic", rules: null, moves: textToMoves(values.get("moves")) };
    if (values.has("question") && !explore) return questionView(root, asked, { play, signal });
    return exploreView(root, explore ?? asked, { isQuestion: values.has("question"), library, play, signal });
  },
  puzzle: ({ root, address: { values }, signal }) => {
    // A grade or theme that there is not is the engine's to refuse.
    const grade = /** @type {Grade | ""} */ (values.get("grade") ?? "");
    const day = numberIn(values, "day", LAST_DAY);
    const theme = /** @type {Theme | ""} */ (values.get("theme") ?? "");
    /** Who has found the move makes it, and wins the rest. @type {import("./puzzle.js").PlayOn} */
    const playOn = ({ game, moves }, turn) =>
      handOver({ game: beginning({ game, seats: seatsAgainst(BEST), first: turn, seed: newSeed(), opening: moves, origin: "puzzle" }) });
    return puzzleView(root, { game: values.get("game") ?? "", grade, theme, seed: values.get("seed"), day }, { library, playOn, signal });
  },
  learn: ({ root, address: { rest: [id], values }, signal }) => {
    if (id === undefined) return lessonsView(root);
    const begins = () => beginning({ seats: seatsAgainst(1), first: 1, seed: newSeed(), lesson: id });
    if (values.get("step") === "game") return gameView(root, begins(), signal);
    return lessonView(root, { id, at: numberIn(values, "step", MOST_STEPS) ?? 0 }, { play: () => handOver({ game: begins() }), signal });
  },
  // How many numbers are too many is the engine's to say.
  longest: ({ root, address: { values }, signal }) => longestView(root, numberIn(values, "size", LARGEST), signal),
  history: ({ root }) => historyView(root, { library, review: reviewRecord }),
  rules: ({ root, address: { rest } }) => rulesView(root, rest[0] ?? library.books[0].id, library),
  print: ({ root, address: { rest, values } }) => printView(root, rest[0] ?? "classic", values),
  teach: ({ root, address: { rest } }) => teachView(root, rest[0]),
  open: ({ root }) =>
    openView(root, {
      mostBytes: library.most_bytes,
      review: reviewRecord,
      explore: (explore) => handOver({ explore }),
    }),
};

/** How many more parts the address of a view may have: the game, or the lesson; the secret of a seat, or the game before a new one, and which seat goes on elsewhere. @type {Record<string, number>} */
const MOST_PARTS = { learn: 1, rules: 1, print: 1, teach: 1, live: 3 };

// Where nobody keeps games between two places, there is no such view.
if (isServed) VIEWS.live = ({ root, address: { rest: [id, secret, handed] }, signal }) => (id && id !== "new" ? liveView(root, { id, secret: secret || null, handed: handed === "1" ? 1 : handed === "2" ? 2 : null }, signal) : liveFormView(root, library, secret));

/** The view at an address, or the first page: an address can be anything. @param {Address} address @returns {View} */
function viewAt({ view, rest }) {
  if (Object.hasOwn(VIEWS, view) && rest.length <= (MOST_PARTS[view] ?? 0)) return VIEWS[view];
  const typed = location.hash.length > 60 ? `${location.hash.slice(0, 60)}…` : location.hash;
  return ({ root }) => firstPage(root, say("noSuchPage", { address: typed }));
}

async function route() {
  const address = readAddress(location.hash);
  stay.abort();
  stopSlowWork();
  // What stood in front of the view that is left goes with it.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  stay = new AbortController();
  // Every view has a place of its own: what comes late for one that was left does no harm.
  const root = make("div");
  const around = { root, address, from: shownView, handed, signal: stay.signal };
  [follow, shownView, handed] = [null, address.view, {}];
  show(content, root);
  for (const link of document.querySelectorAll("nav a")) {
    const isThisView = readAddress(link.getAttribute("href") ?? "").view === address.view;
    if (isThisView) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    const followed = await viewAt(address)(around);
    if (around.signal.aborted) return;
    follow = followed ?? null;
  } catch (error) {
    show(root, make("h1", { tabindex: "-1" }, say("title")), make("p", { class: "message", role: "alert" }, reasonOf(error)));
  }
  if (around.signal.aborted) return;
  document.title = `${content.querySelector("h1")?.textContent || say("title")} – ${say("title")}`;
  // Who has just opened the page starts at its top, with the way past the links; who goes on in it starts at the new view.
  if (document.documentElement.dataset.ready) content.querySelector("h1")?.focus();
  window.scrollTo(0, 0);
}

/** The colours and the size of the page, as they were chosen. */
function drawLooks() {
  const page = document.documentElement;
  const theme = /** @type {HTMLSelectElement} */ (byId("theme"));
  const projector = fieldIn(byId("projector"));
  // What was kept can be anything.
  const known = kept("theme");
  theme.value = [...theme.options].find(({ value }) => value === known)?.value ?? "auto";
  projector.checked = kept("projector") === true;
  const look = () => {
    page.dataset.theme = theme.value;
    page.classList.toggle("projector", projector.checked);
    keep("theme", theme.value);
    keep("projector", projector.checked);
  };
  theme.onchange = look;
  projector.onchange = look;
  look();
}

/** What takes longer than a moment says so, and can be stopped. */
function drawWork() {
  const work = byId("work");
  let timer = 0;
  byId("stop").onclick = stopSlowWork;
  watchWork((speed, isBusy) => {
    // What is on the screen is about to change.
    if (speed === "quick") return isBusy ? content.setAttribute("aria-busy", "true") : content.removeAttribute("aria-busy");
    clearTimeout(timer);
    if (!isBusy) work.hidden = true;
    else if (work.hidden) timer = setTimeout(() => (work.hidden = false), 300);
  });
}

async function begin() {
  drawLooks();
  drawWork();
  show(content, make("p", {}, say("starting")));
  try {
    await startEngine();
    library = await ask({ ask: "books" });
    meet(library.opponents);
    byId("home").prepend(mark());
  } catch (error) {
    return show(content, make("p", { class: "message", role: "alert" }, say("cannotStart", { reason: reasonOf(error) })));
  }
  byId("skip").onclick = (event) => {
    event.preventDefault();
    content.focus();
  };
  window.addEventListener("hashchange", () => {
    if (!follow?.(readAddress(location.hash))) route();
  });
  // Where a browser allows it, the page is there without a network, too. Where not, everything else works.
  if (isServed && isSecureContext) navigator.serviceWorker?.register("service-worker.js").catch(() => {});
  if (isServed) {
    byId("privacy").hidden = false;
    watchCalls();
  }
  await route();
  document.documentElement.dataset.ready = "yes";
}

begin();
