// A game between two places. The server has it; what is done here is asked of the server, and the board changes only when it has
// answered, or says that something has happened.
import { askFirst, button, make, openDialog, reasonOf, speak, together } from "./dom.js";
import { attempt, tell, trembles } from "./desk.js";
import { ask } from "./engine.js";
import { DEEDS, end, newGame, wordsBefore } from "./game.js";
import { drawEnd, drawGame, drawPeople } from "./game_drawn.js";
import { keepFinished, newId } from "./games.js";
import { onKeys } from "./keys.js";
import { shareable } from "./link.js";
import { drawCall } from "./live_call.js";
import { aroundOf, askedWords, drawClock, drawGone, drawLost, drawWaiting, drawWhoLooks, isClaimable, isInvited, linkToSend, liveAddress } from "./live_drawn.js";
import { giveUp, heldIn, hold, letGo, newToken } from "./live_kept.js";
import { Refused, VERSION, follow, insist, loadAgain, request } from "./live_net.js";
import { isTimeUp, seenFrom, titleOf, whoseTurn, wordsOfChange, wordsOfRound } from "./live_said.js";
import { isPresenting, present, togglesOf } from "./manner.js";
import { callPerson } from "./seats.js";
import { copyBox, openShare, shareGame } from "./share.js";
import { makeStage, openMore } from "./stage.js";
import { newComplaint, watchKept } from "./store.js";
import { say } from "./words.js";

/** @import { Deleted, Done, HandOver, Happening, Id, LiveState, LiveWish, Move, Presence, Seat, Seated, SessionView } from "./contract" */
/** @import { Deeds, Game } from "./game.js" */
/** @import { Ways } from "./live_drawn.js" */
/** @import { Held } from "./live_kept.js" */

/**
 * A game as this window has it.
 * @typedef {object} Live
 * @property {Id} id
 * @property {string | null} secret the one in the address, until it is exchanged for a seat,
 * @property {Seat | null} handed and that seat, where it goes on with another device
 * @property {Held | null} held the seat that this device has
 * @property {LiveState} state what the server has said last,
 * @property {number} at and when
 * @property {boolean} isWatching whether somebody who was invited would rather watch
 * @property {boolean} isWaiting whether the link is shown, and
 * @property {Game | null} game the board, when it is
 * @property {LiveState["proposed"]} asked what was proposed when it was last drawn,
 * @property {LiveState["next"]} next and what was to be played next
 * @property {string} changed what has happened last, in words,
 * @property {string} told what was said with that,
 * @property {boolean} isUp whether one's own time was up then, and
 * @property {string | null} note what has to be said when the game is over
 * @property {boolean} isLost whether there is no connection
 * @property {Doing | null} doing what is asked of the server now, and
 * @property {Promise<unknown>} lastDeed the last thing that somebody wanted
 * @property {string | null} title what is played, as soon as it is known
 * @property {(() => void) | null} closeLink closes the link for another device
 * @property {boolean} isOver whether there is nothing to follow any more
 * @property {HTMLElement} root
 * @property {AbortSignal} signal
 * @property {AbortController} following
 * @property {Promise<unknown>} drawn the last thing that was drawn: one after the other
 * @property {() => void} begun
 */

/**
 * What was asked of the server, until it has answered; `unsent` is the move, when nobody has answered the first time, and another one can
 * be chosen instead.
 * @typedef {{ wish: LiveWish, unsent: Move | null, cut: AbortController }} Doing
 */

