// Opening what somebody brings: a record, a rule file, a code, a link.
import { fieldIn, onFile, reasonOf, show, template, trying } from "./dom.js";
import { ask, stopSlowWork } from "./engine.js";
import { pastedFragment } from "./link.js";
import { say, sayNumber } from "./words.js";

/** @import { Opened } from "./contract" */
/** @import { Explored } from "./explore.js" */

/**
 * The text of a chosen file, unless it is larger than anything that can be opened: then not a byte of it is read.
 * @param {File} file
 * @param {number} mostBytes
 */
export async function textOfFile(file, mostBytes) {
  checkSize(file.size, mostBytes);
  try {
    return await file.text();
  } catch (error) {
    throw new Error(say("openFailed", { reason: reasonOf(error) }));
  }
}

/** @param {number} size @param {number} most */
function checkSize(size, most) {
  if (size > most) throw new Error(say("openTooLarge", { size: sayNumber(size), most: sayNumber(most) }));
}

/**
 * @param {HTMLElement} root
 * @param {{ mostBytes: number, review: (record: Extract<Opened, { is: "record" }>) => void, explore: (scene: Explored) => void }} around
 */
export function openView(root, { mostBytes, review, explore }) {
  /** @type {Record<"file" | "text" | "open" | "said", HTMLElement> & { view: DocumentFragment }} */
  const { view, file, text: area, open, said } = template("open-view");
  /** Opens a text, or says why there is none. @param {() => Promise<string>} find */
  function openIt(find) {
    stopSlowWork();
    trying(said, async () => {
      const text = await find();
      checkSize(text.length, mostBytes);
      const fragment = pastedFragment(text);
      if (fragment !== null) {
        location.hash = fragment;
        return;
      }
      const opened = await ask({ ask: "open", text });
      if (!said.isConnected) return;
      if (opened.is === "record") review(opened);
      else if (opened.is === "proof") said.textContent = say("openedProof", opened);
      else if (opened.is === "rule-file") explore({ game: null, rules: text, moves: [] });
      else explore({ game: opened.code, rules: null, moves: [] });
    });
  }
  onFile(fieldIn(file), (chosen) => openIt(() => textOfFile(chosen, mostBytes)));
  open.onclick = () => openIt(async () => fieldIn(area).value);
  show(root, view);
}
