// A proof as an argument in steps, each with its words and what it shows on the board.
import { kinOf, piecesOf } from "./kin.js";
import { say } from "./words.js";

/** @import { Drawn, Numeral, Picture, Proved, Verdicts } from "./contract" */
/** @import { Kin } from "./kin.js" */
/** @import { Look } from "./tile.js" */

/**
 * @typedef {{ words: string, look: Look }} Step
 * What an argument is made from. Without a picture nobody knows here what goes with what, and then the pairs stand for themselves.
 * @typedef {{ proved: Proved, verdicts: Verdicts, position: Drawn, picture: Picture | null, names: string[] }} Known
 */

/** @param {Known} known @returns {Step[]} */
export function stepsOf(known) {
  const { proved: { words, shown }, position, picture } = known;
  const kin = picture && kinOf(picture);
  /** @type {Step[]} */
  const steps = [{ words: say("proofIntro", { words }), look: shown ? { proof: { ...shown, barrier: null } } : {} }];
  if (shown === null) return [...steps, { words: say("proofInFile"), look: {} }];
  const factors = shown.factors?.map(([number, primes]) => `${number} = ${primes.join(" × ")}`);
  if (factors) steps.push({ words: say("proofFactors", { list: factors.join(", ") || say("none") }), look: {} });
  if (shown.replies !== null) steps.push({ words: say("argStrategy", { ...sides(known), count: shown.replies }), look: {} });
  if (shown.pairs) steps.push(...stepsOfPairs(known, shown.pairs, kin));
  if (shown.punishers) steps.push({ words: say("argPunishers", { count: shown.punishers.length, list: shown.punishers.join(", ") }), look: { ringed: shown.punishers, matters: [...shown.punishers, "1"] } });
  if (shown.barrier && kin) steps.push(stepOfBarrier(known, shown.barrier, position, kin));
  return steps;
}

/** @param {Known} known */
const sides = ({ verdicts: { winner }, names }) => ({ winner: names[winner - 1], loser: names[2 - winner] });

/** They take one, and its partner is the answer, until they are stuck. @param {Known} known @param {[Numeral, Numeral][]} pairs @param {Kin | null} kin @returns {Step[]} */
function stepsOfPairs(known, pairs, kin) {
  const { verdicts: { winner, winning }, position: { turn, last } } = known;
  const who = sides(known);
  const paired = new Set(pairs.flat());
  const pick = turn === winner ? winning?.find((move) => !paired.has(move)) ?? null : null;
  const step = ([one, other] = ["", ""]) => ({ words: say("argPair", { ...who, one, other }), look: { arcs: [/** @type {[string, string]} */ ([one, other])], matters: [one, other] } });
  const { line, isEnd } = lineOf(pairs, pick ?? last, kin);
  return [
    ...(pick === null ? [] : [{ words: say("argPick", { ...who, number: pick }), look: { advised: pick, ringed: [pick], matters: [pick] } }]),
    ...line.map(step),
    ...(isEnd ? [{ words: say("argStuck", who), look: { matters: [line.at(-1)?.[1] ?? "", ...(kin?.get(line.at(-1)?.[1] ?? "") ?? [])] } }] : []),
  ];
}

/**
 * The pairs as they come in a game: what is taken goes with the answer before it. Where nothing is known of that, or they may begin
 * anywhere, they come as they are listed.
 * @param {[Numeral, Numeral][]} pairs
 * @param {Numeral | null} start
 * @param {Kin | null} kin
 */
function lineOf(pairs, start, kin) {
  if (kin === null || start === null) return { line: pairs, isEnd: false };
  const partners = new Map(pairs.flatMap(([one, other]) => [[one, other], [other, one]]));
  /** @type {[Numeral, Numeral][]} */
  const line = [];
  for (let here = start; ; ) {
    // Where the answer leaves them least to choose from, a line goes on longest.
    const leftAfter = (/** @type {Numeral} */ each) => [...(kin.get(partners.get(each) ?? "") ?? [])].filter((other) => other !== each && partners.has(other)).length || kin.size;
    const choices = [...(kin.get(here) ?? [])].filter((each) => partners.has(each)).sort((one, other) => leftAfter(one) - leftAfter(other));
    const taken = choices.at(0);
    if (taken === undefined) return { line, isEnd: line.length > 0 };
    const answer = partners.get(taken) ?? "";
    partners.delete(taken);
    partners.delete(answer);
    line.push([taken, answer]);
    here = answer;
  }
}

/** Why no pairing has more pairs. @param {Known} known @param {Numeral[]} barrier @param {Drawn} position @param {Kin} kin @returns {Step} */
function stepOfBarrier({ verdicts: { winner }, proved: { shown } }, barrier, { board, turn, last }, kin) {
  const cells = board.kind === "grid" ? board.cells : [];
  const cut = new Set(barrier);
  // Whoever is to move and loses answers for the last number, too; 1 stands apart where it is a last resort.
  const inPlay = cells.filter(({ number, stands }) => (stands !== "taken" && stands !== "last") || (number === last && turn !== winner)).map(({ number }) => number);
  const pieces = piecesOf(kin, inPlay.filter((number) => !cut.has(number) && (shown?.punishers == null || number !== "1")));
  const odd = pieces.filter(({ length }) => length % 2 === 1).length;
  const values = { odd, count: barrier.length, over: odd - barrier.length, list: barrier.join(", ") };
  const words = odd === 0 && barrier.length === 0 ? say("argAllPaired") : say(barrier.length === 0 ? "argNoBarrier" : "argBarrier", values);
  return { words, look: { pieces, barrier } };
}