/** Shows a game. @param {HTMLElement} root @param {{ id: Id, secret: string | null, handed: Seat | null }} address @param {AbortSignal} signal */
export function liveView(root, { id: typed, secret, handed }, signal) {
  return new Promise((/** @type {(value: void) => void} */ begun) => {
    // An address can be anything.
    const id = encodeURIComponent(typed);
    const held = heldIn(id);
    const nothing = /** @type {LiveState} */ (/** @type {unknown} */ (null));
    /** @type {Live} */
    const live = { id, secret: secret ?? (held && !held.seat && held.asked ? held.asked : null), handed, held, state: nothing, at: 0, isWatching: false, isUp: false, isWaiting: false, game: null, asked: null, next: null, changed: "", told: "", note: null, isLost: false, doing: null, lastDeed: Promise.resolve(), title: null, closeLink: null, isOver: false, root, signal, following: new AbortController(), drawn: Promise.resolve(), begun };
    signal.addEventListener("abort", () => {
      live.following.abort();
      drawLost(null);
    });
    const timer = setInterval(() => tick(live), 1_000);
    signal.addEventListener("abort", () => clearInterval(timer));
    watchKept("live", () => seatElsewhere(live), signal);
    followOn(live);
  });
}

/** Nobody is to read the secret from the address. @param {Live} live */
function hideSecret({ id, signal }) {
  if (!signal.aborted) history.replaceState(history.state, "", liveAddress(id));
}

/** The secret has done its work. @param {Live} live */
function forgetSecret(live) {
  live.secret = null;
  hideSecret(live);
}

/** Another window of this browser has taken the seat, or lost it. @param {Live} live */
function seatElsewhere(live) {
  const held = heldIn(live.id);
  if (held?.token === live.held?.token && held?.seat === live.held?.seat) return;
  changeSeat(live, held);
}

/** @param {Live} live @param {Held | null} held */
function changeSeat(live, held) {
  live.held = held;
  live.closeLink?.();
  if (held?.seat) forgetSecret(live);
  followOn(live);
  return live.state && drawAgain(live);
}

/** Follows the game, as whoever has the seat. @param {Live} live */
async function followOn(live) {
  live.following.abort();
  // Whoever has left while the server was asked for something hears nothing more.
  if (live.signal.aborted) return;
  const { signal } = (live.following = new AbortController());
  const token = live.held?.seat ? live.held.token : null;
  const ways = { token, since: () => live.state?.seq ?? null, hear: hear.bind(null, live), lose: lose.bind(null, live), glance: glance.bind(null, live) };
  try {
    await follow(`/${live.id}/events`, ways, signal);
  } catch (error) {
    refused(live, error);
  }
}

/** @param {Live} live @param {string} kind @param {any} data */
function hear(live, kind, data) {
  if (kind === "deleted") return gone(live, wordsOfDeletion(live, /** @type {Deleted} */ (data)));
  if (kind === "state") return take(live, /** @type {LiveState} */ (data), true);
  if (kind === "presence" && live.state) {
    const { here, watching } = /** @type {Presence} */ (data);
    live.state.watching = watching;
    live.state.seats.forEach((seat, at) => (seat.here = here[at]));
    // What is said of a question says whether they are there.
    const { proposed, turn } = live.state;
    return proposed !== null && proposed.by === live.held?.seat && turn === null ? drawAgain(live) : tick(live, true);
  }
  if (kind === "happened") take(live, /** @type {Happening} */ (data).state);
}

/** Looks from a tab that nobody sees whether somebody is waited for here: its title says so. @param {Live} live */
async function glance(live) {
  const { id, held, state, signal } = live;
  if (!held?.seat || !state || live.isOver) return;
  const now = /** @type {LiveState} */ (await request("GET", `/${id}`, { token: held.token, signal }));
  if (!signal.aborted && now.seq > live.state.seq) document.title = titleOf({ ...live, state: now });
}

/** Says that there is no connection, or why the server wants to be asked later. @param {Live} live @param {boolean} isLost @param {string} [why] */
function lose(live, isLost, why) {
  const words = isLost ? say("liveLost") : null;
  const isNew = live.isLost !== isLost;
  live.isLost = isLost;
  if (why && live.game) tell(live.game.parts, why);
  if (live.state) drawLost(words);
  else if (words) drawGone(live.root, why ?? words);
  if (isLost) live.begun();
  if (isNew && live.state) tick(live, true);
}

