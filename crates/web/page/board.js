// The board: a grid of numbers, or the numbers on a table. It draws what the engine answered and knows no rule.
import { USABLE, button, draw, make } from "./dom.js";
import { say, sayNumber } from "./words.js";

/** A board of more numbers is not drawn whole; of more legal ones than that there is only the field to type in. */
const DRAWN = 1_200;

const VERDICTS = new Map([
  [true, { kind: "wins", sign: "✓", words: "cellWins" }],
  [false, { kind: "loses", sign: "✗", words: "cellLoses" }],
]);

/**
 * What is shown besides: verdicts of all moves, or of those that were tried (a map from moves to whether they win), pairs, a
 * barrier. Every part can be missing.
 */
function extrasOf(position, { verdicts, tried, proof } = {}) {
  const winning = verdicts?.winning ? new Set(verdicts.winning.map(String)) : null;
  const wins = (move) => (winning ? winning.has(String(move)) : tried?.get(String(move)));
  const partners = new Map();
  for (const [one, other] of proof?.matching ?? []) {
    partners.set(one, other);
    partners.set(other, one);
  }
  // Where the player to move wins, the winning pick is the partner of the last number: that is the plan.
  if (proof?.matching && proof.pick !== null && position.last !== null) {
    partners.set(position.last, proof.pick);
    partners.set(proof.pick, position.last);
  }
  return { verdictOn: (move) => VERDICTS.get(wins(move)), partners, barrier: new Set(proof?.barrier ?? []) };
}

/** The numbers of a pool, as many as are drawn. */
function numbersOf(pool) {
  return Array.from({ length: pool.count }, (_, at) => pool.first + at * pool.step);
}

/**
 * Draws a position. `names` are those of the two sides, where it matters who took what; `onpick` gets a move
 * and the click on it when somebody chooses one, and without it the board is only looked at. `onrefuse` gets a number that
 * is not legal, to say why; without it such a number cannot be pressed.
 */
export function drawBoard(position, { names, onpick, onrefuse, extras } = {}) {
  const shown = extrasOf(position, extras);
  if (position.pool === null) return drawTable(position, onpick, shown);
  return position.pool.count > DRAWN ? drawLegal(position, onpick, shown) : drawGrid(position, names, onpick, onrefuse, shown);
}

function drawGrid(position, names, onpick, onrefuse, extras) {
  const legal = new Set(position.legal);
  const divisors = new Set(position.divisors);
  const multiples = new Set(position.multiples);
  const free = new Set(position.free);
  const taker = new Map(position.moves.map((number, at) => [number, at % 2]));
  const { pool } = position;
  const isNarrow = pool.last < 1_000;
  const grid = make("div", { class: isNarrow ? "grid" : "grid flowing", role: "group", "aria-label": say("board") });
  makeRoom(grid, [pool.last]);
  // In a hundred square the rows end with the tens.
  if (pool.step === 1) grid.style.setProperty("--before", String((pool.first - 1) % 10));
  for (const number of numbersOf(pool)) {
    const classes = ["number"];
    let label = say("cellFree", { number });
    let glyph = "";
    if (legal.has(number)) {
      classes.push("legal");
      label = say("cell", { number });
      if (divisors.has(number)) {
        classes.push("divisor");
        glyph = "▾";
        label = say("cellDivisor", { number, last: position.last });
      } else if (multiples.has(number)) {
        classes.push("multiple");
        glyph = "▴";
        label = say("cellMultiple", { number, last: position.last });
      }
    } else if (!free.has(number)) {
      const side = taker.get(number);
      const isLast = number === position.last;
      classes.push("taken", side === 0 ? "first" : "second", isLast && "last");
      glyph = side === 0 ? "●" : "○";
      const words = isLast ? "cellLast" : "cellTaken";
      label = names ? say(`${words}By`, { number, name: names[side] }) : say(words, { number });
    }
    const verdict = legal.has(number) && extras.verdictOn(number);
    if (verdict) {
      classes.push(verdict.kind);
      glyph = verdict.sign;
      label = say(verdict.words, { cell: label });
    }
    const partner = extras.partners.get(number);
    if (partner !== undefined) label = say("cellPartner", { cell: label, partner });
    if (extras.barrier.has(number)) classes.push("barrier");
    const cell = button(
      [
        make("span", { class: "value" }, String(number)),
        make("span", { class: "glyph", "aria-hidden": "true" }, glyph),
        partner !== undefined && make("span", { class: "partner", "data-partner": partner }),
      ],
      (event) => (legal.has(number) ? onpick(number, event) : onrefuse(number, event)),
      {
        class: classes.filter(Boolean).join(" "),
        "aria-label": label,
        "data-number": number,
        disabled: !onpick || (!legal.has(number) && !onrefuse),
        "aria-disabled": onpick && onrefuse && !legal.has(number) ? "true" : null,
        tabindex: "-1",
      },
    );
    grid.append(cell);
  }
  return withArrowKeys(grid);
}

