// The books explained, each with its sample game to click through.
import { drawBoard, drawLegend } from "./board.js";
import { button, make, show, speak } from "./dom.js";
import { ask, askStoppably } from "./engine.js";
import { say, sayOf } from "./words.js";

export async function rulesView(root, { library, id }) {
  const book = await askStoppably({ ask: "book", game: id ?? library.books[0].id });
  const links = library.books.map((card) =>
    make("li", {}, make("a", { href: `#/rules/${card.id}`, "aria-current": card.id === book.id ? "page" : null }, card.title)),
  );
  show(
    root,
    make("h1", { tabindex: "-1" }, say("rulesOf", { title: book.title })),
    make("ul", { class: "tabs" }, links),
    make("p", { class: "lead" }, book.summary),
    prose(book.rules),
    book.tips.length > 0 && [make("h2", {}, say("tips")), make("ul", {}, book.tips.map((tip) => make("li", {}, tip)))],
    book.example.length > 0 && (await sampleGame(book.code, book.example)),
    make("p", {}, make("a", { class: "button", href: `#/print/${encodeURIComponent(book.code)}` }, say("print"))),
  );
}

/** Rules have a few paragraphs. A stranger's can have a hundred thousand: those are one. */
const PARAGRAPHS = 200;

/** Text with empty lines between its paragraphs. */
export function prose(text) {
  const paragraphs = text.split(/\n\s*\n/);
  const rest = paragraphs.splice(PARAGRAPHS).join(" ");
  return [...paragraphs, rest].map((paragraph) => paragraph.trim()).filter(Boolean).map((paragraph) => make("p", {}, paragraph));
}

async function sampleGame(game, moves) {
  let at = 0;
  const place = make("div", {});
  const legend = make("div", {});
  const words = make("p", { class: "status" });
  const names = [say("player1"), say("player2")];
  const back = button("◀", () => go(at - 1), { "aria-label": say("previous") });
  const forward = button("▶", () => go(at + 1), { "aria-label": say("next") });
  async function go(to) {
    at = Math.max(0, Math.min(moves.length, to));
    const position = await ask({ ask: "position", game, moves: moves.slice(0, at) });
    show(place, drawBoard(position, { names }));
    show(legend, drawLegend(position, names));
    const isLast = at === moves.length;
    back.disabled = at === 0;
    forward.disabled = isLast;
    const made = at === 0 ? `${say("startPosition")}.` : `${say("moveOf", { number: at, name: names[(at - 1) % 2], move: moves[at - 1] })}.`;
    const end = position.outcome ? `${position.end_words} ${sayOf("wins", names[position.outcome.winner - 1])}` : isLast && say("exampleStops");
    words.textContent = [made, position.move_words, end].filter(Boolean).join(" ");
    speak(words.textContent);
  }
  await go(0);
  return make(
    "section",
    {},
    make("h2", {}, say("example")),
    make("div", { class: "buttons" }, back, forward),
    words,
    place,
    legend,
  );
}
