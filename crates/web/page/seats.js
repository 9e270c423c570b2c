// Who sits at a table: a person and a computer, or two people with the names they have on this device.
import { ask } from "./engine.js";
import { keep, kept } from "./store.js";
import { say } from "./words.js";

let typed = null;

function typedNames() {
  if (typed === null) {
    const known = kept("names");
    const areNames = Array.isArray(known) && known.length === 2 && known.every((name) => typeof name === "string" && name.length <= 64);
    typed = areNames ? known : ["", ""];
  }
  return typed;
}

/** What two people are called. */
export function peopleNames() {
  return typedNames().map((name, at) => name || say(at === 0 ? "player1" : "player2"));
}

/** Calls one of two people by another name, or by none; fails in words when it is no name. */
export async function callPerson(at, name) {
  const good = name.trim() === "" ? "" : await ask({ ask: "name", name });
  typed = typedNames().with(at, good);
  keep("names", typed);
}

/** The seats of a game against a computer of this level, or of two people without one. */
export function seatsAgainst(level) {
  const names = level > 0 ? [say("you"), say("computerName", { level })] : peopleNames();
  return [
    { name: names[0], level: 0 },
    { name: names[1], level },
  ];
}
