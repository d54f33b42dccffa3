// A game's end as a picture to share: the position before the decisive turn, without the answer.

import { draw, find, t } from "./dom.js";
import { said } from "./dice.js";
import { sideName } from "./review.js";
import { rulesName } from "./rules.js";
import { drawSmall } from "./smallboat.js";

const [WIDTH, HEIGHT] = [1200, 630];
const FONTS = { Alegreya: "fonts/alegreya-700.woff2", Inter: "fonts/inter.woff2" };
// Style properties that a standalone picture must contain.
const GIVEN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"];
const OF_TEXT = ["font", "text-anchor", "stop-color", "stop-opacity", "display"];

/** Its text: the winner, how, and the question. counts: pieces captured by A and by B.
    @param {{ winner: string, you: string, counts: number[] }} game */
export function headline({ winner, you, counts }) {
  if (!winner) return t("Nobody has won.");
  const [own, other] = winner === "A" ? counts : [...counts].reverse();
  const name = you ? sideName(winner, you) : sideName(winner);
  if (you && winner === you) return t("I beat the board, {own} to {other}", { own, other });
  return t("{name} won, {own} to {other}", { name, own, other });
}

/** The picture as a PNG. turn: the decisive one, from the judge; chances: of the side whose story it is.
    @param {import("./types").Plan} plan @param {{ winner: string, you: string, counts: number[], gear: import("./types").Gear, rules: string }} game
    @param {import("./story.js").Decisive} turn @param {number[]} chances */
export async function picture(plan, game, turn, chances) {
  const words = game.gear.hull === "boat" ? t("an old race and fight, on a boat") : rulesName(game.rules);
  const svg = draw(document.body, "svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "sharecard" });
  draw(svg, "rect", { class: "ground", width: WIDTH, height: HEIGHT });
  draw(svg, "text", { class: "brand", x: 60, y: 100 }, "Daldøs");
  draw(svg, "text", { class: "line", x: 250, y: 98 }, words);
  const boat = drawSmall(svg, plan, turn.position, [], { whole: true, near: game.you || game.winner, gear: game.gear });
  boat.removeAttribute("class");
  for (const [key, value] of Object.entries({ x: 60, y: 130, width: 1080, height: 310 })) boat.setAttribute(key, value);
  draw(svg, "text", { class: "big", x: 60, y: 522 }, headline(game));
  const fill = { number: turn.number, name: sideName(turn.player), dice: said(turn.throw) };
  const asked = t("Turn {number} decided it. {name} threw {dice}: can you find the best turn?", fill);
  draw(svg, "text", { class: "line", x: 60, y: 572 }, asked);
  const at = (/** @type {number} */ chance, /** @type {number} */ k) =>
    `${880 + (260 * k) / Math.max(1, chances.length - 1)} ${530 - 60 * chance}`;
  draw(svg, "path", { class: "chances", d: `M${chances.map(at).join("L")}` });
  try {
    return await drawn(svg);
  } finally {
    svg.remove();
  }
}

/** @param {SVGSVGElement} svg */
async function drawn(svg) {
  const copy = alone(svg);
  const defs = find("svg > defs");
  copy.prepend(alone(defs));
  const style = draw(copy, "style", {}, (await Promise.all(Object.entries(FONTS).map(face))).join("\n"));
  copy.prepend(style);
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(HEIGHT));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** A copy of a drawing that needs no style sheet. @param {SVGElement} element */
function alone(element) {
  const copy = /** @type {SVGElement} */ (element.cloneNode(true));
  const [from, to] = [element, copy].map((root) => [
    root,
    .../** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll("*")),
  ]);
  from.forEach((one, i) => {
    const style = getComputedStyle(one);
    for (const key of one.tagName === "text" || one.tagName === "stop"
      ? [...GIVEN, ...OF_TEXT]
      : [...GIVEN, "display"]) {
      to[i].style.setProperty(key, style.getPropertyValue(key));
    }
  });
  return copy;
}

/** @param {[name: string, file: string]} font */
async function face([name, file]) {
  const bytes = new Uint8Array(await (await fetch(file)).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `@font-face { font-family: ${name}; font-weight: 100 900; src: url(data:font/woff2;base64,${text}); }`;
}
