// The drawing of the boat's wood and the pieces, in one style: lit from the top of the screen.

import { draw } from "./dom.js";
import { isKing, sideOf } from "./geometry.js";

const DOWN = { x1: 0, y1: 0, x2: 0, y2: 1 };
const ROUND = { cx: 0.45, cy: 0.28, r: 0.8 };
/** @type {Record<string, any[]>} */
const GRADIENTS = {
  rim: [DOWN, [0, "rim0"], [0.14, "rim1"], [0.8, "rim1"], [1, "rim2"]],
  deck: [DOWN, [0, "deck1"], [0.22, "deck2"], [0.55, "deck3"], [0.85, "deck2"]],
  deckup: [
    { x1: 0, y1: 0, x2: 1, y2: 0 },
    [0, "deck1"],
    [0.25, "deck2"],
    [0.5, "deck3"],
    [0.75, "deck2"],
    [1, "deck1"],
  ],
  sandy: [DOWN, [0, "sand1"], [0.5, "sand2"], [1, "sand1"]],
  pit: [DOWN, [0, "sand3"], [1, "sand1"]],
  bore: [DOWN, [0.55, "bore1"], [1, "bore2"]],
  birch: [DOWN, [0, "birch1"], [0.5, "birch2"], [1, "birch3"]],
  birchcollar: [ROUND, [0, "birch1"], [0.6, "birch2"], [1, "birch3"]],
  oak: [DOWN, [0, "oak0"], [0.45, "oak2"], [1, "oak3"]],
  oakcollar: [ROUND, [0, "oak1"], [0.6, "oak2"], [1, "oak3"]],
  bone: [DOWN, [0, "bone1"], [1, "bone2"]],
  bonefront: [DOWN, [0, "bone3"], [1, "bone4"]],
  drop: [{}, [0, "shade", 0.6], [0.6, "shade", 0.36], [1, "shade", 0]],
};
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./types").Point} Point */
/** @typedef {import("./types").Side} Side */
/** @type {Record<string, string>} */
const ARROW = {
  r: "M-1 -1.8L1.8 0L-1 1.8",
  l: "M1 -1.8L-1.800 0L1 1.8",
  u: "M-1.8 1L0 -1.8L1.800 1",
  d: "M-1.8 -1L0 1.8L1.800 -1",
};
/** @type {Point[]} */
const HEX = [
  [-7.7, 0],
  [-3.8, -3.5],
  [3.8, -3.5],
  [7.7, 0],
  [3.8, 3.5],
  [-3.8, 3.5],
];

const SHOTS = ["played", "better", "second"]; // arrows of turns
let decks = 0; // decks drawn so far, for the names of their clip paths

/** Definitions shared by all drawings, in a separate one that is never hidden. */
export function defineWood() {
  const defs = draw(draw(document.body, "svg", { class: "hidden", "aria-hidden": "true" }), "defs");
  for (const [id, [place, ...stops]] of Object.entries(GRADIENTS)) {
    const gradient = draw(defs, place.r || !("x1" in place) ? "radialGradient" : "linearGradient", { id, ...place });
    for (const [offset, colour, opacity = 1] of stops) {
      draw(gradient, "stop", { offset, "stop-color": `var(--${colour})`, "stop-opacity": opacity });
    }
  }
  for (const [id, stdDeviation] of [
    ["blur", 3],
    ["soft", 1.6],
  ]) {
    draw(draw(defs, "filter", { id, x: "-20%", y: "-40%", width: "140%", height: "180%" }), "feGaussianBlur", {
      stdDeviation,
    });
  }
  for (const kind of SHOTS) {
    const box = { id: `tip-${kind}`, class: `shot ${kind}`, viewBox: "-6 -4 8 8", markerWidth: 4, markerHeight: 4 };
    const marker = draw(defs, "marker", { ...box, refX: -4, orient: "auto", overflow: "visible" });
    draw(marker, "path", { d: "M-5 -3.2L1.6 0L-5 3.2Z" });
  }
}

