// Opening what somebody brings: a record, a rule file, a code, a link.
import { button, make, show } from "./dom.js";
import { ask } from "./engine.js";
import { pastedFragment } from "./link.js";
import { say } from "./words.js";

export function openView(root, { review, explore }) {
  const said = make("p", { class: "message", role: "alert" });
  const area = make("textarea", { rows: 10, spellcheck: "false" });
  async function open(text) {
    said.textContent = "";
    const fragment = pastedFragment(text);
    if (fragment !== null) {
      location.hash = fragment;
      return;
    }
    try {
      const opened = await ask({ ask: "open", text });
      if (opened.is === "record") review(opened);
      else if (opened.is === "proof") said.textContent = say("openedProof", opened);
      else if (opened.is === "rule-file") explore({ game: null, rules: text, moves: [] });
      else explore({ game: opened.code, rules: null, moves: [] });
    } catch (error) {
      said.textContent = error.message;
    }
  }
  const file = make("input", {
    type: "file",
    onchange: async (event) => {
      const [chosen] = event.target.files;
      if (chosen) open(await chosen.text());
    },
  });
  show(
    root,
    make("h1", { tabindex: "-1" }, say("openTitle")),
    make("p", {}, say("openIntro")),
    make("label", { class: "field" }, make("span", {}, say("openFile")), file),
    make("label", { class: "field" }, make("span", {}, say("openText")), area),
    make("div", { class: "buttons" }, button(say("openIt"), () => open(area.value), { class: "main" })),
    said,
  );
}
