// Which view is shown: the fragment of the address decides.
import { button, choice, make, show } from "./dom.js";
import { ask, startEngine, stopSlowWork, watchWork } from "./engine.js";
import { exploreView } from "./explore.js";
import { gameView } from "./game.js";
import { keptGames, newId } from "./games.js";
import { homeView, newSeed } from "./home.js";
import { numberIn, readAddress, reviewedScene, textToMoves } from "./link.js";
import { openView } from "./open.js";
import { printView } from "./print.js";
import { puzzleView } from "./puzzle.js";
import { reviewView } from "./review.js";
import { rulesView } from "./rules.js";
import { seatsAgainst } from "./seats.js";
import { keep, kept } from "./store.js";
import { say } from "./words.js";

const content = document.getElementById("content");
/** The last day that has a date, 31 December 9999. */
const LAST_DAY = 2_932_896;

let library = null;
let leave = null;
/** How the view goes to another address of its own; it says whether it did. */
let follow = null;
let shownView = null;
/** What the next view is about, when that is too much for an address. */
let handed = null;

function handOver(view, value) {
  handed = value;
  if (location.hash === `#/${view}`) route();
  else location.hash = `#/${view}`;
}

/** The question that begins a game. */
function beginning(game) {
  return { ask: "begin", rules: null, best_of: null, opening: [], id: newId(), at: Math.max(0, Date.now()), ...game };
}

/** The question that takes a kept game up. */
function takenUp({ record, rules }) {
  return { ask: "session", record, rules };
}

/** The first page, with a word about why somebody who wanted something else is here. */
function firstPage(root, words = null) {
  const start = (game) => handOver("game", beginning(game));
  const goOn = (game) => handOver("game", takenUp(game));
  return homeView(root, { library, start, goOn, words });
}

/** Shows the game with this id, or without one the last game. */
async function keptView(root, id) {
  const { games } = await keptGames();
  const game = games.find((each) => id === null || each.id === id);
  return game === undefined ? firstPage(root, say("noSuchGame")) : gameView(root, takenUp(game));
}

/** Goes on with a game that somebody brought. A copy is a game of its own: it replaces no record of the one that it came from. */
function goOnWith(record) {
  handOver("game", { ask: "session", record, rules: null, id: newId(), seed: String(newSeed()) });
}

/** Which views have one more part in their address: the game. */
const WITH_GAME = new Set(["rules", "print"]);

/** The view at an address, or the first page: an address can be anything. */
function viewAt({ view, rest }) {
  const isKnown = Object.hasOwn(VIEWS, view) && rest.length <= (WITH_GAME.has(view) ? 1 : 0);
  if (isKnown) return VIEWS[view];
  const typed = location.hash.length > 60 ? `${location.hash.slice(0, 60)}…` : location.hash;
  return (root) => firstPage(root, say("noSuchPage", { address: typed }));
}

const VIEWS = {
  "": (root) => firstPage(root),
  game: (root, { values }) => (handed ? gameView(root, handed) : keptView(root, values.get("id"))),
  play: (root, { values }) => {
    const level = numberIn(values, "level", library.levels.length) ?? 3;
    const question = beginning({
      game: values.get("game") ?? "classic",
      seats: seatsAgainst(level),
      first: values.get("first") === "2" ? 2 : 1,
      seed: values.get("seed") ?? newSeed(),
      opening: textToMoves(values.get("moves")),
    });
    return gameView(root, question, { isKept: false });
  },
  review: (root, { values, from }) => {
    if (!handed && !values.has("game")) return show(root, noReview());
    const isFromGame = ["game", "play"].includes(from);
    return reviewView(root, handed?.scene ?? reviewedScene(values), { isFromGame, brought: handed?.brought, goOn: goOnWith });
  },
  explore: (root, { values }) => {
    // Against the computer it is the person's turn.
    const play = ({ game, rules, moves }, turn, level) => {
      const first = level > 0 ? turn : 1;
      handOver("game", beginning({ game, rules, seats: seatsAgainst(level), first, seed: newSeed(), opening: moves }));
    };
    const asked = { game: values.get("game") ?? "classic", moves: textToMoves(values.get("moves")), isQuestion: values.has("question") };
    return exploreView(root, { ...(handed ?? asked), library, play });
  },
  puzzle: (root, { values }) => {
    return puzzleView(root, {
      library,
      game: values.get("game"),
      grade: values.get("grade"),
      seed: numberIn(values, "seed"),
      day: numberIn(values, "day", LAST_DAY),
    });
  },
  rules: (root, { rest }) => rulesView(root, { library, id: rest[0] }),
  print: (root, { rest }) => printView(root, { library, id: rest[0] ?? "classic" }),
  open: (root) =>
    openView(root, {
      mostBytes: library.most_bytes,
      review: ({ record, unfinished, ...scene }) => handOver("review", { scene: { ...scene, rules: null }, brought: { record, unfinished } }),
      explore: (scene) => handOver("explore", scene),
    }),
};