/** Draw a turn's moves as arrows along the route, [from, to] each; kind: one of SHOTS.
    @param {Element} parent @param {Geometry} geometry @param {string} side
    @param {ReturnType<typeof import("./dice.js").movesOf>} moves @param {string} kind @param {Point} [by] beside the way */
export function drawShots(parent, geometry, side, moves, kind, by = [0, 0]) {
  for (const [from, to] of moves) {
    if (from === to) continue;
    const d = geometry.way(geometry.holes(/** @type {import("./types").Side} */ (side), from, to));
    const transform = `translate(${by.join(" ")})`;
    draw(parent, "path", { class: `shot below ${kind}`, d, transform });
    draw(parent, "path", { class: `shot ${kind}`, d, transform, "marker-end": `url(#tip-${kind})` });
  }
}

/** A piece from above: a wedge on its peg, across its row undalled (a b), along it dalled (A B), then with an arrow the way
 * it goes. heading: that way, r, l, u or d; empty: it lies in a tray, with none. A king (k C D) is a star; plank: it is a
 * soldier of Sáhkku, a peg that points that way whether it is dalled or not.
 * @param {ParentNode} parent @param {string} letter @param {number} x @param {number} y @param {string} heading
 * @param {boolean} [plank] */
export function drawPiece(parent, letter, x, y, heading = "r", plank = false) {
  const side = sideOf(letter);
  if (isKing(letter)) return drawKing(parent, side, x, y);
  const dalled = letter === side;
  const level = dalled === !"ud".includes(heading || "u");
  const wood = side === "A" ? "birch" : "oak";
  const piece = draw(parent, "g", { class: `piece side${side}${dalled ? " dalled" : ""}` });
  piece.style.transform = `translate(${x}px, ${y}px)`;
  const lift = draw(piece, "g", { class: "lift" });
  draw(lift, "ellipse", { class: "drop", cx: 0.7, cy: 2.1, rx: 7.3, ry: 6.9 });
  draw(lift, "circle", { class: "collar", r: 5.9, fill: `url(#${wood}collar)` });
  const turn = draw(lift, "g", { class: "turn" });
  if (plank && heading) return drawSoldier(piece, turn, side, dalled, heading);
  const lay = (/** @type {Point[]} */ points) =>
    "M" + points.map(([a, b]) => (level ? `${a} ${b}` : `${b} ${a}`)).join("L");
  if (side === "A") {
    const [width, height] = level ? [14.6, 6.4] : [6.4, 14.6];
    draw(turn, "rect", { class: "head", x: -width / 2, y: -height / 2, width, height, rx: 1.7, fill: `url(#${wood})` });
    draw(turn, "path", { class: "shine", d: level ? "M-6 -2.2H6" : "M-1.9 -6.2H1.9M-2.1 -5.5V4.5" });
  } else {
    draw(turn, "path", { class: "head", d: lay(HEX) + "Z", fill: `url(#${wood})` });
    draw(turn, "path", { class: "shine", d: level ? "M-3.6 -2.6H3.6" : "M-2.600 -3.4L0 -6M-2.6 -3V3" });
  }
  if (heading) {
    draw(
      turn,
      "path",
      dalled
        ? { class: "arrow", d: ARROW[heading] }
        : {
            class: "ridge",
            d: lay([
              [-4.4, 0],
              [4.4, 0],
            ]),
          },
    );
  }
  return piece;
}

/** The directions on the screen, as its steps to the right and down. @type {Record<string, Point>} */
const STEPS = { r: [1, 0], d: [0, 1], l: [-1, 0], u: [0, -1] };

/** A soldier of Sáhkku from above. Light has two notches, dark one. @param {SVGGElement} piece @param {Element} turn @param {string} side @param {boolean} dalled
 * @param {string} heading */
