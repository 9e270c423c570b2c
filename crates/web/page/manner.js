// How the page behaves on this device: colours, sound, how soon the computer answers, and the board for a whole class to see.
import { make } from "./dom.js";
import { sound } from "./sound.js";
import { keep, kept } from "./store.js";
import { say } from "./words.js";

/** How long the computer waits before it moves, so that one sees what it answers, in milliseconds. */
const MOMENT = 600;

/** Waits for that moment, unless somebody wants answers at once. */
export const aMoment = () => new Promise((done) => (kept("at-once") === true ? done(null) : setTimeout(done, MOMENT)));

/** @param {import("./words.js").Key} words @param {string} name @param {() => unknown} onchange */
function switchFor(words, name, onchange = () => {}) {
  const box = make("input", { type: "checkbox", checked: kept(name) === true });
  box.addEventListener("change", () => {
    keep(name, box.checked);
    onchange();
  });
  return make("label", { class: "check" }, box, make("span", {}, say(words)));
}

/** What can be switched on and off. */
export const togglesOf = (isComputer = true) => [switchFor("soundOn", "sound", () => sound("turn")), isComputer && switchFor("atOnce", "at-once"), switchFor("lettersOff", "letters-off")];

/** Whether two people have the device between them. */
export const areOpposite = () => kept("opposite") === true;

/** @param {() => unknown} onchange */
export const oppositeSwitch = (onchange) => switchFor("opposite", "opposite", onchange);

const page = document.documentElement;

export const isPresenting = () => page.classList.contains("presenting");

/** @param {boolean} isOn */
function turn(isOn) {
  if (isPresenting() === isOn) return;
  page.classList.toggle("presenting", isOn);
  for (const tool of document.querySelectorAll(".tool.presents")) tool.setAttribute("aria-pressed", String(isOn));
  document.dispatchEvent(new CustomEvent("presented"));
}

/** Shows the board as large as the window, and the window as large as the screen where that is allowed. @param {boolean} isOn */
export async function present(isOn) {
  turn(isOn);
  try {
    if (isOn) await page.requestFullscreen?.();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // Where the browser keeps its bars the board still fills the window.
  }
}

// Whoever leaves the full screen by the browser's own key has ended it.
document.addEventListener("fullscreenchange", () => document.fullscreenElement || turn(false));
