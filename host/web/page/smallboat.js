// A boat as a picture: a position with turns as arrows, cropped to these.

import { movesOf } from "./dice.js";
import { draw } from "./dom.js";
import { Geometry } from "./geometry.js";
import { standOf } from "./position.js";
import { drawHull, drawPiece, drawShots } from "./wood.js";

const PART = 178; // the width of a cropped part, in units of the drawing

/** Draw a position of `plan`'s boat as on the play board; whole: without cropping; near: the side whose row is nearest;
 * high: of a width of 330, which spreads the rows.
 * The drawing's `place` has the middle of each hole. @param {Element} parent @param {import("./types").Plan} plan
 * @param {string} position @param {import("./types").Shot[]} shots
 * @param {{ whole?: boolean, upright?: boolean, near?: string, high?: number, gear?: import("./types").Gear }} [how] */
export function drawSmall(parent, plan, position, shots, how = {}) {
  const { whole = false, upright = false, near = "A", high = 130, gear = plan.games.danish } = how;
  const geometry = new Geometry(plan);
  const rows = position.split(" ")[0].split("/");
  geometry.take([rows[0].length, rows[1].length], gear);
  const names = plan.holes.map(({ name }) => name);
  const box = upright ? { width: 190, height: 330 } : { width: 330, height: high };
  const view = geometry
    .fit(box, upright, !upright && near === "A")
    .split(" ")
    .map(Number);
  const place = (/** @type {string} */ name) => geometry.P(...geometry.at[name]);
  const svg = draw(parent, "svg", { class: "small", "aria-hidden": "true" });
  svg.dataset.hull = gear.hull;
  drawHull(svg, geometry, { plain: true, letters: false });
  for (const name of names) {
    if (+name.slice(1) > (name[0] === "M" ? geometry.middle : geometry.n)) continue;
    const [cx, cy] = place(name);
    draw(svg, "circle", { class: "bevel", cx, cy: cy + 0.75, r: plan.hole / 2 + 0.4 });
    draw(svg, "circle", { class: "bore", cx, cy, r: plan.hole / 2 + 0.1 });
  }
  [...standOf(position, plan.n)].forEach((letter, i) => {
    if (letter !== ".") drawPiece(svg, letter, ...place(names[i]), geometry.heading(names[i], letter), geometry.plank);
  });
  for (const [side, turn, kind] of shots) drawShots(svg, geometry, side, movesOf(turn), kind);
  svg.setAttribute("viewBox", (whole ? view : part(view, shots, place)).join(" "));
  return Object.assign(svg, { place });
}

/** @param {number[]} view @param {import("./types").Shot[]} shots @param {(name: string) => number[]} place */
function part(view, shots, place) {
  const [left, top, width, height] = view;
  const ends = shots.flatMap(([, turn]) => movesOf(turn).flatMap(([from, to]) => [place(from)[0], place(to)[0]]));
  const [low, high] = ends.length ? [Math.min(...ends), Math.max(...ends)] : [left, left + width];
  const wide = Math.min(width, Math.max(PART, high - low + 36));
  return [Math.max(left, Math.min((low + high - wide) / 2, left + width - wide)), top, wide, height];
}
