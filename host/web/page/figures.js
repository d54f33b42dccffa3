// @ts-check
// Statistics of games that have been kept. No drawing here.

import { counted, n, t } from "./dom.js";

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

/** Statistics over all games. @param {Kept[]} games */
export function figures(games) {
  if (!games.length) return "";
  const ended = games.filter(({ result, broken }) => result !== "*" && !broken);
  const against = ended.filter(({ a, b }) => a === "The board" || b === "The board");
  const lost = against.filter(({ a, result }) => (a === "The board") === (result === "A")).length;
  const turns = ended.reduce((sum, game) => sum + game.turns, 0);
  const parts = [counted(games.length, n("{count} game"), n("{count} games"))];
  if (against.length) {
    parts.push(t("against the board {won} won, {lost} lost", { won: against.length - lost, lost }));
  }
  const open = games.filter(({ result, broken }) => result === "*" && !broken).length;
  if (open) parts.push(t("{count} not finished", { count: open }));
  if (ended.length) {
    const mean = Math.round(turns / ended.length);
    parts.push(counted(mean, n("{count} turn on average"), n("{count} turns on average")));
  }
  return parts.join("; ") + ".";
}
