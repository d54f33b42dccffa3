// @ts-check
// One's own rating against the levels. No drawing here.

import { UNKNOWN, rated } from "./glicko.js";

/** The levels' ratings, the first one set to 1000: the steps that docs/brain.md measures, in danish games. */
export const RATINGS = [1000, 1143, 1277, 1396, 1507, 1523];
const SURE = 10; // their standard error

/** One's own rating after each finished danish game against a level, the oldest first. @param {string} games a letter
    each: the level's digit if it was beaten, else its letter, from `a` on @returns {import("./glicko.js").Rating[]} */
export function ratings(games) {
  let now = UNKNOWN;
  return [...games].map((one) => {
    const won = one < "a";
    const rating = RATINGS[won ? +one - 1 : one.charCodeAt(0) - 97];
    return (now = rated(now, [{ rating, deviation: SURE, score: Number(won) }]));
  });
}

/** The levels that are near some ratings: between them, and the next one above, or else the last one. @param {number[]} all */
export function levelsNear(all) {
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const last = RATINGS.findIndex((value) => value > high);
  const shown = RATINGS.map((_, k) => k).filter((k) => RATINGS[k] >= low && (last < 0 || k <= last));
  return shown.length ? shown : [RATINGS.length - 1];
}