function drawSoldier(piece, turn, side, dalled, heading) {
  piece.querySelector(".collar")?.remove();
  const [c, s] = STEPS[heading];
  const to = (/** @type {number} */ a, /** @type {number} */ b) => `${a * c - b * s} ${a * s + b * c}`;
  const d = `M${to(-7.2, -4.3)}L${to(2.4, -4.3)}L${to(8.2, 0)}L${to(2.4, 4.3)}L${to(-7.2, 4.3)}Q${to(-8.2, 0)} ${to(-7.2, -4.3)}Z`;
  draw(turn, "path", { class: "head", d, fill: `url(#${side === "A" ? "birch" : "oak"})` });
  draw(turn, "path", { class: "ridge", d: `M${to(-1.2, 0)}L${to(7.4, 0)}` });
  for (const notch of side === "A" ? [-4.9, -2.6] : [-3.6]) {
    draw(turn, "path", { class: "ridge", d: `M${to(notch, -4.1)}L${to(notch, 4.1)}` });
  }
  if (dalled) draw(turn, "path", { class: "arrow", d: `M${to(1.2, -2.5)}L${to(3.9, 0)}L${to(1.2, 2.5)}` });
  return piece;
}

/** The king, a star: of horn as long as he is nobody's, then of his owner's wood. @param {ParentNode} parent
    @param {string} side @param {number} x @param {number} y */
function drawKing(parent, side, x, y) {
  const piece = draw(parent, "g", { class: `piece king side${side || "none"}` });
  piece.style.transform = `translate(${x}px, ${y}px)`;
  const lift = draw(piece, "g", { class: "lift" });
  draw(lift, "ellipse", { class: "drop", cx: 1.6, cy: 5, rx: 8.2, ry: 8 });
  const points = Array.from({ length: 16 }, (_, i) => {
    const [angle, r] = [(i * Math.PI) / 8 - Math.PI / 2, i % 4 === 0 ? 9.4 : i % 2 === 0 ? 7.2 : 5.8];
    return `${(r * Math.cos(angle)).toFixed(2)} ${(r * Math.sin(angle)).toFixed(2)}`;
  });
  const d = `M${points.join("L")}Z`;
  draw(lift, "path", { class: "star low", d, transform: "translate(0 .8)" });
  draw(lift, "path", { class: "star", d });
  draw(lift, "circle", { class: "star low", r: 3.9 });
  draw(lift, "circle", { class: "star", r: 2.5, cy: -0.4 });
  return piece;
}

/** Draw hull, deck, grain, the carved route with arrows, and the numbers, anew for each layout.
    @param {Element} parent @param {Geometry} geometry @param {{ plain: boolean, letters: boolean }} how */
export function drawHull(parent, geometry, { plain, letters }) {
  const { upright, length } = geometry;
  const hull = draw(parent, "g", { class: "hull" });
  const shape = (/** @type {string} */ name, /** @type {number} */ grow, rest = {}) =>
    draw(hull, "path", { class: name, d: geometry.outline(grow), ...rest });
  if (geometry.sand) {
    shape("sandy", 3.5, { fill: "url(#sandy)" });
    drawGrains(hull, geometry);
    carve(draw(hull, "g", { class: "route" }), geometry);
    if (letters) drawLetters(hull, geometry);
    return;
  }
  if (!plain) shape("shadow drop", 2, { filter: "url(#blur)", transform: "translate(1 5)" });
  const beam = !upright && !geometry.plank && geometry.rect(-9.5, -41.6, 2, 41.6);
  if (beam) draw(hull, "rect", { class: "rim", ...beam, rx: 2.2 });
  shape("rim", 2.8);
  shape("rimlight shine", 2.1);
  shape("deck", -2.2, { fill: `url(#${upright ? "deckup" : "deck"})` });
  const id = `deck${++decks}`;
  draw(draw(hull, "clipPath", { id }), "path", { d: geometry.outline(-2.2) });
  const deck = draw(hull, "g", { "clip-path": `url(#${id})` });
  grain(draw(deck, "g", { class: "grainwork" }), geometry, plain);
  for (const y of [-11.5, 11.5]) {
    const d = geometry.line([
      [-2, y],
      [length + 6, y],
    ]);
    draw(deck, "path", { class: "seam", d });
    draw(deck, "path", { class: "seamlight shine", d, transform: upright ? "translate(.6 0)" : "translate(0 .6)" });
  }
  draw(deck, "path", {
    class: "wall drop",
    d: geometry.outline(-2.2),
    filter: "url(#soft)",
    transform: "translate(0 1.9)",
  });
  draw(deck, "path", { class: "lip shine", d: geometry.outline(-2.3), transform: "translate(0 -.7)" });
  if (geometry.plank && !plain) drawCarving(hull, geometry);
  carve(draw(hull, "g", { class: "route" }), geometry);
  if (letters) drawLetters(hull, geometry);
}

