// What stands around a board that is played at from two places: who is there, how much time is left, what one asks of the other, and
// before that the link for whoever is to come.
import { button, make, show, submitting, textField, trying } from "./dom.js";
import { shareable } from "./link.js";
import { ownName } from "./seats.js";
import { drawCode, sheetButton } from "./share.js";
import { say } from "./words.js";

/** @import { LiveWish, Seat } from "./contract" */
/** @import { Child, Leaf } from "./dom.js" */
/** @import { Live } from "./live.js" */

/**
 * What is around a game.
 * @typedef {object} Around
 * @property {boolean} isWatched whether nobody here plays
 * @property {(at: number) => Leaf[]} noteOf what there is to say of whoever sits there
 * @property {() => Child} offers what can be answered or taken now, above everything else in the tray
 * @property {() => Leaf} watching how many others look
 *
 * @typedef {{ act: (action: LiveWish) => unknown, sit: (name: string) => Promise<unknown>, remove: () => unknown }} Ways
 */

/** The address of a game; with the secret, of a seat in it. @param {string} id @param {string} [secret] */
export const liveAddress = (id, secret) => `#/live/${id}${secret ? `/${secret}` : ""}`;

/** What whoever sits there is called, and how they stand. @param {Live} live @param {Seat} seat */
const sitting = ({ state }, seat) => state.seats[seat - 1];

/** How long whoever has the turn still has, in milliseconds; null when nobody is waited for. @param {Live} live */
export function timeLeft({ state: { waiting }, at }) {
  return waiting && Number(waiting.allowed) - Number(waiting.spent) - (Date.now() - at);
}

