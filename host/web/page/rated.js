// One's own rating among those of the levels, game by game: in My games, and on the start card.

import { $, draw, make, n, t, write } from "./dom.js";
import { UNKNOWN } from "./glicko.js";
import { RATINGS, levelsNear, ratings } from "./rating.js";
import { LEVELS } from "./start.js";
import { signed } from "./story.js";

const APART = 40; // points between two names
const [WIDE, TALL, EDGE] = [118, 66, 6]; // of the curve on the start card
const LAST = 10; // games whose change is told there

/** @param {string} text the games, as for `ratings` */
export function drawRating(text) {
  const found = ratings(text);
  $("rating").hidden = $("rated").hidden = !found.length;
  if (!found.length) return;
  atHome(found.map(({ rating }) => rating));
  const { rating, deviation } = /** @type {import("./glicko.js").Rating} */ (found.at(-1));
  const one = n("Your rating against the levels: {rating} ± {error}, after one game.");
  const said = found.length === 1 ? one : n("Your rating against the levels: {rating} ± {error}, after {count} games.");
  const fill = { rating: Math.round(rating), error: Math.round(deviation), count: found.length };
  write($("ratingsay"), t(said, fill));
  curve(found.map((one) => one.rating));
}

/** Stretched to its place, so names and numbers are text beside it. @param {number[]} ratings */
function curve(ratings) {
  const place = $("ratingcurve");
  const all = [UNKNOWN.rating, ...ratings];
  const levels = levelsNear(all);
  const values = [...all, ...levels.map((k) => RATINGS[k])];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (/** @type {number} */ value) => (100 * (high - value)) / (high - low);
  const at = (/** @type {string} */ kind, /** @type {number} */ value, /** @type {string} */ text) => {
    make(place, "span", text, kind).style.top = `${y(value)}%`;
  };
  place.replaceChildren();
  for (const k of levels) {
    if (RATINGS[k] - (RATINGS[k - 1] || 0) >= APART) at("level", RATINGS[k], t(LEVELS[k]));
  }
  const svg = draw(place, "svg", { class: "curve", viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  for (const k of levels) draw(svg, "path", { d: `M0 ${y(RATINGS[k])}H100` });
  const line = all.map((value, k) => `${((100 * k) / ratings.length).toFixed(2)} ${y(value).toFixed(2)}`).join("L");
  draw(svg, "path", { class: "line", d: `M${line}` });
  const now = ratings.at(-1) || 0;
  at("now", now, String(Math.round(now)));
}

/** @param {number[]} all */
function atHome(all) {
  const now = all.at(-1) || 0;
  const before = all.at(-1 - LAST) ?? UNKNOWN.rating;
  const level = Math.max(0, ...RATINGS.map((value, k) => (RATINGS[k - 1] <= now ? k : 0)));
  const from = (/** @type {number} */ value) => signed(Math.round(now) - Math.round(value));
  const last = { rating: Math.round(now), change: from(all.at(-2) ?? UNKNOWN.rating) };
  write($("endrated"), t("Your rating: {rating} ({change}).", last));
  const fill = { rating: Math.round(now), change: from(before), count: Math.min(all.length, LAST) };
  write($("ratednow"), t("Your rating: {rating}", fill));
  const text = all.length === 1 ? n("{change} in the first game.") : n("{change} in the last {count} games.");
  const ahead = t("{level} stands at {points}.", { level: t(LEVELS[level]), points: RATINGS[level] });
  write($("ratedsaid"), `${t(text, fill)} ${ahead}`);
  const svg = $("ratedcurve");
  svg.replaceChildren();
  const shown = [UNKNOWN.rating, ...all].slice(-WIDE);
  const [low, high] = [Math.min(...shown, RATINGS[level]), Math.max(...shown, RATINGS[level])];
  const x = (/** @type {number} */ k) => EDGE + ((WIDE - 2 * EDGE) * k) / (shown.length - 1);
  const y = (/** @type {number} */ value) => TALL - EDGE - ((TALL - 2 * EDGE) * (value - low)) / (high - low || 1);
  draw(svg, "path", { class: "middle", d: `M0 ${y(RATINGS[level])}H${WIDE}` });
  draw(svg, "path", { class: "line", d: `M${shown.map((value, k) => `${x(k)} ${y(value)}`).join("L")}` });
  draw(svg, "circle", { cx: x(shown.length - 1), cy: y(now), r: 4 });
}
