// The way to the server that keeps games between two places: requests that are asked again until they are answered, and the stream of
// what happens there. A page from disk has no server, and asks nobody.
import { say } from "./words.js";

/** @import { LiveState, Wrong } from "./contract" */

/** Whether a server has sent this page. */
export const isServed = document.querySelector('meta[name="live"]') !== null;

/** The version of what is said to the server, and heard from it. */
export const VERSION = 1;

/** How long a pause is before something is asked again: at first, and at most; in milliseconds. */
const SHORTEST = 500;
const LONGEST = 10_000;
/** The server says something every 15 seconds: who hears nothing for so long has lost it. */
const SILENCE = 40_000;

/** The server has answered, and does not do it. */
export class Refused extends Error {
  /** @param {Response} response @param {Wrong} wrong */
  constructor({ status, headers }, { error, words, state }) {
    super(words);
    this.status = status;
    this.error = error;
    this.state = state;
    /** In how many milliseconds it can be asked again, if it can: with the game comes what waiting does not change. */
    this.after = !state && (status === 429 || status === 503) ? 1_000 * (Number(headers.get("Retry-After")) || 2) : null;
  }
}

/** Nobody has answered. */
export class Unanswered extends Error {}

/** @typedef {{ body?: object, token?: string | null, key?: string, seen?: LiveState["seq"] | null, signal?: AbortSignal }} Asked */

/** @param {string} method @param {string} path @param {Asked} asked */
function fetched(method, path, { body, token, key, seen, signal }) {
  const headers = Object.entries({
    Authorization: token && `Bearer ${token}`,
    "Idempotency-Key": key,
    "Last-Event-ID": seen && String(seen),
    "Content-Type": body && "application/json",
  });
  const said = /** @type {[string, string][]} */ (headers.filter(([, value]) => value));
  return fetch(`api/games${path}`, { method, headers: said, body: body && JSON.stringify({ v: VERSION, ...body }), cache: "no-store", signal });
}

/**
 * Asks the server once.
 * @param {string} method
 * @param {string} path
 * @param {Asked} asked
 */
export async function request(method, path, asked = {}) {
  let response, said;
  try {
    response = await fetched(method, path, asked);
    said = response.status === 204 ? null : await response.json();
  } catch {
    asked.signal?.throwIfAborted();
    // What is no JSON comes from somebody in between.
    throw new Unanswered(say("liveUnanswered"));
  }
  if (response.ok) return said;
  const refused = new Refused(response, said);
  if (refused.error === "version") loadAgain();
  throw refused;
}

/**
 * Asks the same again until it is answered. `waits` hears why that takes longer, and null when it is over.
 * @template Answer
 * @param {() => Promise<Answer>} doIt
 * @param {(words: string | null) => unknown} waits
 * @param {AbortSignal} signal
 */
export async function insist(doIt, waits, signal) {
  for (let pause = SHORTEST; ; pause = Math.min(2 * pause, LONGEST)) {
    try {
      const answer = await doIt();
      waits(null);
      return answer;
    } catch (error) {
      const after = error instanceof Refused ? error.after : error instanceof Unanswered ? pause : null;
      if (after === null) {
        waits(null);
        throw error;
      }
      waits(/** @type {Error} */ (error).message);
      await rest(after, signal);
    }
  }
}

/** Waits; not longer than until the network is back or somebody looks. @param {number} time @param {AbortSignal} signal */
function rest(time, signal) {
  return new Promise((done) => {
    const over = new AbortController();
    const wake = () => {
      over.abort();
      clearTimeout(timer);
      done(null);
    };
    const timer = setTimeout(wake, time);
    const until = { signal: over.signal };
    window.addEventListener("online", wake, until);
    document.addEventListener("visibilitychange", () => document.hidden || wake(), until);
    signal.addEventListener("abort", wake, until);
  });
}

/** Waits until the tab is looked at; meanwhile glances now and then. @param {() => Promise<unknown>} glance @param {AbortSignal} signal */
async function seen(glance, signal) {
  while (document.hidden && !signal.aborted) {
    await rest(LONGEST, signal);
    // What is wrong then is said to whoever looks.
    if (document.hidden && !signal.aborted) await glance().catch(() => {});
  }
}

/**
 * Follows a game as long as somebody looks: a tab that nobody sees leaves its place to others, for a browser has few connections to one
 * server. Fails when the server refuses.
 * @param {string} path
 * @param {{ token: string | null, since: () => LiveState["seq"] | null, hear: (kind: string, data: any) => unknown, lose: (isLost: boolean, words?: string) => unknown, glance: () => Promise<unknown> }} ways
 * @param {AbortSignal} signal
 */
export async function follow(path, { token, since, hear, lose, glance }, signal) {
  let first = SHORTEST;
  for (let pause = first; ; ) {
    await seen(glance, signal);
    if (signal.aborted) return;
    const cut = new AbortController();
    const until = { signal: cut.signal };
    signal.addEventListener("abort", () => cut.abort(), until);
    document.addEventListener("visibilitychange", () => document.hidden && cut.abort(), until);
    // A connection that is gone is not always heard to end.
    window.addEventListener("offline", () => cut.abort(), until);
    /** @type {Refused | null} */
    let full = null;
    let isBroken = true;
    try {
      const response = await fetched("GET", path, { token, seen: since(), signal: cut.signal });
      if (!response.ok) throw new Refused(response, await response.json());
      for await (const { event, data, retry } of messages(response, cut)) {
        if (retry) first = Number(retry) || first;
        pause = first;
        lose(false);
        if (event) hear(event, JSON.parse(data));
      }
      // The server has ended it: that nobody answers any more is not known yet.
      isBroken = false;
    } catch (error) {
      if (error instanceof Refused && error.after === null && !signal.aborted) throw error;
      full = error instanceof Refused ? error : null;
    } finally {
      cut.abort();
    }
    if (signal.aborted) return;
    if (document.hidden) continue;
    if (isBroken) lose(true, full?.message);
    await rest(full?.after ?? pause, signal);
    pause = Math.min(2 * pause, LONGEST);
  }
}

/** What a stream says, message by message. @param {Response} response @param {AbortController} cut */
async function* messages({ body }, cut) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const timer = setTimeout(() => cut.abort(), SILENCE);
    const { value, done } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const whole = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = whole.pop() ?? "";
    for (const each of whole) yield Object.fromEntries(each.split("\n").map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1).trim()]));
  }
}

/** Loads the page again because the server is newer; once, for a server can be older, too. */
export function loadAgain() {
  if (history.state === "loaded-again") return;
  history.replaceState("loaded-again", "");
  location.reload();
}
