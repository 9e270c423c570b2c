// Sharing: a link in the fragment of the address, a picture, and the game as text.
import { button, draw, make, openDialog, reasonOf, show, trying } from "./dom.js";
import { ask } from "./engine.js";
import { exploreAddress, hasLinks, reviewAddress, shareable } from "./link.js";
import { pictureBox } from "./picture.js";
import { say } from "./words.js";

/** @import { Saved, SessionView } from "./contract" */
/** @import { Leaf } from "./dom.js" */
/** @import { Played } from "./link.js" */

/**
 * Something to be given away: by the device's own sheet where there is one, or copied. The text itself is a press away.
 * @param {string} label
 * @param {string} text
 */
export function copyBox(label, text) {
  const area = make("textarea", { readonly: true, "aria-label": label, rows: text.includes("\n") ? 8 : 2 });
  area.value = text;
  const said = make("span", { role: "status" });
  const seen = make("details", {}, make("summary", {}, say("shareSee")), area);
  const copy = button(say("copy"), () => copyFrom(area, said, () => (seen.open = true)));
  return make("div", { class: "copy" }, make("p", {}, label), sheetButton(text, said), copy, said, seen);
}

/**
 * Copies what stands in a field. Without https a page may do that only by the old way, for which the field has to be seen; and where that is
 * not allowed either, it can be taken by hand.
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement} said
 * @param {() => unknown} show
 */
export async function copyFrom(field, said, show = () => {}) {
  const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (!isCopied) {
    show();
    field.focus();
    field.select();
  }
  said.textContent = say(isCopied || document.execCommand("copy") ? "copied" : "notCopied");
}

/** The device's own sheet to give something away, where there is one. @param {string} text @param {HTMLElement} said */
export const sheetButton = (text, said) => "share" in navigator && button(say("shareBySheet"), () => bySheet(text, said), { class: "main" });

/** @param {string} text @param {HTMLElement} said */
async function bySheet(text, said) {
  try {
    await navigator.share({ title: say("title"), text });
  } catch (error) {
    // Who closes the sheet has changed their mind.
    if (!(error instanceof DOMException && error.name === "AbortError")) said.textContent = reasonOf(error);
  }
}

/**
 * A view of this page for another device. `label` names the words for it as a link; as a code it needs one word more.
 * @param {"shareLink" | "shareGame" | "shareResult" | "sharePuzzle" | "shareChain"} label
 * @param {string} fragment
 * @param {string} before
 */
export function linkBox(label, fragment, before = "") {
  const box = copyBox(say(hasLinks ? label : `${label}Code`), before + shareable(fragment));
  if (hasLinks) box.append(codeBox(shareable(fragment)));
  return box;
}

/** A link for the camera of a device nearby, drawn when somebody wants to see it. @param {string} link */
function codeBox(link) {
  const place = make("div");
  const seen = make("details", {}, make("summary", {}, say("shareQr")), place);
  seen.addEventListener("toggle", () => drawCode(place, link), { once: true });
  return seen;
}

/** Dark dots on a light ground with a margin, by night too: cameras know no other. @param {HTMLElement} place @param {string} link */
export function drawCode(place, link) {
  return trying(place, async () => {
    const { rows } = await ask({ ask: "qr", text: link });
    const size = rows.length + 8;
    const dots = rows.flatMap((row, y) => [...row].map((dot, x) => (dot === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
    show(place, draw("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": say("shareQr") }, draw("path", { d: dots })));
  });
}

/** What there is to share, in front of the page. @param {Leaf[]} boxes */
export function openShare(...boxes) {
  openDialog(say("shareTitle"), (close) =>
    make("section", { class: "share" }, make("h2", { tabindex: "-1", autofocus: true }, say("shareTitle")), boxes, button(say("close"), close)),
  );
}

/** What an address says about a game in progress. @param {Saved} scene @param {SessionView} view @returns {Played} */
export function playedIn({ rules }, { position, names, opening }) {
  return { game: position.game, rules: rules ?? null, moves: position.moves, names, outcome: position.outcome, opening };
}

/** Shares a game in progress. @param {Saved} scene @param {SessionView} view */
export function shareGame(scene, view) {
  const played = playedIn(scene, view);
  openShare(linkBox("shareLink", exploreAddress(played, true)), linkBox("shareGame", reviewAddress(played)), pictureBox(view.position), copyBox(say("shareRecord"), scene.record));
}