/** @param {Live} live @param {Deleted} deleted */
function wordsOfDeletion({ held, state }, { by }) {
  if (by === null || by === held?.seat || !state) return say("liveDeleted");
  // Who was asked here is asked no more.
  if (held?.after && held.asked) return say("liveTakenBack", state.seats[by - 1]);
  // Who was asked to come, and does not, has not been there.
  return say(state.seats[by - 1].open ? "liveDeclined" : "liveDeletedBy", state.seats[by - 1]);
}

/** Takes what the server says about the game; what is older than what is known is nothing new, unless it is said as a whole. @param {Live} live @param {LiveState} state */
function take(live, state, isWhole = false) {
  if (state.v !== VERSION) return outdated(live);
  if (history.state === "loaded-again") history.replaceState(null, "");
  const known = live.state?.seq ?? null;
  if (known !== null && !isWhole && state.seq < known) return;
  Object.assign(live, { state, at: Date.now() });
  // Who sits here already, as the server knows, has opened the link that is meant for somebody else.
  if (live.held?.seat && live.secret) forgetSecret(live);
  if (known !== state.seq) drawAgain(live);
  else tick(live, true);
}

/** A second has gone by, or somebody has come or gone. @param {Live} live */
function tick(live, isNew = false) {
  const { game } = live;
  if (live.isOver) return;
  // What is known in a tab that nobody sees, its title says already.
  if (live.state && !document.hidden) document.title = titleOf(live);
  if (live.isWaiting) drawWhoLooks(live);
  if (!game) return;
  if (isNew) drawPeople(game);
  else drawClock(live);
  sayHow(live, true);
  if (isClaimable(live) && !game.parts.tray.querySelector(".claim")) drawAgain(live);
}

/** @param {Live} live */
function drawAgain(live) {
  live.drawn = live.drawn.then(() => draw(live)).catch((error) => live.signal.aborted || drawGone(live.root, reasonOf(error)));
  return live.drawn;
}

/** Shows the game as it stands. @param {Live} live */
async function draw(live) {
  const { state, held, signal } = live;
  const seat = held?.seat ?? null;
  const scene = { record: state.record, rules: state.rules };
  const answer = await ask({ ask: "session", session: scene, seat, looks: seat === null });
  // Something newer is to be drawn after this.
  if (signal.aborted || live.isOver || live.state.seq !== state.seq || live.held !== held) return;
  const view = seenFrom(live, answer.view);
  remember(live, view);
  live.title = view.position.title;
  document.title = titleOf(live);
  const isWaiting = seat !== null && state.seats.some(({ open }) => open);
  if (isWaiting) {
    if (!live.isWaiting) drawWaiting(live, view, waysOf(live));
    live.isWaiting = true;
    return live.begun();
  }
  const before = live.game?.view ?? null;
  // Another one was here first.
  const isUsed = live.secret !== null && !live.isWatching && !isInvited(live);
  if (isUsed) forgetSecret(live);
  const came = isUsed ? say("liveUsed") : live.isWaiting && say("liveSat", state.seats[2 - (seat ?? 1)]);
  live.isWaiting = false;
  const game = (live.game ??= newBoard(live, view));
  const isStillOver = before !== null && before.mover === null && view.mover === null && before.round === view.round;
  // What the end teaches is still looked for while somebody asks for a rematch.
  if (!isStillOver) game.turn += 1;
  Object.assign(game, { scene, view, thought: null });
  const words = before && wordsOfChange(live, before, view);
  // Where nothing has changed on the board, what was said last still holds.
  if (words !== "") live.changed = words ?? together(came, wordsBefore(game) ?? view.remarks.played, wordsOfRound(live, before, view));
  live.note = isStillOver ? words || null : null;
  Object.assign(live, { asked: state.proposed, next: state.next });
  keepEnd(live, view);
  const asked = askedWords(live);
  // Who looks at where the game turned goes on with that, and sees that they are asked.
  if (isStillOver && game.isPosing) drawCall(asked ? { words: asked, label: say("liveCallGo"), go: () => DEEDS.showEnd(game) } : null);
  else drawAll(live, game, isStillOver);
  if (asked) speak(asked);
  live.begun();
}