/** Makes the buttons wide enough for what is written on the widest. */
function makeRoom(place, written) {
  place.style.setProperty("--letters", String(Math.max(1, ...written.map((each) => String(each).length))));
}

/** Of a large board only what is legal. */
function drawLegal(position, onpick, extras) {
  const { legal, legal_count: count, pool } = position;
  const note = count > DRAWN ? say("tooMany", { count }) : say("tooLarge", { count: pool.count });
  const grid = make("div", { class: "grid flowing", role: "group", "aria-label": say("board") });
  makeRoom(grid, [pool.last]);
  for (const number of count > DRAWN ? [] : legal) {
    const verdict = extras.verdictOn(number);
    const label = verdict ? say(verdict.words, { cell: String(number) }) : String(number);
    grid.append(
      button(
        [make("span", { class: "value" }, String(number)), make("span", { class: "glyph", "aria-hidden": "true" }, verdict?.sign ?? "")],
        (event) => onpick?.(number, event),
        {
          class: `number legal ${verdict?.kind ?? ""}`,
          "aria-label": label,
          "data-number": number,
          disabled: !onpick,
          tabindex: "-1",
        },
      ),
    );
  }
  return make("div", {}, make("p", {}, note), withArrowKeys(grid));
}

/** The numbers on a table, each with its prime factors as a picture and its divisors as buttons. */
function drawTable(position, onpick, extras) {
  const cards = position.table.map(({ number, factors, divisors, divisor_count: count }) => {
    const isPrime = factors.length === 1;
    const buttons = divisors.map((by) => {
      const move = `${number}/${by}`;
      const result = String(BigInt(number) / BigInt(by));
      const verdict = extras.verdictOn(move);
      const label = say("divisorButton", { number, by, result });
      return button(
        [
          make("span", { class: "value" }, `÷ ${by}`),
          make("span", { class: "glyph", "aria-hidden": "true" }, verdict?.sign ?? `→ ${result}`),
        ],
        (event) => onpick?.(move, event),
        {
          class: `number legal division ${verdict?.kind ?? ""}`,
          "aria-label": verdict ? say(verdict.words, { cell: label }) : label,
          "data-move": move,
          disabled: !onpick,
          tabindex: "-1",
        },
      );
    });
    const choices = make("div", { class: "divisors" }, buttons);
    makeRoom(choices, divisors.map((by) => `÷ ${by}`));
    return make(
      "section",
      { class: isPrime ? "heap prime" : "heap" },
      make("p", { class: "on-table" }, number),
      factorPicture(factors),
      make(
        "p",
        { class: "quiet" },
        isPrime ? say("isPrime", { number }) : say("factorsOf", { number, factors: factors.join(" × ") }),
      ),
      choices,
      count > divisors.length && make("p", { class: "more" }, say("moreDivisors", { count: sayNumber(count - divisors.length) })),
    );
  });
  return withArrowKeys(make("div", { class: "table", role: "group", "aria-label": say("board") }, cards));
}

/** A dot for every prime factor, the same prime in the same height. */
function factorPicture(factors) {
  const primes = [...new Set(factors)];
  const width = Math.max(factors.length, 1) * 30;
  const dots = factors.map((prime, at) => {
    const shade = `shade${primes.indexOf(prime) % 5}`;
    return draw(
      "g",
      { class: shade, transform: `translate(${at * 30 + 15} 15)` },
      draw("circle", { r: 13 }),
      draw("text", { "text-anchor": "middle", dy: "0.35em", "font-size": prime.length > 2 ? 8 : 12 }, prime.length > 4 ? "p" : prime),
    );
  });
  return draw("svg", { class: "factors", viewBox: `0 0 ${width} 30`, width: `${width / 16}rem`, "aria-hidden": "true" }, dots);
}

