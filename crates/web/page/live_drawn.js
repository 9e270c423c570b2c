// What stands around a board that is played at from two places: who is there, how much time is left, what one asks of the other, and
// before that the link for whoever is to come.
import { button, byId, make, show, submitting, textField, together, trying } from "./dom.js";
import { shareable } from "./link.js";
import { heldIn, hold, newToken, nextFor, offeredNext } from "./live_kept.js";
import { ownName } from "./seats.js";
import { copyBox, copyFrom, drawCode, sheetButton } from "./share.js";
import { say } from "./words.js";

/** @import { LiveState, LiveWish, Move, Seat, SessionView } from "./contract" */
/** @import { Child, Leaf } from "./dom.js" */
/** @import { Live } from "./live.js" */
/** @import { Held } from "./live_kept.js" */

/**
 * What is around a game.
 * @typedef {object} Around
 * @property {boolean} isWatched whether nobody here plays
 * @property {boolean} hasPeople whether no computer sits there, so that another one is asked what is taken back
 * @property {(at: number) => Leaf[]} noteOf what there is to say of whoever sits there
 * @property {() => Child} offers what can be answered or taken now, above everything else in the tray
 * @property {() => Leaf} watching how many others look
 * @property {() => Child} another the way to another game with the same person
 * @property {() => Move | null} unsent a move that nobody has answered yet
 *
 * @typedef {{ act: (action: LiveWish) => unknown, sit: (name: string) => Promise<unknown>, watch: (isWatching: boolean) => unknown, rules: () => unknown, remove: () => unknown }} Ways
 */

/** How long a turn may take, in seconds; 0 is as long as one likes. @param {number} seconds */
export function limitWords(seconds) {
  if (seconds === 0) return say("liveNoLimit");
  if (seconds === 86_400) return say("liveDay");
  return seconds % 60 > 0 ? say("liveSeconds", { count: seconds }) : say("liveMinutes", { count: seconds / 60 });
}

/** The address of a game; with a secret, of a seat in it; and with that seat, for whoever goes on there with another device. @param {string} id @param {(string | Seat)[]} rest */
export const liveAddress = (id, ...rest) => ["#/live", id, ...rest].join("/");

/** What whoever sits there is called, and how they stand. @param {Live} live @param {Seat} seat */
const sitting = ({ state }, seat) => state.seats[seat - 1];

/** How long whoever has the turn still has, in milliseconds; null when nobody is waited for. @param {Live} live */
export function timeLeft({ state: { waiting }, at }) {
  return waiting && Number(waiting.allowed) - Number(waiting.spent) - (Date.now() - at);
}