/** "1:05" @param {number} time */
function clockOf(time) {
  const seconds = Math.max(0, Math.ceil(time / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** Whether the game can be claimed now. @param {Live} live */
export function isClaimable(live) {
  const { state: { waiting, limit }, held } = live;
  if (!waiting || !held?.seat || waiting.seat === held.seat) return false;
  return Number(timeLeft(live)) <= 0 && (limit !== null || !sitting(live, waiting.seat).here);
}

/** @param {Live} live @param {Ways} ways @returns {Around} */
export const aroundOf = (live, ways) => ({
  get isWatched() {
    return !live.held?.seat;
  },
  noteOf: (at) => noteOf(live, at),
  offers: () => offersOf(live, ways),
  watching: () => live.state.watching > 0 && make("span", { class: "round" }, say("liveWatching", { count: live.state.watching })),
});

/** @param {Live} live @param {number} at @returns {Leaf[]} */
function noteOf(live, at) {
  const { state: { seats, waiting, limit }, held } = live;
  const { who, open, here } = seats[at];
  const isSomebody = who === "human" || who === "bot";
  const isTimed = limit !== null && waiting?.seat === at + 1;
  const words = open ? "liveNotYet" : here ? "liveHere" : "liveAway";
  return [
    isSomebody && held?.seat !== at + 1 && make("span", { class: here ? "there" : "there away" }, say(words)),
    isTimed && make("span", { class: "clock", role: "timer" }, clockOf(Number(timeLeft(live)))),
  ];
}

/** Lets the clock go on. @param {Live} live */
export function drawClock(live) {
  const clock = live.root.querySelector(".clock");
  if (clock) clock.textContent = clockOf(Number(timeLeft(live)));
}

/** What was proposed, in words. @param {Live} live */
export function proposedWords(live) {
  const { state: { proposed }, held, game } = live;
  if (proposed === null) return "";
  const { by, proposal } = proposed;
  const isMine = by === held?.seat;
  const values = { name: sitting(live, by).name, move: game?.view.position.moves.at(-1) };
  if (proposal.what === "take-back") return say(isMine ? "liveAskedBack" : "liveAsksBack", values);
  return say(isMine ? "liveAskedAgain" : proposal.fair ? "liveAsksFair" : "liveAsksAgain", values);
}

/** @param {Live} live @param {Ways} ways @returns {Child} */
function offersOf(live, ways) {
  const { state: { proposed, waiting, seats, limit }, held, secret } = live;
  if (!held?.seat) return secret === null ? watched(live) : seatForm(live, ways);
  const offer = (/** @type {string} */ words, /** @type {Leaf[]} */ ...buttons) => make("div", { class: "offer", role: "group", "aria-label": words }, make("p", {}, words), make("div", { class: "pair" }, buttons));
  const decline = (/** @type {"liveDecline" | "liveWithdraw"} */ words) => button(say(words), () => ways.act({ do: "decline" }));
  const agree = button(say("liveAgree"), () => ways.act({ do: "agree" }), { class: "main" });
  return [
    proposed && (proposed.by === held.seat ? offer(proposedWords(live), decline("liveWithdraw")) : offer(proposedWords(live), agree, decline("liveDecline"))),
    waiting && isClaimable(live) &&
      offer(say(limit === null ? "liveGone" : "liveLate", seats[waiting.seat - 1]), button(say("liveClaim"), () => ways.act({ do: "claim" }), { class: "main" })),
  ];
}

/** @param {Live} live */
const watched = ({ state: { seats } }) => make("p", { class: "quiet" }, say(seats.some(({ open }) => open) ? "liveWatchOpen" : "liveWatch"));

/** The seat that somebody was sent here for. @param {Live} live @param {Ways} ways */
function seatForm({ state: { seats }, game }, { sit }) {
  const problem = make("p", { class: "problem", role: "alert" });
  const open = seats.findIndex((each) => each.open);
  const { field, input } = textField(say("liveName"), { name: "name", value: ownName(), maxlength: 32, placeholder: seats[open]?.name });
  return make(
    "form",
    { class: "offer", onsubmit: submitting(() => trying(problem, () => sit(input.value.trim()))) },
    make("p", {}, open < 0 ? say("liveHandLink") : say("liveInvites", { name: seats[1 - open].name, title: game?.view.position.title })),
    make("div", { class: "pair" }, open >= 0 && field, make("button", { type: "submit", class: "main" }, say(open < 0 ? "liveGoOnHere" : "liveSit"))),
    problem,
  );
}

/** The computer itself, by a name that means another one elsewhere. */
const isOnlyHere = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** Something to be opened elsewhere: a link to be copied, sent or scanned. @param {string} fragment */
export function linkToSend(fragment) {
  const link = shareable(fragment);
  const said = make("span", { role: "status" });
  const code = make("div", { class: "code" });
  const field = make("textarea", { readonly: true, class: "link", rows: 3, "aria-label": say("liveLink"), onfocus: () => field.select() });
  field.value = link;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      said.textContent = say("copied");
    } catch {
      field.focus();
      said.textContent = say("notCopied");
    }
  };
  if (!isOnlyHere) drawCode(code, link);
  // Without https a page may not copy: then the link is there to be taken by hand.
  const canCopy = "clipboard" in navigator && navigator.clipboard !== undefined;
  const byHand = make("div", {}, field, make("div", { class: "buttons" }, sheetButton(link, said), canCopy && button(say("copy"), copy, { class: "main" }), said));
  if (isOnlyHere) return make("div", {}, make("p", { class: "message" }, say("liveOnlyHere", { host: location.hostname })), byHand);
  return make("div", { class: "to-send" }, byHand, make("div", {}, make("p", { class: "quiet" }, say("liveScan")), code));
}

/** The link for whoever is to come, until they are there. @param {Live} live @param {string} title @param {Ways} ways */
export function drawWaiting({ root, id, held }, title, { remove }) {
  show(
    root,
    make("h1", { tabindex: "-1" }, say("liveTitle")),
    make("p", { class: "lead waits", role: "status" }, say("liveWaiting")),
    make("p", {}, say("liveSend", { title })),
    held?.invites ? linkToSend(liveAddress(id, held.invites)) : null,
    make("div", { class: "buttons" }, make("a", { class: "button", href: "#/" }, say("toHome")), button(say("liveDelete"), remove)),
  );
}

/** Nothing more can be seen of the game. @param {HTMLElement} root @param {string} words */
export function drawGone(root, words) {
  show(root, make("h1", { tabindex: "-1" }, say("liveTitle")), make("p", { class: "message", role: "alert" }, words), make("p", {}, make("a", { class: "button", href: "#/" }, say("toHome"))));
}
