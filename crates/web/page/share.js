// Sharing: a link in the fragment of the address, and the game as text.
import { button, labelled, make, openDialog } from "./dom.js";
import { exploreAddress, hasLinks, reviewAddress, shareable } from "./link.js";
import { say } from "./words.js";

/** @import { Saved, SessionView } from "./contract" */
/** @import { Played } from "./link.js" */

/** A text to be copied. @param {string} label @param {string} text */
export function copyBox(label, text) {
  const area = make("textarea", { readonly: true, rows: text.includes("\n") ? 8 : 2 });
  area.value = text;
  const said = make("span", { role: "status" });
  const copy = button(say("copy"), async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = say("copied");
    } catch {
      area.select();
      said.textContent = say("notCopied");
    }
  });
  return make("div", { class: "copy" }, labelled(label, area), copy, said);
}

/**
 * A view of this page for another device. `label` names the words for it as a link; as a code it needs one word more.
 * @param {"shareLink" | "shareGame" | "shareResult"} label
 * @param {string} fragment
 * @param {string} before
 */
export function linkBox(label, fragment, before = "") {
  return copyBox(say(hasLinks ? label : `${label}Code`), before + shareable(fragment));
}

/**
 * The same in front of the page.
 * @param {Parameters<typeof linkBox>} box
 */
export function shareLink(...box) {
  openDialog(say("shareTitle"), (close) => make("section", { class: "share" }, linkBox(...box), button(say("close"), close, { class: "main" })));
}

/** What an address says about a game in progress. @param {Saved} scene @param {SessionView} view @returns {Played} */
export function playedIn({ rules }, { position, names, opening }) {
  return { game: position.game, rules: rules ?? null, moves: position.moves, names, outcome: position.outcome, opening };
}

/**
 * Everything there is to share of a game in progress.
 * @param {Saved} scene
 * @param {SessionView} view
 * @param {() => void} onclose
 */
export function shareBox(scene, view, onclose) {
  const played = playedIn(scene, view);
  return make(
    "section",
    { class: "share" },
    make("h2", { tabindex: "-1" }, say("shareTitle")),
    linkBox("shareLink", exploreAddress(played, true)),
    linkBox("shareGame", reviewAddress(played)),
    copyBox(say("shareRecord"), scene.record),
    button(say("close"), onclose),
  );
}
