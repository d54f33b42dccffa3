// @ts-check
// What solving puzzles does: it changes a rating of its own, and what is solved is known. Fetched with the first puzzle.

import { n, t } from "./dom.js";
import { UNKNOWN, rated } from "./glicko.js";

/** @typedef {import("./glicko.js").Rating & { best: number, solved: number, tried: number, row: number,
    change: number }} Record best: the highest rating so far; row: solved since the last that was not */

const EASIEST = 1000; // the rating of a puzzle that all ten tries of the levels find
const STEP = 65; // for each that does not
const SURE = 100; // its standard error

/** What the best turn does, by the mark in its text. @type {{ [mark: string]: string }} */
const REASONS = {
  x: n("It captures on {hole}."),
  "<": n("It sends the piece on {hole} home."),
  "+": n("It recruits the king."),
};

/** How hard a puzzle is. @param {import("./puzzle.js").Shipped} shipped */
export const hardness = ([, , , , , found]) => EASIEST + STEP * (10 - found);

/** @returns {Record} */
export const known = () =>
  JSON.parse(localStorage.puzzling || "null") || { ...UNKNOWN, best: 0, solved: 0, tried: 0, row: 0, change: 0 };

/** Count a puzzle, solved or not. @param {import("./puzzle.js").Shipped} shipped @param {boolean} solved */
export function count(shipped, solved) {
  const before = known();
  const after = rated(before, [{ rating: hardness(shipped), deviation: SURE, score: Number(solved) }]);
  const row = solved ? before.row + 1 : 0;
  const best = Math.max(before.best, after.rating);
  /** @type {Record} */
  const now = { ...after, best, solved: before.solved + Number(solved), tried: before.tried + 1, row, change: 0 };
  now.change = Math.round(now.rating) - Math.round(before.rating);
  localStorage.puzzling = JSON.stringify(now);
}

const SOLVED_MAX = 4000;
const [BASIS, PRIME] = [0x811c9dc5, 0x01000193]; // of FNV

/** A puzzle among those solved, in a few letters. @param {string} rules @param {string} position */
const marked = (rules, position) => {
  let sum = BASIS;
  for (const letter of `${rules} ${position}`) sum = Math.imul(sum ^ letter.charCodeAt(0), PRIME) >>> 0;
  return sum.toString(36);
};

/** The marks of all that are solved. @returns {string[]} */
export const solved = () => (localStorage.puzzlessolved || "").split(" ").filter(Boolean);

/** Whether a puzzle has been solved in this browser. @param {string} rules @param {string} position
    @param {string[]} [among] the marks of all that are */
export const isSolved = (rules, position, among = solved()) => among.includes(marked(rules, position));

/** A puzzle is solved. @param {string} rules @param {string} position */
export function solve(rules, position) {
  const all = [...new Set(solved()).add(marked(rules, position))];
  localStorage.puzzlessolved = all.slice(-SOLVED_MAX).join(" ");
}

/** Why the best turn is the best. @param {import("./puzzle.js").Shipped} shipped @param {string} theme */
export function verdict([, turn, best, next, exact, , error], theme) {
  const [, mark, hole] = /(x|<|\+)([AMB]\d+)/.exec(turn) || [];
  const why = hole ? t(REASONS[mark], { hole }) : theme === "dal" ? t("It turns a piece.") : "";
  const text = exact
    ? n("It wins {best} games in 100, the next best turn {next}: solved exactly.")
    : error
      ? n("It wins about {best} games in 100 (± {error}), the next best turn {next}.")
      : n("It wins about {best} games in 100, the next best turn {next}.");
  const [inBest, inNext, inError] = [best, next, error || 0].map((chance) => Math.round(chance / 10));
  return [why, t(text, { best: inBest, next: inNext, error: Math.max(1, inError) })].filter(Boolean).join(" ");
}