/** @param {Live} live @param {Game} game @param {boolean} isStillOver */
function drawAll(live, game, isStillOver) {
  drawCall(null);
  game.isPosing = false;
  drawGame(game);
  sayHow(live);
  if (game.view.mover !== null) game.learned = null;
  else if (isStillOver) drawEnd(game);
  else end(game);
}

/** Says what has happened last, and whose turn it is; later only what has become of that, unless something else was said meanwhile. @param {Live} live */
function sayHow(live, isLater = false) {
  const { game, changed, told } = live;
  if (!game || game.view.mover === null) return;
  const isUp = isTimeUp(live);
  // That one's own time is up is said alone, and whatever stands there.
  const words = together(!isUp && changed, whoseTurn(live, game.view));
  const isNews = isUp && !live.isUp;
  if (isLater && !isNews && (words === told || game.parts.message.textContent !== told)) return;
  tell(game.parts, words);
  Object.assign(live, { told: words, isUp });
}

/** @param {Live} live @param {SessionView} view */
function newBoard(live, view) {
  const stage = makeStage(live.root);
  const ways = waysOf(live);
  const { id, state: { record, rules }, signal } = live;
  const game = newGame(stage, { id, scene: { record, rules }, view, signal, deeds: deedsOf(live, ways), live: aroundOf(live, ways) });
  stage.ways = { isSilent: () => game.view.mover !== null };
  onKeys(() => keysOf(game), signal);
  return game;
}

/** A finished game of ours is among the finished ones on this device, whatever becomes of it at the server. @param {Live} live @param {SessionView} view */
function keepEnd({ id, held, state: { record, rules }, game }, { mover }) {
  if (mover !== null || !held?.seat || !game || keepFinished({ id, record, rules })) return;
  game.parts.middle.dataset.saved = together(`${say("notSaved")}.`, newComplaint());
}

/** Keeps what was last seen of the game, for the first page. @param {Live} live @param {SessionView} view */
function remember({ held, state: { seats, turn, proposed } }, { position, may }) {
  if (!held?.seat) return;
  const other = seats[2 - held.seat];
  held.seen = { title: position.title, other: other.open ? null : other.name, isOn: turn !== null || may.next_round || proposed !== null, isTurn: turn && turn === held.seat && !other.open };
  hold(held);
}

/** Something was not done. @param {Live} live @param {unknown} error */
async function refused(live, error) {
  const { signal, game, id } = live;
  if (signal.aborted || live.isOver) return;
  if (!(error instanceof Refused)) return game ? tell(game.parts, reasonOf(error)) : drawGone(live.root, reasonOf(error));
  if (error.error === "version") return outdated(live);
  if (error.error === "not-found") return gone(live, error.message);
  if (error.error === "forbidden" && live.held) {
    const now = heldIn(id);
    // Another window of this browser may have a newer key.
    if (now?.seat && now.token !== live.held.token) return changeSeat(live, now);
    letGo(id);
    await changeSeat(live, null);
    return live.game && tell(live.game.parts, say("liveElsewhere"));
  }
  if (error.state) take(live, error.state);
  await live.drawn;
  if (live.game?.view.mover === null) {
    live.note = error.message;
    if (!live.game.isPosing) drawEnd(live.game);
    speak(error.message);
  } else if (live.game) tell(live.game.parts, error.message);
  else drawGone(live.root, error.message);
  live.begun();
}

/** There is nothing to be played here. @param {Live} live @param {string} words */
function gone(live, words) {
  live.isOver = true;
  live.following.abort();
  drawLost(null);
  giveUp(live.id);
  drawGone(live.root, words, live.held?.after);
  live.begun();
}

/** The server is newer than the page. @param {Live} live */
function outdated(live) {
  live.isOver = true;
  live.following.abort();
  drawLost(null);
  drawGone(live.root, say("liveOld"));
  live.begun();
  loadAgain();
}

