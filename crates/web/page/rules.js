// The books explained, each with its sample game to click through.
import { drawPosition } from "./desk.js";
import { fieldIn, make, show, speak, template, together } from "./dom.js";
import { ask, askStoppably } from "./engine.js";
import { twoPlayers } from "./seats.js";
import { say } from "./words.js";

/** @import { Book, Books, Move, OnShelf, Tip } from "./contract" */

/** @param {HTMLElement} root @param {string} id @param {Books} library */
export async function rulesView(root, id, library) {
  const book = await askStoppably({ ask: "book", scene: { game: id } });
  /** @type {Record<"title" | "books" | "summary" | "rules" | "sample" | "print", HTMLElement> & { view: DocumentFragment }} */
  const parts = template("rules-view");
  const link = (/** @type {OnShelf} */ card) =>
    make("li", {}, make("a", { href: `#/rules/${card.id}`, "aria-current": card.id === book.id ? "page" : null }, card.title));
  parts.title.textContent = say("rulesOf", { title: book.title });
  parts.summary.textContent = book.summary;
  parts.print.setAttribute("href", `#/print/${encodeURIComponent(book.code)}`);
  show(parts.books, library.books.map(link));
  show(parts.rules, explained(book, "h2"));
  if (book.example.length > 0) show(parts.sample, await sampleGame(book.code, book.example));
  show(root, parts.view);
}

/**
 * How a book is played, what is special about this game of it, how it is scored, and what is worth knowing.
 * @param {Book} book
 * @param {"h2" | "h3"} heading
 */
export function explained({ rules, notes, scoring, tips, tips_title: title }, heading) {
  return [
    prose(rules),
    notes.map((note) => make("p", {}, note)),
    scoring !== "" && [make(heading, {}, say("scoring")), ...prose(scoring)],
    tips.length > 0 && [make(heading, {}, title ?? say("tips")), make("ul", { class: "tips" }, tips.map(drawTip))],
  ];
}

/** A tip by its name, with the truth beside it where it is not quite true. @param {Tip} tip */
function drawTip({ name, text, truth }) {
  return make("li", {}, name && [make("strong", {}, name), ": "], text, truth && make("p", { class: "quiet" }, truth));
}

/** Rules have a few paragraphs. A stranger's can have a hundred thousand: those are one. */
const PARAGRAPHS = 200;

/** Text with empty lines between its paragraphs. @param {string} text */
export function prose(text) {
  const paragraphs = text.split(/\n\s*\n/);
  const rest = paragraphs.splice(PARAGRAPHS).join(" ");
  return [...paragraphs, rest].map((paragraph) => paragraph.trim()).filter(Boolean).map((paragraph) => make("p", {}, paragraph));
}

/** @param {string} game @param {Move[]} moves */
async function sampleGame(game, moves) {
  /** @type {Record<"back" | "forward" | "status" | "board" | "legend" | "figure", HTMLElement> & { view: DocumentFragment }} */
  const parts = template("sample-view");
  const [back, forward] = [fieldIn(parts.back), fieldIn(parts.forward)];
  const names = twoPlayers();
  let at = 0;
  /** @param {number} to */
  async function go(to) {
    at = Math.max(0, Math.min(moves.length, to));
    const position = await ask({ ask: "position", scene: { game, moves: moves.slice(0, at) } });
    const { move_words: move, end_words: ended } = position;
    const isLast = at === moves.length;
    back.disabled = at === 0;
    forward.disabled = isLast;
    drawPosition(parts, { position, names });
    const made = at === 0 ? say("startPosition") : say("moveOf", { number: at, name: names[(at - 1) % 2], move: moves[at - 1] });
    const end = ended ?? (isLast && say("exampleStops"));
    parts.status.textContent = together(`${made}.`, move, end);
    speak(parts.status.textContent);
  }
  back.onclick = () => go(at - 1);
  forward.onclick = () => go(at + 1);
  await go(0);
  return parts.view;
}
