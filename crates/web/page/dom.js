// Making elements. Text is always text: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

/** Buttons that do what they say: a number that is not legal can be pressed too, and then says why it is not. */
export const USABLE = "button:not(:disabled, [aria-disabled])";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** make("button", { class: "big", onclick: play }, "Play") */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for pictures. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function show(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

export function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/** A list to choose from, with its label. */
export function choice(label, options, chosen, onchange) {
  const select = make(
    "select",
    { onchange: (event) => onchange?.(event.target.value) },
    options.map(([value, text]) => make("option", { value, selected: String(value) === String(chosen) }, text)),
  );
  return { field: make("label", { class: "field" }, make("span", {}, label), select), select };
}

export function textField(label, attributes = {}) {
  const input = make("input", { autocomplete: "off", spellcheck: "false", ...attributes });
  return { field: make("label", { class: "field" }, make("span", {}, label), input), input };
}

/**
 * Drawing parts of a page anew loses the focus that was in them. This wraps the drawing and gives the focus back: to the same
 * thing as before, else to the first that can have it in the same part, as soon as there is one.
 */
export function focusKeeper(...parts) {
  let wish = null;
  const nameOf = (element) => element.dataset.number ?? element.dataset.move ?? (element.name || element.textContent);
  return (redraw) => {
    const active = document.activeElement;
    const part = parts.find((each) => each.contains(active));
    if (part) wish = { part, name: nameOf(active), isVisible: active.matches(":focus-visible") };
    else if (active !== document.body) wish = null;
    redraw();
    if (wish === null || document.activeElement !== document.body) return;
    const able = [...wish.part.querySelectorAll(`${USABLE}, input`)];
    const target = able.find((each) => nameOf(each) === wish.name) ?? able.find((each) => each.tabIndex === 0);
    // Who uses a mouse does not want the page to scroll away from where they are.
    target?.focus({ preventScroll: !wish.isVisible, focusVisible: wish.isVisible });
  };
}

/** Opens a dialog in front of the page. It is gone when it is closed. */
export function openDialog(label, fillIt) {
  const dialog = make("dialog", { "aria-label": label, onclose: () => dialog.remove() });
  show(dialog, fillIt(() => dialog.close()));
  document.body.append(dialog);
  dialog.showModal();
}

/** Does something only after it was asked about. */
export function askFirst(label, { question, yes, no }, doIt) {
  openDialog(label, (close) => {
    const sure = () => {
      close();
      doIt();
    };
    return [make("p", {}, question), make("div", { class: "buttons" }, button(yes, sure), button(no, close, { autofocus: true }))];
  });
}

/** Moves what somebody asked for to where they see it. */
export function bringIntoView(element, block = "start") {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block, behavior: isCalm ? "auto" : "smooth" });
}

/** Says something to people who hear the page. */
export function speak(text) {
  document.getElementById("voice").textContent = text;
}

/** A game code as the beginning of a file's name. */
export function fileName(code) {
  return code.replace(/[^a-z0-9]+/gi, "-").slice(0, 80);
}

/** Offers a text as a file. */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
