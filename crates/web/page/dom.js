// Making elements. Text is always text: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

/** Buttons that do what they say: a number that is not legal can be pressed too, and then says why it is not. */
export const USABLE = "button:not(:disabled, [aria-disabled])";

/**
 * What is left out is false, null or undefined.
 * @typedef {Node | string | false | null | undefined} Leaf
 * @typedef {Leaf | readonly Leaf[]} Leaves
 * @typedef {Leaves | readonly Leaves[]} Child
 * @typedef {string | number | boolean | null | undefined} Value
 * @typedef {{ onclick?: (event: MouseEvent) => unknown, onsubmit?: (event: SubmitEvent) => unknown, [name: string]: Value | Function }} Attributes
 */

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  show(element, ...children);
  return element;
}

/**
 * make("button", { class: "big", onclick: play }, "Play")
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for pictures.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Shows these in the place of what was there.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function show(parent, ...children) {
  const leaves = /** @type {Leaf[]} */ (children.flat(Infinity));
  parent.replaceChildren(...leaves.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * What can be said of these, as one text.
 * @param {(string | false | null | undefined)[]} sentences
 */
export const together = (...sentences) => sentences.filter(Boolean).join(" ");

/**
 * The same in lines, as a book's words are.
 * @param {(string | false | null | undefined)[]} sentences
 */
export const inLines = (...sentences) => sentences.filter(Boolean).join("\n");

/** Why something failed, in words. @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * A view as index.html has it, to be shown, and its parts by their names.
 * @template {string} Name
 * @param {string} id
 * @returns {Record<Name, HTMLElement> & { view: DocumentFragment }}
 */
export function template(id) {
  const { content } = /** @type {HTMLTemplateElement} */ (byId(id));
  const view = /** @type {DocumentFragment} */ (content.cloneNode(true));
  const parts = [...view.querySelectorAll("[data-part]")].map((part) => [part.getAttribute("data-part"), part]);
  return { ...Object.fromEntries(parts), view };
}

/** A part of a view that is a field. @param {HTMLElement} part */
export const fieldIn = (part) => /** @type {HTMLInputElement} */ (part);

/**
 * @param {Child} label
 * @param {(event: MouseEvent) => unknown} onclick
 * @param {Attributes} attributes
 */
export function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/** A button that is either pressed or not. @param {string} label @param {boolean} isPressed @param {() => unknown} onclick */
export function toggle(label, isPressed, onclick) {
  return button(label, onclick, { "aria-pressed": String(isPressed) });
}

/** A control with its label. @param {string} label @param {HTMLElement} control */
export function labelled(label, control) {
  return make("label", { class: "field" }, make("span", {}, label), control);
}

/**
 * A list to choose from, with its label.
 * @template {string} Value
 * @param {string} label
 * @param {[value: Value, text: string][]} options
 * @param {Value} chosen
 * @param {(value: Value) => unknown} onchange
 */
export function choice(label, options, chosen, onchange) {
  const select = make(
    "select",
    { onchange: () => onchange(/** @type {Value} */ (select.value)) },
    options.map(([value, text]) => make("option", { value, selected: value === chosen }, text)),
  );
  return { field: labelled(label, select), select };
}

/** @param {string} label @param {Attributes} attributes */
export function textField(label, attributes = {}) {
  const input = make("input", { autocomplete: "off", spellcheck: "false", ...attributes });
  return { field: labelled(label, input), input };
}

/**
 * Calls this with the file that somebody chooses in a field.
 * @param {HTMLInputElement} field
 * @param {(file: File) => unknown} onchoose
 */
export function onFile(field, onchoose) {
  field.onchange = () => field.files?.[0] && onchoose(field.files[0]);
}

/** What a form does when it is submitted. @param {() => unknown} doIt */
export function submitting(doIt) {
  return (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    doIt();
  };
}

/** Does something; why it failed is said in this line. @param {HTMLElement} line @param {() => unknown} doIt */
export async function trying(line, doIt) {
  line.textContent = "";
  try {
    await doIt();
  } catch (error) {
    line.textContent = reasonOf(error);
  }
}

/**
 * Drawing parts of a page anew loses the focus that was in them. This wraps the drawing and gives the focus back: to the same
 * thing as before, else to the first that can have it in the same part, as soon as there is one.
 * @param {HTMLElement[]} parts
 */
export function focusKeeper(...parts) {
  /** @type {{ part: HTMLElement, name: string, isVisible: boolean } | null} */
  let wish = null;
  const nameOf = (/** @type {HTMLElement} */ element) =>
    element.dataset.number ?? element.dataset.move ?? (element.getAttribute("name") || element.textContent);
  return (/** @type {() => void} */ redraw) => {
    const active = /** @type {HTMLElement} */ (document.activeElement ?? document.body);
    const part = parts.find((each) => each.contains(active));
    if (part) wish = { part, name: nameOf(active), isVisible: active.matches(":focus-visible") };
    else if (active !== document.body) wish = null;
    redraw();
    if (wish === null || document.activeElement !== document.body) return;
    const { name, isVisible } = wish;
    const able = [.../** @type {NodeListOf<HTMLElement>} */ (wish.part.querySelectorAll(`${USABLE}, input`))];
    const target = able.find((each) => nameOf(each) === name) ?? able.find((each) => each.tabIndex === 0);
    // Who uses a mouse does not want the page to scroll away from where they are. (Not every list of types knows focusVisible.)
    const options = { preventScroll: !isVisible, focusVisible: isVisible };
    target?.focus(options);
  };
}

/**
 * Opens a dialog in front of the page. It is gone when it is closed; gives what closes it.
 * @param {string} label
 * @param {(close: () => void) => Child} fillIt
 */
export function openDialog(label, fillIt) {
  const dialog = make("dialog", { "aria-label": label, onclose: () => dialog.remove() });
  show(dialog, fillIt(() => dialog.close()));
  document.body.append(dialog);
  dialog.showModal();
  return () => dialog.close();
}

/**
 * Does something only after it was asked about.
 * @param {string} label
 * @param {{ question: string, yes: string, no: string }} words
 * @param {() => unknown} doIt
 */
export function askFirst(label, { question, yes, no }, doIt) {
  openDialog(label, (close) => {
    const sure = () => {
      close();
      doIt();
    };
    return [make("p", {}, question), make("div", { class: "buttons" }, button(yes, sure), button(no, close, { autofocus: true }))];
  });
}

/** Moves what somebody asked for to where they see it. @param {Element} element @param {ScrollLogicalPosition} block */
export function bringIntoView(element, block = "start") {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block, behavior: isCalm ? "auto" : "smooth" });
}

/** An element of the page itself. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Says something to people who hear the page. @param {string} text */
export function speak(text) {
  byId("voice").textContent = text;
}

/** A game code as the beginning of a file's name. @param {string} code */
export const fileName = (code) => code.replace(/[^a-z0-9]+/gi, "-").slice(0, 80);

/** Offers something as a file. @param {string} name @param {string | Blob} text @param {string} type */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
