// Opening what somebody brings: a record, a rule file, a code, a link.
import { button, make, show } from "./dom.js";
import { ask, stopSlowWork } from "./engine.js";
import { pastedFragment } from "./link.js";
import { say, sayNumber } from "./words.js";

/** The text of a file, unless it is larger than anything that can be opened: then not a byte of it is read. */
export async function textOfFile(file, mostBytes) {
  checkSize(file.size, mostBytes);
  try {
    return await file.text();
  } catch (error) {
    throw new Error(say("openFailed", { reason: error.message }));
  }
}

function checkSize(size, most) {
  if (size > most) throw new Error(say("openTooLarge", { size: sayNumber(size), most: sayNumber(most) }));
}

export function openView(root, { mostBytes, review, explore }) {
  let isAlive = true;
  const said = make("p", { class: "message", role: "alert" });
  const area = make("textarea", { rows: 10, spellcheck: "false" });
  /** Opens a text; `find` gives it, or fails with the reason. */
  async function open(find) {
    stopSlowWork();
    said.textContent = "";
    try {
      const text = await find();
      checkSize(text.length, mostBytes);
      const fragment = pastedFragment(text);
      if (fragment !== null) {
        location.hash = fragment;
        return;
      }
      const opened = await ask({ ask: "open", text });
      if (!isAlive) return;
      if (opened.is === "record") review(opened);
      else if (opened.is === "proof") said.textContent = say("openedProof", opened);
      else if (opened.is === "rule-file") explore({ game: null, rules: text, moves: [] });
      else explore({ game: opened.code, rules: null, moves: [] });
    } catch (error) {
      if (isAlive) said.textContent = error.message;
    }
  }
  const file = make("input", {
    type: "file",
    onchange: (event) => {
      const [chosen] = event.target.files;
      if (chosen) open(() => textOfFile(chosen, mostBytes));
    },
  });
  show(
    root,
    make("h1", { tabindex: "-1" }, say("openTitle")),
    make("p", {}, say("openIntro")),
    make("label", { class: "field" }, make("span", {}, say("openFile")), file),
    make("label", { class: "field" }, make("span", {}, say("openText")), area),
    make("div", { class: "buttons" }, button(say("openIt"), () => open(() => area.value), { class: "main" })),
    said,
  );
  return () => {
    isAlive = false;
    stopSlowWork();
  };
}
