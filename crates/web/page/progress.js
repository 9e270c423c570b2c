// How far somebody is with puzzles and lessons, as it is kept on this device. What it says only the engine knows.
import { keep, kept } from "./store.js";

/** @import { Progress } from "./contract" */

const DAY = 86_400_000;

/** Days since 1 January 1970, in UTC: the same for everybody. */
export const today = () => Math.floor(Date.now() / DAY);

/** @param {number} day */
export const dateOf = (day) => new Date(day * DAY).toISOString().slice(0, 10);

/** What is kept, in the form of today or, until the next time something counts, of the page as it once was. */
export const keptProgress = () => kept("progress") ?? kept("streak");

/** Whether it is kept now. @param {Progress} progress */
export const keepProgress = (progress) => keep("progress", progress);
