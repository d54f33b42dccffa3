// What is drawn on the boat, layer by layer: each is a function of the scene, and redraws all that it has drawn.

import { draw, mark, n, t } from "./dom.js";
import { movesOf, sign } from "./dice.js";
import { isKing, sideOf } from "./geometry.js";
import { drawPiece, drawShots } from "./wood.js";

/** @typedef {import("./boat.js").Boat} Boat */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {(boat: Boat, scene: Scene) => void} Show */

/** A piece in a hole, by hull: turned, and not yet. @type {Record<string, [turned: string, not: string]>} */
const PIECES = {
  boat: [n("a dalled piece of {side}'s"), n("an undalled piece of {side}'s")],
  plank: [n("an active soldier of {side}'s"), n("an inactive soldier of {side}'s")],
  sand: [n("an active piece of {side}'s"), n("an inactive piece of {side}'s")],
};

/** What stands in a hole. @param {string} letter @param {string} hull */
function standing(letter, hull) {
  if (letter === ".") return n("empty");
  if (letter === "k") return n("the king, nobody's");
  if (isKing(letter)) return n("the king, {side}'s");
  return PIECES[hull][letter === sideOf(letter) ? 0 : 1];
}

/** Attributes and names of the holes. @type {Show} */
function nameHoles({ names, holes }, { game, sees, stand, gear }) {
  names.forEach((name, i) => {
    if (!stand[i]) return;
    const { element } = holes[name];
    mark(element, "data-piece", game[i] === "." ? "" : game[i]);
    mark(element, "data-sees", sees[i]);
    const what = t(standing(stand[i], gear.hull), { side: sideOf(stand[i]) });
    const unknown = "?xy".includes(sees[i]) ? ", " + t("not seen by the sensors") : "";
    mark(element, "aria-label", `${name}: ${what}${unknown}`);
  });
}

/** @type {Show} */
function drawPieces(boat, { stand }) {
  boat.names.forEach((name, i) => {
    if (boat.stand[i] === stand[i]) return;
    boat.pieces[name]?.remove();
    delete boat.pieces[name];
    if (stand[i] && stand[i] !== ".") boat.pieces[name] = boat.draw(boat.standing, stand[i], name);
  });
  boat.stand = stand;
}

/** The holes that a press can use, and those that a hint points to. @type {Show} */
function markHoles(boat, { ready, chosen, aims, hinted }) {
  for (const name of boat.names) {
    const { element } = boat.holes[name];
    mark(element, "data-target", aims[name] || "");
    element.classList.toggle("ready", ready.includes(name));
    element.classList.toggle("hinted", hinted.includes(name));
    boat.pieces[name]?.classList.toggle("up", name === chosen);
  }
}

/** The last turn, `A1-M1 M4xM6`, as a trace along the route. @type {Show} */
function drawLast(boat, { last: [player, turn] }) {
  const { geometry, holes, over } = boat;
  for (const old of over.querySelectorAll(".trace")) old.remove();
  const moves = turn.split(" ").map((word) => word.split(/[-x=<>+]/).filter((name) => name in holes));
  const side = /** @type {import("./types").Side} */ (player);
  for (const names of moves) {
    for (let i = 0; i + 1 < names.length; i++) {
      const d = geometry.way(geometry.holes(side, names[i], names[i + 1]));
      for (const layer of ["trace below", "trace"]) draw(over, "path", { class: layer, d });
    }
    const ends = names.map((name) => holes[name]);
    for (const { x, y } of ends.slice(0, 1)) draw(over, "circle", { class: "trace", cx: x, cy: y, r: 2.6 });
    for (const { x, y } of ends.slice(-1)) draw(over, "circle", { class: "trace to", cx: x, cy: y, r: 7.8 });
  }
}

/** How far arrows that share a way lie beside it. @type {Record<string, number>} */
const ASIDE = { played: -2.2, better: 2.2 };

/** Turns as arrows, side by side where they share a way. @type {Show} */
function drawArrows({ arrows, geometry, upright }, { shots }) {
  arrows.replaceChildren();
  const ways = shots.map(([side, turn]) =>
    movesOf(turn).flatMap(([from, to]) => {
      const holes = geometry.holes(/** @type {import("./types").Side} */ (side), from, to);
      return holes.slice(1).map((name, k) => holes[k] + name);
    }),
  );
  shots.forEach(([side, turn, kind], k) => {
    const beside = (/** @type {string[]} */ other, /** @type {number} */ j) =>
      shots[j][2] !== kind && shots[j][2] in ASIDE && other.some((step) => ways[k].includes(step));
    const by = ways.some(beside) ? ASIDE[kind] || 0 : 0;
    drawShots(arrows, geometry, side, movesOf(turn), kind, upright ? [by, 0] : [0, by]);
  });
}

