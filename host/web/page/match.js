// @ts-check
// A match of several games on this page: who has won how many. Sides change after each game.

import { n, t } from "./dom.js";
import { sideName } from "./review.js";

/**
 * @typedef {object} Match
 * @property {number} to games that win it
 * @property {string} mode
 * @property {string} side the first player's, in the game that is played: yours, or whoever began as Light
 * @property {boolean} begun whether that game has been seen; until then the page shows the one before
 * @property {[side: string, winner: string][]} games those that have ended, and the one that is played if it did once
 * @property {number} game the place of the one that is played
 */

/** Where it is kept: each tab of the site has its own game, whose board is known once the rooms run. */
const key = () => "match" + (sessionStorage.board || "");

/** @returns {Match | null} */
const current = () => JSON.parse(localStorage[key()] || "null");

/** @param {Match | null} match */
const keep = (match) => (localStorage[key()] = JSON.stringify(match));

/** Begin a match, or single games. @param {number} to @param {string} mode @param {string} side */
export function beginMatch(to, mode = "", side = "") {
  keep(to > 1 ? { to, mode, side, begun: false, games: [], game: 0 } : null);
}

/** The games won by the first player and by the other. @param {Match} match @returns {[number, number]} */
function scored({ games }) {
  const own = games.filter(([side, winner]) => side === winner).length;
  return [own, games.filter(([, winner]) => winner).length - own];
}

/** Go on to the next game, with the sides changed; false: there is no match to go on with. Asked for again before that
    game is seen, because it was lost on its way, it is the same one. */
export function nextGame() {
  const match = current();
  if (!match || Math.max(...scored(match)) >= match.to) return false;
  if (match.begun) keep({ ...match, side: match.side === "A" ? "B" : "A", begun: false, game: match.games.length });
  return true;
}

/** The match in words when a game has ended, and whether it goes on; null: it is no game of a match. A game that ends
    again, because turns were taken back, counts once; one begun at the board has the sides that it has.
    @param {{ phase: string, player: string, mode: string, you?: string }} v
    @returns {[text: string, more: boolean] | null} */
export function standing({ phase, player, mode, you }) {
  const match = current();
  if (!match || match.mode !== mode) return null;
  if (phase !== "over") {
    const { games, game, begun, side, to } = match;
    if (!begun) keep({ ...match, begun: true });
    else if (phase === "opening" && game < games.length) {
      keep(Math.max(...scored(match)) < to ? { ...match, game: games.length, side: you || side } : null);
    }
    return null;
  }
  if (match.begun) {
    match.games[match.game] = [match.side, player];
    keep(match);
  }
  const [own, others] = scored(match);
  const solo = mode === "solo";
  const [name, other] = solo ? [sideName("A", "A"), sideName("B", "A")] : [t("Light at first"), t("Dark at first")];
  const more = Math.max(own, others) < match.to;
  const text = more
    ? n("Match, best of {games}: {name} {own}, {other} {others}.")
    : n("Match over: {name} {own}, {other} {others}.");
  return [t(text, { games: 2 * match.to - 1, name, own, other, others }), more];
}