const STEPS = new Map([
  ["ArrowRight", [1, 0]],
  ["ArrowLeft", [-1, 0]],
  ["ArrowDown", [0, 1]],
  ["ArrowUp", [0, -1]],
]);
const ENDS = new Map([
  ["Home", 0],
  ["End", -1],
]);

/** One stop for the Tab key; the arrow keys go from legal number to legal number, Home and End to the first and the last. */
function withArrowKeys(board) {
  const legal = () => [...board.querySelectorAll(USABLE)];
  legal()[0]?.setAttribute("tabindex", "0");
  board.addEventListener("keydown", (event) => {
    const step = STEPS.get(event.key);
    const from = event.target.closest("button");
    if ((!step && !ENDS.has(event.key)) || !from) return;
    // A number that is not legal can have the focus after a click: from there it goes to a legal one, too.
    const buttons = [...board.querySelectorAll("button")].filter((each) => each === from || each.matches(USABLE));
    event.preventDefault();
    event.stopPropagation();
    const target = step ? nearest(from, buttons, step) : legal().at(ENDS.get(event.key));
    target?.focus();
  });
  board.addEventListener("focusin", (event) => {
    if (event.target.matches(USABLE)) for (const each of legal()) each.setAttribute("tabindex", each === event.target ? "0" : "-1");
  });
  return board;
}

/** The next button in a direction: along the row for left and right, in the nearest row for up and down. */
function nearest(from, buttons, [x, y]) {
  if (x !== 0) return buttons[buttons.indexOf(from) + x];
  const here = from.getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const candidate of buttons) {
    const there = candidate.getBoundingClientRect();
    const down = (there.top - here.top) * y;
    if (down < 4) continue;
    const distance = down * 4 + Math.abs(there.left - here.left);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** What the signs on the board mean. */
export function drawLegend(position, names, extras = {}) {
  const items = [];
  const item = (classes, glyph, words) =>
    items.push(make("li", {}, make("span", { class: `number sample ${classes}`, "aria-hidden": "true" }, glyph), words));
  if (position.pool !== null) {
    item("legal divisor", "▾", say("legendDivisor"));
    item("legal multiple", "▴", say("legendMultiple"));
    if (position.last !== null) item("last", "", say("legendLast"));
    item("taken first", "●", say("legendTaken", { name: names[0] }));
    item("taken second", "○", say("legendTaken", { name: names[1] }));
  }
  if (extras.verdicts) {
    item("legal wins", "✓", say("legendWins"));
    item("legal loses", "✗", say("legendLoses"));
  }
  if (extras.proof?.barrier?.length) item("barrier", "", say("legendBarrier"));
  const legend = make("ul", { class: "legend" }, items);
  return extras.proof?.barrier?.length ? make("div", {}, legend, make("p", { class: "quiet" }, say("barrierWords"))) : legend;
}

/** The small picture of a board on its card. */
export function thumbnail(card) {
  if (card.pool === null) {
    return draw(
      "svg",
      { viewBox: "0 0 100 60", class: "thumbnail", "aria-hidden": "true" },
      draw("text", { x: 50, y: 40, "text-anchor": "middle", "font-size": 28, class: "ink" }, card.table.join(" ").slice(0, 6)),
    );
  }
  const lit = new Set(card.sample_legal);
  const columns = card.pool.count > 25 ? 10 : 5;
  const rows = Math.ceil(card.pool.count / columns);
  const size = Math.min(100 / columns, 60 / rows);
  const left = (100 - columns * size) / 2;
  const top = (60 - rows * size) / 2;
  const cells = numbersOf(card.pool).map((number, at) =>
    draw("rect", {
      x: left + (at % columns) * size + size * 0.08,
      y: top + Math.floor(at / columns) * size + size * 0.08,
      width: size * 0.84,
      height: size * 0.84,
      rx: size * 0.15,
      class: number === card.sample_last ? "last" : lit.has(number) ? "lit" : "dim",
    }),
  );
  return draw("svg", { viewBox: "0 0 100 60", class: "thumbnail", "aria-hidden": "true" }, cells);
}
