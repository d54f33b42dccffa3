// What was lost for each choice, game by game, as a curve.

import { draw } from "./dom.js";
import { each } from "./mistakes.js";

/** @param {SVGElement} svg @param {import("./mistakes.js").Played[]} played */
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
