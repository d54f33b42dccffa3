// @ts-check
// What somebody's kept games come to: won, given away, luck. No drawing here.

import { BOARD, accounts, person } from "./mistakes.js";

/**
 * @typedef {object} Kept a game that has been kept
 * @property {string} name
 * @property {string} key of its throws and turns
 * @property {string} date
 * @property {string} rules
 * @property {string} result the winner, * while it is not finished, - if nobody has won
 * @property {number} turns
 * @property {boolean} [broken] it cannot be read
 * @property {string} [level] of the board, if it played
 * @property {string} [a] who played these sides
 * @property {string} [b]
 */

/** @typedef {{ of: number, won: number, given: number[], luck: number | null }} Figures finished games, those won; the
    points of 100 given away a game, first and last; luck's points of 100 a game, if known */

const PART = 10; // at most so many games are the first ones, and the last
const APART = 2; // at least so many, or all are one

/** Whether a game is over. @param {Kept} game */
export const finished = ({ result, broken }) => result !== "*" && !broken;

/** Everybody who has finished a game, but the board. @param {Kept[]} games @param {string} me */
export function persons(games, me) {
  const sides = /** @type {("A" | "B")[]} */ (["A", "B"]);
  const all = games.filter(finished).flatMap((game) => sides.map((side) => person(game, side, me)));
  return [...new Set(all)].filter((who) => who !== BOARD);
}

/** @param {number[]} all */
const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;

/** What somebody's finished games come to. @param {Kept[]} games the newest first
    @param {Record<string, import("./mistakes.js").Sums>} known by the games' keys @param {string} who @param {string} me
    @returns {Figures} */
export function figures(games, known, who, me) {
  let [of, won] = [0, 0];
  /** @type {[given: number[], luck: number[]]} */
  const [given, luck] = [[], []];
  for (const game of games.filter(finished).reverse()) {
    for (const side of /** @type {("A" | "B")[]} */ (["A", "B"])) {
      if (person(game, side, me) !== who) continue;
      of += 1;
      won += Number(game.result === side);
      const sums = known[game.key];
      if (!sums?.[side][1]) continue; // no choice was judged
      given.push(100 * sums[side][0]);
      luck.push(accounts(sums, side).luck);
    }
  }
  const part = Math.min(PART, Math.floor(given.length / 3));
  const parts = part < APART ? [given] : [given.slice(0, part), given.slice(-part)];
  return { of, won, given: given.length ? parts.map(mean) : [], luck: luck.length ? mean(luck) : null };
}
