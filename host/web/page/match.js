// @ts-check
// A match of several games on this page: who has won how many. Sides change after each game.

import { n, t } from "./dom.js";
import { sideName } from "./review.js";

/**
 * @typedef {object} Match
 * @property {number} to games that win it
 * @property {string} mode
 * @property {string} side the first player's, in the game that is played: yours, or whoever began as Light
 * @property {string} old the game that ended before it
 * @property {[game: string, side: string, winner: string][]} games those that have ended
 */

const KEY = "match" + (sessionStorage.board || ""); // each tab of the site has its own game

/** What tells a game from others. @param {string} [record] */
const named = (record) =>
  (record || "")
    .match(/^\d+ .*$/gm)
    ?.slice(0, 12)
    .join() || "";

/** @returns {Match | null} */
const current = () => JSON.parse(localStorage[KEY] || "null");

/** Begin a match, or single games; record: of the game before. @param {number} to @param {string} mode
    @param {string} side @param {string} record */
export function beginMatch(to, mode, side, record) {
  localStorage[KEY] = JSON.stringify(to > 1 ? { to, mode, side, old: named(record), games: [] } : null);
}

/** The games won by the first player and by the other. @param {Match} match @returns {[number, number]} */
export function scored({ games }) {
  const own = games.filter(([, side, winner]) => side === winner).length;
  return [own, games.length - own];
}

/** Go on to the next game, with the sides changed; false: there is no match to go on with. */
export function nextGame() {
  const match = current();
  if (!match || Math.max(...scored(match)) >= match.to) return false;
  localStorage[KEY] = JSON.stringify({ ...match, side: match.side === "A" ? "B" : "A" });
  return true;
}

/** A match after the end of a game; one that ends again, because turns were taken back, counts once. @param {Match} match
    @param {string} game @param {string} winner @returns {Match} */
export function withGame(match, game, winner) {
  if (game === match.old) return match;
  const known = match.games.find(([name]) => name === game);
  const rest = match.games.filter((one) => one !== known);
  return { ...match, games: [...rest, [game, known?.[1] || match.side, winner]] };
}

/** Count the game that has ended; the match in words, and whether it goes on; null: it is no game of a match.
    @param {{ record: string, player: string, mode: string }} v @returns {[text: string, more: boolean] | null} */
export function ended({ record, player, mode }) {
  const before = current();
  if (!before || before.mode !== mode) return null;
  const match = withGame(before, named(record), player);
  localStorage[KEY] = JSON.stringify(match);
  const [own, others] = scored(match);
  const solo = mode === "solo";
  const [name, other] = solo ? [sideName("A", "A"), sideName("B", "A")] : [t("Light at first"), t("Dark at first")];
  const more = Math.max(own, others) < match.to;
  const text = more
    ? n("Match to {to}: {name} {own}, {other} {others}.")
    : n("Match over: {name} {own}, {other} {others}.");
  return [t(text, { to: match.to, name, own, other, others }), more];
}