/** Where the piece in the hand may go, and the way there. @type {Show} */
function drawAims(boat, { aims, chosen }) {
  for (const layer of [boat.targets, boat.over]) for (const old of layer.querySelectorAll(".aim")) old.remove();
  const { geometry, upright } = boat;
  const side = chosen && sideOf(boat.letter(chosen));
  const ways = side ? Object.keys(aims).map((to) => geometry.holes(side, chosen, to)) : [];
  const longest = ways.sort((one, other) => other.length - one.length)[0];
  if (longest) {
    for (const layer of ["path below", "path"]) {
      draw(boat.over, "path", { class: `aim ${layer}`, d: geometry.way(longest) });
    }
  }
  const grow = Math.max(1, 13 / geometry.scale / 5.4); // letters of 13 pixels
  for (const [name, dice] of Object.entries(aims)) {
    let { x, y } = boat.holes[name];
    const captures = boat.letter(name) > "." && name !== chosen;
    const pill = draw(boat.targets, "g", { class: "aim target" });
    const [width, height] = [(8.6 + (dice.length - 1) * 9.2) * grow, 9 * grow];
    if (captures) {
      for (const layer of ["taken edge", "taken"]) draw(pill, "circle", { class: layer, cx: x, cy: y, r: 8.8 });
      const inner = name[0] === "M";
      if (upright) x += (x < 0 || inner ? -1 : 1) * (10 + width / 2);
      else y += (y < 0 ? -1 : 1) * (8.2 + 4 * grow);
    }
    label(pill, dice, x, y, width, height, grow);
  }
}

/** Name the dice beside a target. @param {Element} pill @param {string} dice @param {number} x @param {number} y
    @param {number} width @param {number} height @param {number} grow */
function label(pill, dice, x, y, width, height, grow) {
  if (!dice) return; // only a picture
  draw(pill, "rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 });
  [...dice]
    .map(sign)
    .join("+")
    .split("")
    .forEach((sign, i, all) => {
      draw(
        pill,
        "text",
        { x: x + (i - (all.length - 1) / 2) * 4.6 * grow, y: y + 0.1, "font-size": (5.2 * grow).toFixed(2) },
        sign,
      );
    });
}

/** The whole route ahead of a piece to be turned. @type {Show} */
function drawLit(boat, { lit }) {
  const { geometry, under } = boat;
  for (const old of under.querySelectorAll(".litway")) old.remove();
  const side = lit && boat.letter(lit) && sideOf(boat.letter(lit));
  if (!side) return;
  const [, last] = geometry.ends(side)[2];
  const d = geometry.way(geometry.holes(side, lit, last));
  for (const layer of ["litway glow", "litway below", "litway"]) draw(under, "path", { class: layer, d });
}

/** Rings where the board points: the wanted piece, a look, or a turn. @type {Show} */
function drawMarks(boat, { marks }) {
  boat.marks.replaceChildren();
  for (const [name, want] of marks) {
    const { x, y } = boat.holes[name];
    const ring = draw(boat.marks, "g", { class: `ring want${want}`, transform: `translate(${x} ${y})` });
    draw(ring, "circle", { r: 8.2 });
    if (want === 0) draw(ring, "path", { d: "M-5 -5l10 10M5 -5l-10 10" });
    if (want === 4) draw(ring, "path", { d: "M-5 0a5 5 0 1 1 5 5M0 5l3 -2.5M0 5l3 2.5" });
    if (want % 4 === 1 || want % 4 === 2) draw(ring, "text", {}, "AB"[(want % 4) - 1]);
  }
}

/** A's and B's pieces off the boat. @type {Show} */
function drawTrays(boat, { trays }) {
  trays.forEach((count, k) => {
    const side = "AB"[k];
    boat.slots[side].forEach((piece, i) => mark(piece, "visibility", i < count ? "visible" : "hidden"));
    mark(boat.trays[side], "aria-label", t("Tray of {side}: {count}", { side, count }));
  });
  drawGutters(boat, trays);
}

/** Beside the hull, if the strips have no room: a tray as long as its pieces, with their number.
    @param {Boat} boat @param {number[]} trays */
function drawGutters({ art, gutter, geometry }, trays) {
  for (const old of art.querySelectorAll(".gutter")) old.remove();
  if (!gutter) return;
  trays.forEach((count, k) => {
    const mine = (k === 0) === geometry.flipped ? -1 : 1; // on the side of the player who captured them
    const [x, bottom, step] = [mine * (geometry.half - 6.2), geometry.flipped ? geometry.length - 16 : -6, 9];
    const [width, height] = [10.8, Math.max(34, count * step + 8)];
    const box = draw(art, "g", { class: `gutter gutter${"AB"[k]}` });
    draw(box, "rect", { class: "traybox", x: x - width / 2, y: bottom - height, width, height, rx: width / 2 });
    for (let i = 0; i < count; i++) {
      const piece = drawPiece(box, "ab"[k], x, bottom - 6 - i * step, "");
      piece.style.transform += " rotate(90deg) scale(.64)";
    }
    const size = Math.max(7, 13 / geometry.scale);
    draw(box, "text", { x, y: bottom - height - 3, class: "traycount", "font-size": size }, count);
  });
}

/** Each layer, with the parts of the scene that it shows, in their order.
    @type {{ of: (keyof Scene)[], show: Show }[]} */
export const LAYERS = [
  { of: ["game", "sees", "stand", "gear"], show: nameHoles },
  { of: ["stand"], show: drawPieces },
  { of: ["stand", "ready", "chosen", "aims", "hinted"], show: markHoles },
  { of: ["last"], show: drawLast },
  { of: ["shots"], show: drawArrows },
  { of: ["stand", "aims", "chosen"], show: drawAims },
  { of: ["stand", "lit"], show: drawLit },
  { of: ["marks"], show: drawMarks },
  { of: ["trays", "trayless"], show: drawTrays },
];
