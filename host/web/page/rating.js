// @ts-check
// One's own rating against the levels. No drawing here.

import { UNKNOWN, rated } from "./glicko.js";
import { BOARD, YOU, person } from "./mistakes.js";

/** The levels' ratings, the first one set to 1000: the steps that docs/brain.md measures, in danish games. */
export const RATINGS = [1000, 1143, 1277, 1396, 1507, 1523];
const SURE = 10; // their standard error

/** One's own rating after each finished danish game against a level, the oldest first. @param {import("./figures.js").Kept[]}
    games the newest first @param {string} me @returns {(import("./glicko.js").Rating & { date: string })[]} */
export function ratings(games, me) {
  let now = UNKNOWN;
  const found = [];
  for (const game of [...games].reverse()) {
    const rating = RATINGS[+(game.level || 0) - 1];
    const side = game.a === BOARD ? "B" : "A";
    const against = person(game, side, me) === YOU && [game.a, game.b].includes(BOARD);
    if (!rating || !against || game.broken || game.rules !== "danish" || !"AB".includes(game.result)) continue;
    now = rated(now, [{ rating, deviation: SURE, score: Number(game.result === side) }]);
    found.push({ ...now, date: game.date });
  }
  return found;
}