/** Grains of sand. @param {Element} hull @param {Geometry} geometry */
function drawGrains(hull, geometry) {
  const random = randomly(7);
  const dots = Array.from({ length: 90 }, () => {
    const point = geometry.P(geometry.length * 0.8 * random(), (-36 + 72 * random()) * 0.96);
    return `M${point.join(" ")}h.5`;
  });
  draw(hull, "path", { class: "grains", d: dots.join("") });
}

/** The plank of Sáhkku: a zigzag along its sides, and a sun below the king's hole.
    @param {Element} hull @param {Geometry} geometry */
function drawCarving(hull, geometry) {
  const { length, across, at, n } = geometry;
  for (const side of [-1, 1]) {
    const points = Array.from({ length: 61 }, (_, i) => {
      const depth = (i % 2 ? 1.05 : -1.05) / across;
      return /** @type {Point} */ ([4 + (i * (length - 8)) / 60, side * (40.4 + depth)]);
    });
    draw(hull, "path", { class: "rimlight", d: geometry.line(points) });
  }
  const [x, y] = geometry.P(...at["M" + (n + 1) / 2]);
  for (let ray = 0; ray < 12; ray++) {
    const [c, s] = [Math.cos((ray * Math.PI) / 6), Math.sin((ray * Math.PI) / 6)];
    draw(hull, "path", { class: "groove", d: `M${x + 7 * c} ${y + 7 * s}L${x + 9.6 * c} ${y + 9.6 * s}` });
  }
}

/** @param {Element} hull @param {Geometry} geometry */
function drawLetters(hull, geometry) {
  const { upright, scale } = geometry;
  const size = Math.max(3.5, 13 / scale); // never under 13 pixels
  const label = (/** @type {Point} */ [x, y], /** @type {string | number} */ text, className = "label") =>
    draw(hull, "text", { x, y, class: className, "font-size": size.toFixed(2) }, text);
  for (const i of [1, 4, 8, 12]) {
    for (const row of "AB") {
      const [x, y] = geometry.at[row + i];
      label(geometry.P(x, Math.sign(y) * (upright ? 34.5 : 34)), upright ? row + i : i);
    }
    if (upright && i > 1) {
      label(geometry.P(geometry.at["M" + i][0], (geometry.flipped ? -1 : 1) * (15.5 / geometry.across)), "M" + i);
    }
  }
  if (upright || geometry.plank) return;
  for (const row of "AMB") label(geometry.P(-6, geometry.at[row + 1][1]), row, "label rowname");
  if (size < 4.6) label(geometry.P(geometry.prow + 9, 0), geometry.middle);
}

/** Numbers from 0 to 1, always the same ones. @param {number} seed */
const randomly = (seed) => () => (seed = (seed * 16807) % 2147483647) / 2147483647;

