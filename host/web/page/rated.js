// One's own rating among those of the levels, game by game: in My games, and on the start card.

import { $, draw, n, t, write } from "./dom.js";
import { UNKNOWN } from "./glicko.js";
import { RATINGS, ratings } from "./rating.js";
import { LEVELS } from "./start.js";
import { signed } from "./story.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [62, 388, 10, 122];
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

/** @param {number[]} ratings */
function curve(ratings) {
  const svg = $("ratingcurve");
  svg.replaceChildren();
  svg.setAttribute("viewBox", "0 0 400 132");
  const all = [...RATINGS, ...ratings];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (/** @type {number} */ k) => LEFT + ((RIGHT - LEFT) * (k + 1)) / ratings.length;
  const y = (/** @type {number} */ value) => BOTTOM - ((BOTTOM - TOP) * (value - low)) / (high - low);
  RATINGS.forEach((value, k) => {
    draw(svg, "path", { class: "axis", d: `M${LEFT} ${y(value)}H${RIGHT}` });
    if (value - (RATINGS[k - 1] || 0) >= APART) {
      draw(svg, "text", { class: "side", x: LEFT - 6, y: y(value) }, t(LEVELS[k]));
    }
  });
  const line = ratings.map((value, k) => `L${x(k).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  draw(svg, "path", { class: "line", d: `M${x(-1)} ${y(UNKNOWN.rating)}${line}` });
  draw(svg, "circle", { cx: x(ratings.length - 1), cy: y(ratings.at(-1) || 0), r: 5 });
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