function noReview() {
  const link = (view, words) => make("a", { class: "button", href: `#/${view}` }, say(words));
  return [
    make("h1", { tabindex: "-1" }, say("reviewTitle")),
    make("p", { class: "message" }, say("reviewOfNothing")),
    make("div", { class: "buttons" }, link("", "navHome"), link("open", "navOpen")),
  ];
}

async function route() {
  const address = { ...readAddress(location.hash), from: shownView };
  shownView = address.view;
  leave?.();
  leave = null;
  follow = null;
  // Every view has a place of its own: what comes late for one that was left does no harm.
  const root = make("div", {});
  show(content, root);
  const isHere = () => content.contains(root);
  const view = viewAt(address);
  for (const link of document.querySelectorAll("#top nav a")) {
    const isThisView = readAddress(link.getAttribute("href")).view === address.view;
    if (isThisView) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    const left = view(root, address);
    handed = null;
    const done = await left;
    const leaveThis = done?.leave ?? done ?? null;
    if (!isHere()) return leaveThis?.();
    leave = leaveThis;
    follow = done?.follow ?? null;
  } catch (error) {
    show(root, make("h1", { tabindex: "-1" }, say("title")), make("p", { class: "message", role: "alert" }, error.message));
  }
  if (!isHere()) return;
  document.title = `${content.querySelector("h1")?.textContent || say("title")} – ${say("title")}`;
  content.querySelector("h1")?.focus();
  window.scrollTo(0, 0);
}

function drawTop() {
  const links = [
    ["#/", "navHome"],
    ["#/puzzle", "navPuzzle"],
    ["#/explore", "navExplore"],
    ["#/rules", "navRules"],
    ["#/open", "navOpen"],
  ];
  const setTheme = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    keep("theme", theme);
  };
  const options = [
    ["auto", say("themeAuto")],
    ["light", say("themeLight")],
    ["dark", say("themeDark")],
  ];
  const known = kept("theme");
  const theme = options.some(([name]) => name === known) ? known : "auto";
  setTheme(theme);
  const themes = choice(say("theme"), options, theme, setTheme);
  const projector = make("input", {
    type: "checkbox",
    onchange: (event) => {
      document.documentElement.classList.toggle("projector", event.target.checked);
      keep("projector", event.target.checked);
    },
  });
  projector.checked = kept("projector") === true;
  document.documentElement.classList.toggle("projector", projector.checked);
  show(
    document.getElementById("top"),
    make("nav", { "aria-label": say("navPages") }, links.map(([href, words]) => make("a", { href }, say(words)))),
  );
  show(
    document.getElementById("bottom"),
    make("div", { class: "settings" }, themes.field, make("label", { class: "check" }, projector, make("span", {}, say("projector")))),
  );
  document.getElementById("skip").textContent = say("skip");
}

/** What takes longer than a moment says so, and can be stopped. */
function drawWork() {
  const work = make("div", { class: "work", hidden: true }, say("thinking"), " ", button(say("stop"), stopSlowWork));
  document.body.append(work);
  let timer = null;
  watchWork((kind, isBusy) => {
    if (kind === "quick") {
      // What is on the screen is about to change.
      if (isBusy) content.setAttribute("aria-busy", "true");
      else content.removeAttribute("aria-busy");
      return;
    }
    clearTimeout(timer);
    if (!isBusy) work.hidden = true;
    else if (work.hidden) timer = setTimeout(() => (work.hidden = false), 300);
  });
}

async function begin() {
  drawTop();
  drawWork();
  show(content, make("p", {}, say("starting")));
  try {
    await startEngine();
    library = await ask({ ask: "books" });
  } catch (error) {
    show(content, make("p", { class: "message", role: "alert" }, say("cannotStart", { reason: error.message })));
    return;
  }
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    content.focus();
  });
  window.addEventListener("hashchange", () => {
    if (!follow?.(readAddress(location.hash))) route();
  });
  await route();
  document.documentElement.dataset.ready = "yes";
}

begin();
