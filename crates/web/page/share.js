// Sharing: a link in the fragment of the address, and the game as text.
import { button, make, show } from "./dom.js";
import { exploreAddress, hasLinks, reviewAddress, shareable } from "./link.js";
import { say } from "./words.js";

/** Today's date in UTC, as everybody has it. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/** A text to be copied. */
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
  return make("div", { class: "copy" }, make("label", { class: "field" }, make("span", {}, label), area), copy, said);
}

/** A view of this page for another device. `label` names the words for it as a link; as a code it needs one word more. */
export function linkBox(label, fragment) {
  return copyBox(say(hasLinks ? label : `${label}Code`), shareable(fragment));
}

/** What an address says about a game. */
export function sceneOf({ rules, view: { position, names, lost, opening } }) {
  return { game: position.game, rules, moves: position.moves, names, lost, opening };
}

/** Everything there is to share of a game. */
export function shareBox(game, onclose) {
  const scene = sceneOf(game);
  const box = make("section", { class: "share" });
  show(
    box,
    make("h2", { tabindex: "-1" }, say("shareTitle")),
    linkBox("shareLink", exploreAddress({ ...scene, isQuestion: true })),
    linkBox("shareGame", reviewAddress(scene)),
    copyBox(say("shareRecord"), game.record),
    button(say("close"), onclose),
  );
  return box;
}