/** What can be asked of the server. @param {Live} live @returns {Ways} */
function waysOf(live) {
  const { id, signal } = live;
  const path = (/** @type {string} */ rest) => `/${id}${rest}`;
  const waits = (/** @type {string | null} */ words) => words !== null && live.game && tell(live.game.parts, words);
  return {
    act(action) {
      // A second move was meant for a board that is about to change, unless the first has not got away yet; whatever else somebody wants
      // waits for its turn.
      if (live.doing && moveOf(action) !== null) {
        if (live.doing.unsent === null) return;
        live.doing.cut.abort();
      }
      live.lastDeed = live.lastDeed.then(() => perform(live, action, waits));
    },
    async sit(name) {
      const { secret, state: { seats } } = live;
      if (secret === null) return;
      const isOpen = seats.some(({ open }) => open);
      if (isOpen && seats.some((each) => !each.open && each.name === name)) throw new Error(say("liveSameName", { name }));
      if (isOpen) await callPerson(0, name);
      // It is kept before it is asked for: whoever loses the answer asks again, and is answered again.
      const before = heldIn(id);
      const asked = before?.asked === secret ? before : { id, token: newToken(), seat: null, asked: secret };
      hold(asked);
      const body = { secret, token: asked.token, ...(isOpen && name && { name }) };
      // Whoever sits down is not told by the stream that somebody does.
      live.following.abort();
      try {
        /** @type {Seated} */
        const { seat, state } = await insist(() => request("POST", path("/seats"), { body, signal }), waits, signal);
        const held = { id, token: asked.token, seat, after: asked.after };
        hold(held);
        live.held = held;
        take(live, state);
        await changeSeat(live, held);
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 404) {
          followOn(live);
          throw error;
        }
        // The link has been used. The game is there all the same, to be watched.
        giveUp(id);
        forgetSecret(live);
        await changeSeat(live, null);
        if (live.game) tell(live.game.parts, say("liveUsed"));
      }
    },
    watch(isWatching) {
      live.isWatching = isWatching;
      hideSecret(live);
      drawAgain(live);
    },
    rules: () => live.game && DEEDS.showRules(live.game),
    remove() {
      const remove = async () => {
        try {
          await insist(() => request("DELETE", path(""), { token: live.held?.token, signal }), waits, signal);
          gone(live, say("liveDeleted"));
        } catch (error) {
          refused(live, error);
        }
      };
      askFirst(say("liveDelete"), { question: say("liveDeleteSure"), yes: say("liveDeleteYes"), no: say("forgetNo") }, remove);
    },
  };
}

/** The move that somebody wants to make. @param {LiveWish} wish @returns {Move | null} */
const moveOf = (wish) => (wish.do === "move" ? wish.move : wish.do === "type" ? wish.text : null);

/** Does something, one thing after the other. @param {Live} live @param {LiveWish} wish @param {(words: string | null) => unknown} waits */
async function perform(live, wish, waits) {
  const { id, held, state: { seq }, game, signal } = live;
  if (!held?.seat || !game) return;
  const cut = new AbortController();
  signal.addEventListener("abort", () => cut.abort(), { signal: cut.signal });
  /** @type {Doing} */
  const doing = (live.doing = { wish, unsent: null, cut });
  const key = newId();
  const wait = (/** @type {string | null} */ words) => {
    const unsent = words === null ? null : moveOf(wish);
    if (unsent !== doing.unsent) {
      doing.unsent = unsent;
      drawGame(game);
    }
    waits(unsent === null ? words : together(words, say("liveUnsent", { move: unsent })));
  };
  try {
    const missed = await whyMissed(live, wish);
    /** @type {Done} */
    const { state } = await insist(() => request("POST", `/${id}/actions`, { body: { seq, action: wish }, token: held.token, key, signal: cut.signal }), wait, cut.signal);
    take(live, state);
    await live.drawn;
    if (missed) tell(game.parts, missed);
  } catch (error) {
    // Another move was chosen: whether this one had arrived all the same the answer to that one says.
    if (!cut.signal.aborted) await refused(live, error);
  } finally {
    live.doing = null;
  }
}