/** @param {Element} parent @param {Geometry} geometry @param {boolean} plain */
function grain(parent, geometry, plain) {
  const { length } = geometry;
  const random = randomly(7);
  for (const [y, high, tone] of [
    [-40, 26, 1],
    [-11.5, 23, 2],
    [12, 30, 3],
  ]) {
    draw(parent, "rect", { class: `plank${tone}`, ...geometry.rect(-2, y, length + 2, y + high) });
  }
  const lines = plain ? 26 : 64;
  for (let i = 0; i < lines; i++) {
    const y = -39 + 78 * ((i + random() * 0.9) / lines);
    const [up, down] = [(random() - 0.5) * 5, (random() - 0.5) * 5];
    const from = random() < 0.4 ? random() * 180 : -4;
    const to = random() < 0.4 ? from + 60 + random() * 120 : length + 6;
    const at = (/** @type {number} */ part, /** @type {number} */ aside) =>
      geometry.P(from + (to - from) * part, y + aside).join(" ");
    const end = geometry.P(to, y * (to > 300 ? 0.78 : 1)).join(" ");
    const [width, opacity] = [0.16 + random() * 0.42, 0.1 + random() * 0.24];
    draw(parent, "path", {
      d: `M${at(0, 0)}C${at(0.33, up)} ${at(0.66, down)} ${end}`,
      "stroke-width": width.toFixed(2),
      opacity: opacity.toFixed(2),
    });
  }
  for (const [x, y] of plain
    ? []
    : [
        [129, -11.5],
        [236, 33.5],
        [58, 36],
      ]) {
    // knots
    for (let ring = 0; ring < 4; ring++) {
      const [cx, cy] = geometry.P(x, y);
      const [long, short] = [2 + ring * 2.4, 0.6 + ring * 0.6];
      const [rx, ry] = geometry.upright ? [short, long] : [long, short];
      draw(parent, "ellipse", {
        cx,
        cy,
        rx,
        ry,
        class: ring ? "" : "knot",
        "stroke-width": 0.3,
        opacity: ring ? 0.28 - ring * 0.04 : 0.4,
      });
    }
  }
}

// The route of both sides under the rules in play, with arrows.
/** @param {Element} parent @param {Geometry} geometry */
function carve(parent, geometry) {
  const { upright } = geometry;
  const cut = (/** @type {string} */ d, /** @type {string} */ name) => {
    draw(parent, "path", {
      d,
      class: `${name} below`,
      transform: upright && name === "groove" ? "translate(.55 .55)" : "translate(0 .85)",
    });
    return draw(parent, "path", { d, class: name });
  };
  const tip = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by]) => {
    const angle = Math.atan2(by - ay, bx - ax);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const to = (/** @type {number} */ a, /** @type {number} */ b) =>
      `${(ax + a * c - b * s).toFixed(2)} ${(ay + a * s + b * c).toFixed(2)}`;
    cut(`M${to(-1.5, -2.5)}L${to(1.3, 0)}L${to(-1.5, 2.5)}`, "tip");
  };
  const place = (/** @type {string} */ name) => geometry.P(...geometry.at[name]);
  const straight = (/** @type {string} */ from, /** @type {string} */ to) => {
    const [[a, b], end] = [place(from), place(to)];
    tip([(a + end[0]) / 2, (b + end[1]) / 2], end);
  };
  const cutWays = new Set();
  for (const side of /** @type {Side[]} */ (["A", "B"])) {
    const ends = geometry.ends(side);
    const rounds = [...ends.slice(1), ends[geometry.route.again]];
    ends.forEach(([first, last], k) => {
      const row = geometry.holes(side, first, last);
      if (!cutWays.has(first[0])) cut(geometry.way(row), "groove");
      cutWays.add(first[0]);
      const next = rounds[k][0];
      const bend = [last, next].sort().join();
      if (cutWays.has(bend)) return;
      cutWays.add(bend);
      cut(geometry.way([last, next]), "groove");
      if (geometry.plank) return;
      const points = [place(last), ...geometry.bend(last, next).map((point) => geometry.P(...point)), place(next)];
      const along = (/** @type {number} */ t, /** @type {number} */ k) =>
        [1, 3, 3, 1].reduce((sum, weight, i) => sum + weight * (1 - t) ** (3 - i) * t ** i * points[i][k], 0);
      const on = (/** @type {number} */ t) => /** @type {Point} */ ([along(t, 0), along(t, 1)]);
      tip(on(0.5), on(0.55));
    });
  }
  for (const [row, side, other] of /** @type {[number, Side, Side][]} */ ([
    [0, "A", "A"],
    [1, "A", "B"],
    [2, "B", "B"],
  ])) {
    const name = "AMB"[row];
    const ahead = geometry.arc(side, name)[1] === 1;
    if (ahead !== (geometry.arc(other, name)[1] === 1)) continue; // walked both ways
    for (let i = 2; i < geometry.long(row) - (row % 2); i += 3) {
      straight(name + (ahead ? i : i + 1), name + (ahead ? i + 1 : i));
    }
  }
}
