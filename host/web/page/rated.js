// One's own rating among those of the levels, game by game.

import { $, draw, n, t, write } from "./dom.js";
import { UNKNOWN } from "./glicko.js";
import { each } from "./mistakes.js";
import { RATINGS } from "./rating.js";
import { LEVELS } from "./start.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [62, 388, 10, 122];
const APART = 40; // points between two names

/** @param {(import("./glicko.js").Rating & { date: string })[]} found after each game */
export function drawRating(found) {
  $("rating").hidden = !found.length;
  if (!found.length) return;
  const { rating, deviation } = /** @type {import("./glicko.js").Rating} */ (found.at(-1));
  const one = n("Your rating against the levels: {rating} ± {error}, after one game.");
  const text = found.length === 1 ? one : n("Your rating against the levels: {rating} ± {error}, after {count} games.");
  const fill = { rating: Math.round(rating), error: Math.round(deviation), count: found.length };
  write($("ratingsay"), t(text, fill));
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

/** What was lost for each choice, game by game. @param {SVGElement} svg @param {import("./mistakes.js").Played[]} played */
export function drawMistakes(svg, played) {
  svg.replaceChildren();
  if (!played.length) return;
  svg.setAttribute("viewBox", "0 0 400 130");
  const points = played.map((game) => each([game]));
  const top = Math.max(1, Math.ceil(Math.max(...points)));
  const x = (/** @type {number} */ k) => 34 + (356 * k) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ value) => 104 - (92 * value) / top;
  for (const value of [0, top]) {
    draw(svg, "path", { class: "axis", d: `M34 ${y(value)}H390` });
    draw(svg, "text", { class: "side", x: 28, y: y(value) }, value);
  }
  draw(svg, "text", { x: 66, y: 124 }, played[0].date);
  draw(svg, "text", { x: 358, y: 124 }, played.at(-1)?.date);
  draw(svg, "path", { class: "line", d: `M${points.map((value, k) => `${x(k)} ${y(value)}`).join("L")}` });
  points.forEach((value, k) => draw(svg, "circle", { cx: x(k), cy: y(value), r: 3 }));
}
