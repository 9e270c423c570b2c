// Making a game between two places.
import { FIRST, oneOf, roundsOf } from "./choices.js";
import { choice, make, show, submitting, textField, trying } from "./dom.js";
import { ask } from "./engine.js";
import { numbersField } from "./home.js";
import { limitWords, liveAddress } from "./live_drawn.js";
import { heldIn, hold, newToken } from "./live_kept.js";
import { request } from "./live_net.js";
import { callPerson, opponentWho, ownName } from "./seats.js";
import { keep, kept } from "./store.js";
import { thumbnail } from "./thumbnail.js";
import { say } from "./words.js";

/** @import { Books, Made } from "./contract" */
/** @import { Match, Starts } from "./choices.js" */

/** How long a turn may take, in seconds. */
const LIMITS = [0, 30, 60, 180, 600, 86_400];

/** Who opens the link. */
const SOMEBODY = "somebody";

/** @param {HTMLElement} root @param {Books} library @param {string} [before] the game after which it is played, with whoever has played that */
export function liveFormView(root, { books, opponents }, before) {
  const after = before ? heldIn(before) : null;
  const partner = (after?.seat && after.seen?.other) || null;
  const shelf = books.filter(({ numbers }) => numbers !== null);
  // Whoever wants another game wants mostly the same.
  const last = /** @type {Record<string, unknown>} */ (kept("live-choices") ?? {});
  const typedBefore = (/** @type {unknown} */ typed, /** @type {string} */ otherwise) => (typeof typed === "string" && typed.length < 100 ? typed : otherwise);
  /** @type {{ starts: Starts, match: Match, limit: string, other: string }} */
  const chosen = { starts: oneOf(last.starts, ["toss", "first", "second"]), match: oneOf(last.match, ["one", "best-of", "all"]), limit: oneOf(last.limit, LIMITS.map(String)), other: SOMEBODY };
  let book = shelf.find(({ id }) => id === last.book) ?? shelf[0];
  let numbers = textField("").input;
  const about = make("div", { class: "about" });
  const numbersPlace = make("div");
  const drawBook = (/** @type {unknown} */ typed = null) => {
    const drawn = book.numbers && numbersField(book.numbers, {});
    if (drawn) numbers = drawn.input;
    numbers.value = typedBefore(typed, numbers.value);
    show(numbersPlace, drawn?.field);
    numbers.addEventListener("change", drawAbout);
    fairField.hidden = !book.can_be_fair;
    drawAbout();
  };
  const isFair = () => fair.checked && book.can_be_fair;
  const setUp = () => ask({ ask: "set-up", game: book.id, numbers: numbers.value, fair: isFair() });
  /** How the game is played that is chosen; as long as it cannot be played, what its book says. */
  async function drawAbout() {
    const chosenBook = book;
    const { words } = await setUp().catch(() => ({ words: book.summary }));
    if (book === chosenBook) show(about, thumbnail(book.board), make("p", { class: "summary" }, words));
  }
  const name = textField(say("liveName"), { name: "name", value: ownName(), maxlength: 32, placeholder: say("player1") });
  const fair = make("input", { type: "checkbox", name: "fair", checked: last.fair === true, onchange: () => drawAbout() });
  const fairField = make("label", { class: "check" }, fair, make("span", {}, say("fair")));
  const shelved = choice(say("book"), shelf.map(({ id, title }) => [id, title]), book.id, (id) => {
    book = shelf.find((each) => each.id === id) ?? book;
    drawBook();
  });
  const starts = choice(say("whoStarts"), [["toss", say("toss")], ["first", say("you")], ["second", say("liveOther")]], chosen.starts, (value) => (chosen.starts = value));
  const rounds = textField(say("rounds"), { name: "rounds", inputmode: "numeric", value: typedBefore(last.rounds, "3") });
  const match = choice(say("match"), [["one", say("oneGame")], ["best-of", say("bestOf")], ["all", say("allRounds")]], chosen.match, (value) => {
    chosen.match = value;
    rounds.field.hidden = value === "one";
  });
  const other = choice(say("liveOtherSeat"), [[SOMEBODY, say("liveWhoever")], ...opponents.map(({ level, name, sees }) => /** @type {[string, string]} */ ([opponentWho(level), say("opponentSees", { name, sees })]))], chosen.other, (value) => {
    chosen.other = value;
    drawOther();
  });
  const send = make("button", { type: "submit", class: "main" });
  const intro = make("p", { class: "lead" });
  /** A computer needs no link, and is never late. */
  const drawOther = () => {
    const isSomebody = chosen.other === SOMEBODY;
    limit.field.hidden = !isSomebody;
    intro.textContent = partner ? say("liveElseIntro", { name: partner }) : say(isSomebody ? "liveIntro" : "liveComputerIntro");
    send.textContent = partner ? say("liveAskThem", { name: partner }) : say(isSomebody ? "liveMake" : "play");
  };
  const limit = choice(say("liveLimit"), LIMITS.map((each) => [String(each), limitWords(each)]), chosen.limit, (value) => (chosen.limit = value));
  const find = make("input", { type: "checkbox", name: "find", checked: last.find === true });
  rounds.field.hidden = chosen.match === "one";
  const problem = make("p", { class: "problem", role: "alert" });

  const makeIt = async () => {
    const typed = name.input.value.trim();
    await callPerson(0, typed);
    const { code } = await setUp();
    const token = newToken();
    const body = {
      game: code,
      seats: [{ ...(typed && { name: typed }), token }, chosen.other === SOMEBODY ? { ...(partner && { name: partner }) } : { who: chosen.other, name: opponents.find(({ level }) => opponentWho(level) === chosen.other)?.name }],
      first: FIRST[chosen.starts],
      rounds: roundsOf({ match: chosen.match, rounds: rounds.input.value.trim() }),
      limit: (chosen.other === SOMEBODY && Number(chosen.limit)) || null,
      find: find.checked || null,
      after: partner && after?.id,
    };
    /** @type {Made} */
    const { id, invitations } = await request("POST", "", { body, token: partner && after?.token });
    keep("live-choices", { ...chosen, book: book.id, numbers: numbers.value, rounds: rounds.input.value, fair: fair.checked, find: find.checked });
    hold({ id, token, seat: 1, invites: invitations[1] ?? undefined, asks: partner ?? undefined, after: after?.id });
    location.hash = liveAddress(id);
  };
  drawBook(last.numbers);
  drawOther();
  show(
    root,
    make("h1", { tabindex: "-1" }, say("liveTitle")),
    intro,
    make(
      "form",
      { class: "live-form", onsubmit: submitting(() => trying(problem, makeIt)) },
      make("div", {}, shelved.field, about, numbersPlace),
      make("div", {}, name.field, make("p", { class: "quiet" }, say("liveAnyName"), " ", make("a", { href: "privacy" }, say("privacyTitle"))), !partner && other.field, limit.field),
      make("details", { open: fair.checked || find.checked || chosen.match !== "one" }, make("summary", {}, say("moreChoices")), make("div", { class: "choices" }, starts.field, match.field, rounds.field, fairField, make("label", { class: "check" }, find, make("span", {}, say("findThem"))))),
      send,
      problem,
    ),
  );
}
