// What a game between two places says to whoever sits here: what they can do, whose turn it is, and what has happened.
import { together } from "./dom.js";
import { seatOf } from "./game_drawn.js";
import { askedWords, daysOf, isClaimable, timeLeft } from "./live_drawn.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

/** @import { May, SessionView } from "./contract" */
/** @import { Live } from "./live.js" */

/** Nobody who only looks can do anything. */
const nothingFor = (/** @type {May} */ may) => /** @type {May} */ (Object.fromEntries(Object.keys(may).map((each) => [each, false])));

/** What the engine says about the game, as far as it is for this seat. @param {Live} live @param {SessionView} view @returns {SessionView} */
export function seenFrom({ held, state: { may } }, view) {
  const { pupil, first } = view;
  const seat = held?.seat ?? null;
  if (seat === null) return { ...view, may: nothingFor(view.may), pupil: null };
  // What there is to learn is said to whoever can learn it, and to nobody else.
  const isPupil = pupil !== null && seatOf(first, pupil.player) === seat;
  return { ...view, may: may[seat - 1], pupil: isPupil ? { ...pupil, name: null } : null };
}

/** Whether the other one could claim the game from whoever sits here. @param {Live} live */
export function isTimeUp(live) {
  const { state: { turn, waiting }, held } = live;
  return waiting !== null && turn !== null && turn === held?.seat && Number(timeLeft(live)) <= 0;
}

/** Who is to move, said to whoever plays or looks. @param {Live} live @param {SessionView} view */
export function whoseTurn(live, { turn, mover, seats, remarks, position: { moves, first_pick: firstPick } }) {
  const { state, held, isLost } = live;
  if (turn === null || mover === "computer" || state.seats.some(({ open }) => open)) return null;
  if (turn === held?.seat) return isTimeUp(live) ? say("liveTimeUp", seats[2 - turn]) : together(say("liveYourTurn"), firstPick !== null && `${say("firstPick", { rule: firstPick })}.`);
  if (isClaimable(live)) return say(state.limit === null ? "liveGone" : "liveLate", { name: seats[turn - 1].name, days: daysOf(live) });
  const isAway = held?.seat && state.limit === null && !state.seats[turn - 1].here && !isLost;
  if (isAway) return say("liveAwayTurn", seats[turn - 1]);
  // Who moves first was just said.
  const isSaid = moves.length === 0 && (remarks.toss !== null || remarks.round !== null);
  return isSaid ? null : say("liveTheirTurn", seats[turn - 1]);
}

/** What has changed since what was on the board, in words; null where another round has begun. @param {Live} live @param {SessionView} before @param {SessionView} view */
export function wordsOfChange({ state, held, asked, next, doing }, before, view) {
  const [was, is] = [before.position.moves, view.position.moves];
  if (view.round !== before.round || (before.mover === null && view.mover !== null)) return null;
  const isOurs = asked !== null && asked.by === held?.seat && state.proposed === null;
  if (is.length > was.length) {
    if (view.mover !== null) sound(before.turn === held?.seat ? "taken" : "turn");
    return together(isOurs && say("liveWentOn", state.seats[2 - asked.by]), view.remarks.played);
  }
  if (is.length < was.length) return say("takenBack", { list: was.slice(is.length).reverse().join(", ") });
  const newcomer = view.seats.findIndex(({ name }, at) => name !== before.seats[at].name);
  if (newcomer >= 0) return newcomer + 1 === held?.seat ? null : say("liveSat", view.seats[newcomer]);
  // What we have asked for is not asked any more, and it was not us.
  const wasNext = state.next === null && next !== null && next.by === held?.seat && doing?.wish.do !== "decline";
  if (wasNext) return say("liveDeclined", state.seats[2 - next.by]);
  const isDeclined = isOurs && doing?.wish.do !== "decline" && before.mover === view.mover;
  return isDeclined ? say("liveDeclined", state.seats[2 - asked.by]) : "";
}

/** What is said when another round begins. @param {Live} live @param {SessionView | null} before @param {SessionView} view */
export function wordsOfRound({ held }, before, view) {
  const seat = held?.seat ?? null;
  const isSwapped = before !== null && seat !== null && before.first !== view.first;
  return together(view.position.moves.length === 0 && view.remarks.toss === null && view.remarks.round, isSwapped && say("liveSwapped"));
}

/** What the tab says: that somebody is waited for here, then what is played. @param {Live} live */
export function titleOf(live) {
  const { state: { turn, seats }, held, title } = live;
  const seat = held?.seat ?? null;
  const isAsked = seat !== null && askedWords(live) !== null;
  const isTurn = seat !== null && turn === seat && !seats.some(({ open }) => open);
  const calls = isAsked ? say("liveCalls", { words: say("liveAsked") }) : isTurn && say("liveCalls", { words: say("liveYourTurn") });
  // One book is called as the whole page is.
  return together(calls, [...new Set([title ?? say("liveTitle"), say("title")])].join(" – "));
}