/** "1:05", and of more than an hour "23 h" @param {number} time */
function clockOf(time) {
  const seconds = Math.max(0, Math.ceil(time / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? say("liveHours", { hours }) : `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How many days whoever is waited for may take. @param {Live} live */
export const daysOf = ({ state: { waiting } }) => Math.floor(Number(waiting?.allowed) / 86_400_000);

/** Whether the game can be claimed now, or the next round begun. @param {Live} live */
export function isClaimable(live) {
  const { state: { waiting }, held } = live;
  return waiting !== null && held !== null && held.seat !== null && waiting.seat !== held.seat && Number(timeLeft(live)) <= 0;
}

/** @param {Live} live @param {Ways} ways @returns {Around} */
export const aroundOf = (live, ways) => ({
  get isWatched() {
    return !live.held?.seat;
  },
  get hasPeople() {
    return live.state.seats.every(isSomebody);
  },
  noteOf: (at) => noteOf(live, at),
  offers: () => offersOf(live, ways),
  watching: () => {
    // Whoever watches knows of themselves.
    const count = live.state.watching - (live.held?.seat ? 0 : 1);
    return count > 0 && make("span", { class: "round" }, say("liveWatching", { count }));
  },
  another: () => anotherOf(live),
  unsent: () => live.doing?.unsent ?? null,
});

/** The way to another game with the same person. @param {Live} live */
function anotherOf({ id, held, state }) {
  const { seats, next, may } = state;
  const seat = held?.seat;
  // One that somebody has made already stands above.
  if (!seat || !may[seat - 1].rematch || !seats.every(isSomebody) || next?.by === seat || offeredNext(state, seat)) return null;
  return make("a", { class: "button", href: liveAddress("new", id) }, say("liveAnother", seats[2 - seat]));
}

/** How much time whoever is waited for still has, going on by itself. @param {Live} live */
function clockFor(live) {
  const clock = make("span", { class: "clock", role: "timer" });
  turnClock(clock, live);
  return clock;
}

/** Whoever can come and go. @param {{ who: string }} seat */
const isSomebody = ({ who }) => who === "human" || who === "bot";

/** @param {Live} live @param {number} at @returns {Leaf[]} */
function noteOf(live, at) {
  const { state: { seats, waiting, limit, turn }, held, isLost } = live;
  const { who, open, here } = seats[at];
  // Who is there nobody knows without a connection.
  const isKnown = isSomebody({ who }) && !isLost;
  const isTimed = limit !== null && turn !== null && waiting?.seat === at + 1;
  const words = open ? "liveNotYet" : here ? "liveHere" : "liveAway";
  const clock = isTimed && clockFor(live);
  // Whoever has a clock is there, if nothing else is said.
  const isSaid = isKnown && held?.seat !== at + 1 && !(clock && here);
  return [clock, isSaid && make("span", { class: here ? "there" : "there away" }, say(words))];
}

/** So much time is little, in milliseconds. */
const LITTLE = 10_000;

/** @param {Element} clock @param {Live} live */
function turnClock(clock, live) {
  const left = Number(timeLeft(live));
  clock.textContent = clockOf(left);
  clock.classList.toggle("little", left <= LITTLE);
}

/** Lets the clock go on. @param {Live} live */
export function drawClock(live) {
  const clock = live.root.querySelector(".clock");
  if (clock) turnClock(clock, live);
}

/** Says above everything that there is no connection, as long as there is none. @param {string | null} words */
export function drawLost(words) {
  const known = document.querySelector(".lost");
  if (words === null) return known?.remove();
  if (!known) byId("skip").after(make("p", { class: "lost", role: "status" }, words));
}

/** Goes to the next game; there this device is known by the token that it has in this one. @param {LiveState} state @param {Held} held */
export function goThere(state, held) {
  const next = nextFor(state, held.seat);
  if (next) hold({ id: next.id, token: newToken(), seat: null, asked: held.token, after: held.id });
  location.hash = liveAddress(state.next?.id ?? "");
}

/** What is to be played next, in words. @param {LiveState["seats"]} seats @param {NonNullable<LiveState["next"]>} next */
export const nextWords = (seats, { by, title }) => say("liveAsksElse", { name: seats[by - 1].name, title });

/** What the other one asks of whoever is here, in words. @param {Live} live */
export function askedWords(live) {
  const { state, held } = live;
  const next = nextFor(state, held?.seat ?? null);
  if (next) return nextWords(state.seats, next);
  return state.proposed !== null && state.proposed.by !== (held?.seat ?? null) ? proposedWords(live) : null;
}

/** What was proposed, in words. @param {Live} live */
export function proposedWords(live) {
  const { state: { proposed }, held, game } = live;
  if (proposed === null) return "";
  const { by, proposal } = proposed;
  const isMine = by === held?.seat;
  const values = { name: sitting(live, by).name, move: game?.view.position.moves.at(-1) };
  if (proposal.what === "take-back") return say(isMine ? "liveAskedBack" : "liveAsksBack", values);
  const other = sitting(live, by === 1 ? 2 : 1);
  if (proposal.what === "next-round") return isMine ? say("liveAskedNext", other) : say(proposal.fair ? "liveAsksNextFair" : "liveAsksNext", values);
  return isMine ? say(other.here ? "liveAskedAgain" : "liveAskedAway", other) : say(proposal.fair ? "liveAsksFair" : "liveAsksAgain", values);
}

/** @param {Live} live @param {Ways} ways @returns {Child} */
function offersOf(live, ways) {
  const { state, held, note } = live;
  const { proposed, waiting, seats, limit, turn } = state;
  const next = offeredNext(state, held?.seat ?? null);
  const isOurs = state.next?.by === held?.seat && state.next;
  if (!held?.seat) return isInvited(live) ? seatForm(live, ways) : watched(live, ways);
  // Who is asked for the next round has so much time for it.
  const timed = limit !== null && turn === null && waiting !== null && proposed?.proposal.what === "next-round" && [" ", clockFor(live)];
  const offer = (/** @type {string} */ words, /** @type {Leaf[]} */ ...buttons) => make("div", { class: "offer", role: "group", "aria-label": words }, make("p", {}, words, timed), make("div", { class: "pair" }, buttons));
  const decline = (/** @type {"liveDecline" | "liveWithdraw"} */ words) => button(say(words), () => ways.act({ do: "decline" }));
  const agree = button(say(proposed?.proposal.what === "next-round" ? "nextRound" : "liveAgree"), () => ways.act({ do: "agree" }), { class: "main" });
  const claim = (/** @type {Seat} */ seat) => {
    const late = say(turn === null ? "liveLateNext" : limit === null ? "liveGone" : "liveLate", { name: seats[seat - 1].name, days: daysOf(live) });
    const act = button(say(turn === null ? "liveBegin" : "liveClaim", seats[seat - 1]), () => ways.act({ do: "claim" }), { class: "main claim" });
    return offer(late, act, turn === null && decline("liveWithdraw"));
  };
  const isLate = waiting !== null && isClaimable(live);
  return [
    proposed && !(isLate && turn === null) && (proposed.by === held.seat ? offer(proposedWords(live), decline("liveWithdraw")) : offer(proposedWords(live), agree, decline("liveDecline"))),
    isLate && claim(waiting.seat),
    next && offer(nextWords(seats, next), button(say("liveLook"), () => goThere(state, held), { class: "main" }), decline("liveDecline")),
    isOurs && offer(say("liveAskedElse", { ...seats[2 - held.seat], title: isOurs.title }), heldIn(isOurs.id)?.seat && button(say("liveCallGo"), () => goThere(state, held)), decline("liveWithdraw")),
    note !== null && make("p", { class: "note" }, note),
  ];
}

/** Who was invited, and would rather watch, can still change their mind. @param {Live} live @param {Ways} ways */
function watched({ state: { seats }, secret }, { watch }) {
  const isOpen = seats.some(({ open }) => open);
  return [make("p", { class: "quiet" }, say(isOpen ? "liveWatchOpen" : "liveWatch")), isOpen && secret !== null && make("div", { class: "buttons" }, button(say("liveSit"), () => watch(false)))];
}

/** Whether a seat may be taken by the link that somebody has opened: one that is free, or the one that goes on elsewhere. @param {Live} live */
export const isInvited = ({ state: { seats }, held, secret, handed, isWatching }) => secret !== null && !isWatching && (handed !== null || held?.asked === secret || seats.some(({ open }) => open));

/** What is played, and what was agreed on, as whoever is invited reads it. @param {LiveState} state @param {SessionView} view */
function agreedOn({ limit }, { rounds, remarks }) {
  const match = rounds && say("best_of" in rounds ? "liveBestOf" : "liveRounds", { count: Object.values(rounds)[0] });
  return together(remarks.rules, match, limit !== null && say("liveLimited", { time: limitWords(limit) }));
}

/** The seat that somebody was sent here for. @param {Live} live @param {Ways} ways */
function seatForm(live, { sit, watch, rules }) {
  const { state, game, handed, held } = live;
  const { seats } = state;
  const problem = make("p", { class: "problem", role: "alert" });
  const open = seats.findIndex((each) => each.open);
  const { field, input } = textField(say("liveName"), { name: "name", value: ownName(), maxlength: 32, placeholder: seats[open]?.name });
  const invites = game && say("liveInvites", { name: seats[1 - open]?.name, title: game.view.position.title });
  const isFree = open >= 0;
  return make(
    "form",
    { class: "offer", onsubmit: submitting(() => trying(problem, () => sit(input.value.trim()))) },
    make("p", {}, isFree ? make("b", {}, invites) : say("liveHandLink", { name: handed ? sitting(live, handed).name : "" })),
    make("div", { class: "pair" }, isFree && field, make("button", { type: "submit", class: "main" }, say(isFree ? "liveSit" : "liveGoOnHere"))),
    problem,
    isFree && game && make("p", { class: "quiet" }, agreedOn(state, game.view)),
    make("div", { class: "pair" }, isFree && button(say("howToPlay"), rules), held?.after ? make("a", { class: "button", href: liveAddress(held.after) }, say("liveLastBoard")) : button(say("liveOnlyWatch"), () => watch(true))),
  );
}

/** The computer itself, by a name that means another one elsewhere. */
const isOnlyHere = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** Something to be opened elsewhere: a link to be copied, sent or scanned. @param {string} fragment @param {"liveScan" | "liveScanHere"} scan */
export function linkToSend(fragment, scan = "liveScan") {
  const link = shareable(fragment);
  const said = make("span", { role: "status" });
  const code = make("div", { class: "code" });
  const field = make("textarea", { readonly: true, class: "link", rows: 3, "aria-label": say("liveLink"), onfocus: () => field.select() });
  field.value = link;
  if (!isOnlyHere) drawCode(code, link);
  const byHand = make("div", {}, field, make("div", { class: "buttons" }, sheetButton(link, said), button(say("copy"), () => copyFrom(field, said), { class: "main" }), said));
  if (isOnlyHere) return make("div", {}, make("p", { class: "message" }, say("liveOnlyHere", { host: location.hostname })), byHand);
  return make("div", { class: "to-send" }, byHand, make("div", {}, make("p", { class: "quiet" }, say(scan)), code));
}

/** The link for whoever is to come, until they are there. @param {Live} live @param {SessionView} view @param {Ways} ways */
export function drawWaiting(live, view, { remove }) {
  const { root, id, held, state } = live;
  show(
    root,
    make("h1", { tabindex: "-1" }, say("liveTitle")),
    make("p", { class: "lead waits", role: "status" }),
    make("p", {}, held?.asks ? say("liveAskedThere", { name: held.asks }) : say("liveSend")),
    held?.invites ? linkToSend(liveAddress(id, held.invites)) : null,
    make("p", { class: "quiet" }, say("liveAgreed", { title: view.position.title, words: agreedOn(state, view) })),
    make("details", {}, make("summary", {}, say("liveWatchers")), copyBox(say("liveWatchLink"), shareable(liveAddress(id)))),
    make("div", { class: "buttons" }, held?.after && make("a", { class: "button", href: liveAddress(held.after) }, say("liveLastBoard")), make("a", { class: "button", href: "#/" }, say("toHome")), button(say("liveDelete"), remove)),
  );
  drawWhoLooks(live);
}

/** Whether somebody has opened the link already. @param {Live} live */
export function drawWhoLooks({ root, held, state: { watching } }) {
  const place = /** @type {HTMLElement} */ (root.querySelector(".waits"));
  const asked = held?.asks;
  const words = asked ? say("liveWaitingFor", { name: asked }) : say(watching > 0 ? "liveOpened" : "liveWaiting");
  if (place.textContent !== words) place.textContent = words;
}

/** Nothing more can be seen of the game. @param {HTMLElement} root @param {string} words @param {string} [before] the one that was played before */
export function drawGone(root, words, before) {
  show(root, make("h1", { tabindex: "-1" }, say("liveTitle")), make("p", { class: "message", role: "alert" }, words), make("div", { class: "buttons" }, before && make("a", { class: "button main", href: liveAddress(before) }, say("liveLastBoard")), make("a", { class: before ? "button" : "button main", href: "#/live" }, say("newGame")), make("a", { class: "button", href: "#/" }, say("toHome"))));
}