/** Why a number will count as a miss, where people find the legal ones themselves. @param {Live} live @param {LiveWish} action */
async function whyMissed({ game, held }, action) {
  if (!game?.view.hides_legal || !held?.seat || (action.do !== "move" && action.do !== "type")) return null;
  const came = await ask({ ask: "act", session: game.scene, by: held.seat, action, at: Date.now() });
  return came.came === "happened" ? came.missed : null;
}

/** What somebody does at the page, where it is not the same as at a board of one's own. @param {Live} live @param {Ways} ways @returns {Deeds} */
function deedsOf(live, { act, remove }) {
  /** @type {Deeds["pick"]} */
  const pick = (game, move, click) => {
    if (!game.view.may.play || trembles(game, click)) return;
    game.lastTap = click;
    act({ do: "move", move });
  };
  return {
    ...DEEDS,
    pick,
    // Why it is not legal, the server says.
    refuse(game, move, click) {
      const { view: { may, turn, seats }, parts } = game;
      if (may.play) pick(game, move, click);
      else if (!live.held?.seat) tell(parts, say(isInvited(live) ? "liveSitFirst" : "liveWatch"));
      else if (turn !== null && live.state.proposed === null) tell(parts, say("liveWait", seats[turn - 1]));
    },
    offer: (_game, text) => act({ do: "type", text }),
    undo: () => act({ do: "propose-take-back" }),
    resign({ view: { by, seats } }) {
      const question = say("resignSure", { name: seats[by === 1 ? 1 : 0].name });
      askFirst(say("resign"), { question, yes: say("resignYes"), no: say("resignNo") }, () => act({ do: "resign" }));
    },
    playAgain: (game, fair) => act(game.view.may.next_round ? { do: "next-round", fair } : { do: "propose-rematch", fair }),
    share({ scene, view }) {
      // Who wins is nobody's business while it is played.
      if (view.mover === null) return shareGame(scene, view);
      openShare(copyBox(say("liveWatchLink"), shareable(liveAddress(live.id))), copyBox(say("shareRecord"), scene.record));
    },
    more(game) {
      const { view: { may, mover } } = game;
      openMore((entry) => [
        entry("howToPlay", () => DEEDS.showRules(game)),
        entry(isPresenting() ? "presentEnd" : "present", () => present(!isPresenting())),
        entry("share", () => game.deeds.share(game)),
        entry("save", () => DEEDS.save(game)),
        live.held?.seat && entry("liveHandOver", () => handOver(live, game)),
        make("a", { class: "button", href: "#/" }, say("toHome")),
        mover !== null && may.resign && entry("resign", () => game.deeds.resign(game)),
        live.held?.seat && entry("liveDelete", remove),
        togglesOf(false),
      ]);
    },
  };
}

/** A link with which another device takes the seat. @param {Live} live @param {Game} game */
function handOver(live, game) {
  const { id, held, signal } = live;
  return attempt(game, async () => {
    /** @type {HandOver} */
    const { secret } = await request("POST", `/${id}/handover`, { token: held?.token, signal });
    live.closeLink = openDialog(say("liveHandOver"), (close) => [
      make("h2", { tabindex: "-1", autofocus: true }, say("liveHandOver")),
      make("p", {}, say("liveHandOverWords")),
      linkToSend(liveAddress(id, secret, held?.seat ?? 1), "liveScanHere"),
      button(say("close"), close),
    ]);
  });
}

/** The keys of a board of one's own, as far as they mean something here. @param {Game} game @returns {import("./keys.js").Keys} */
function keysOf(game) {
  const { view: { position, may, mover }, deeds } = game;
  return {
    u: may.take_back && (() => deeds.undo(game)),
    g: position.has_picture && (() => deeds.turnBoard(game)),
    r: mover !== null && may.resign && (() => deeds.resign(game)),
    i: () => deeds.showRules(game),
    s: () => deeds.save(game),
    m: () => (location.hash = "#/"),
  };
}
