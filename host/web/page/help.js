// Hands, keys and rules in brief, with the two pieces as pictures.

import { drawPiece } from "./wood.js";
import { draw, make, n, t } from "./dom.js";

export const FAULTS = [
  "dead",
  "stuck",
  "weak",
  "reversed",
  "address",
  "rail",
  "half",
  "mux",
  "enable",
  "swap",
  "swap_enable",
  "swap_sig",
  "swap_holes",
  "open",
  "deaf",
  "face_down",
];

const KEYS = [
  ["← ↑ → ↓", n("from hole to hole, and to the trays")],
  ["Enter", n("lift the piece there; set it down there")],
  ["T", n("put the held piece in its tray")],
  ["Esc", n("put the held piece back")],
  ["B", n("the board's button, as long as it is held")],
];
const RULES = [
  n("At the start all pieces stand undalled in their own rows. Two dice are thrown; a side with A is a dal, worth 1."),
  n(
    "A dal may dal a piece: it turns and moves one step. Dalled pieces move by any die: along their own row to the stern, along the middle row to the prow, along the enemy's row to the stern, and round those two again.",
  ),
  n("Landing on an enemy captures it. No piece lands on or passes over one of its own side."),
  n("Both dice must be played if there is a way to; one piece may take both. Two dals throw again."),
  n("A side without pieces has lost."),
];

// The two ways, as lines through the three rows: along one's own row to the stern, then round the other two.
const WAYS = [
  ["wayA", "M104 8H14Q6 8 6 17Q6 26 14 26H118Q126 26 126 35Q126 44 118 44H14Q6 44 6 35"],
  ["wayB", "M104 50H18Q10 50 10 41Q10 32 18 32H116Q122 32 122 23Q122 14 116 14H18Q10 14 10 23"],
];

/** @param {Element} parent */
function ways(parent) {
  const figure = make(parent, "figure");
  const svg = draw(figure, "svg", { viewBox: "0 0 140 58", "aria-hidden": "true", class: "ways" });
  draw(svg, "path", { class: "deckline", d: "M2 2H110Q138 10 138 29Q138 48 110 56H2Z" });
  for (const [row, y] of Object.entries({ A: 11, M: 29, B: 47 })) {
    for (let i = 0; i < 8; i++) draw(svg, "circle", { cx: 22 + 11 * i, cy: y, r: 2.2 });
    draw(svg, "text", { x: 2.6, y: y + 1.5 }, row);
  }
  for (const [name, d] of WAYS) {
    draw(svg, "path", { class: `way ${name}`, d });
    const [x, y] = d
      .split(/[A-Z ]/)
      .slice(-2)
      .map(Number);
    draw(svg, "path", {
      class: `tip ${name}`,
      d: name === "wayA" ? `M${x - 2.4} ${y}h4.8l-2.4 -4z` : `M${x - 2.4} ${y}h4.8l-2.4 4z`,
    });
  }
  make(
    figure,
    "figcaption",
    t(
      "The line is the way of A's pieces, the dashed line that of B's. No piece comes home from the middle row or the enemy's.",
    ),
  );
}

// The faces of a die as its lights show them.
/** @param {Element} parent */
function faces(parent) {
  const figure = make(parent, "p", undefined, "pictures");
  for (const count of [1, 2, 3, 4]) {
    const one = make(figure, "span");
    const svg = draw(one, "svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
    for (let i = 0; i < 4; i++) {
      draw(svg, "circle", { cx: 4 + 4 * i, cy: 10, r: 1.7, class: i < count ? "pip" : "nopip" });
    }
    make(one, "small", count === 1 ? t("dal") : count);
  }
}

/** @param {Element} parent */
export function helpInto(parent) {
  parent.replaceChildren();
  make(
    parent,
    "p",
    t(
      "Drag a piece, or click it and then a hole. Two fingers move two pieces. You can break a rule: the board itself says so. A long press takes the last turn back; hold for 4 seconds to choose the mode.",
    ),
  );
  const keys = make(parent, "dl", undefined, "keys");
  for (const [key, what] of KEYS) {
    const row = make(keys, "div");
    make(make(row, "dt"), "kbd", key);
    make(row, "dd", t(what));
  }
  const pictures = make(parent, "p", undefined, "pictures");
  for (const [letter, what] of [
    ["a", n("A undalled")],
    ["A", n("A dalled")],
    ["b", n("B undalled")],
    ["B", n("B dalled")],
  ]) {
    const figure = make(pictures, "span");
    const svg = draw(figure, "svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" });
    drawPiece(svg, letter, 0, 0);
    make(figure, "small", t(what));
  }
  make(parent, "p", t(RULES[0]));
  faces(parent);
  make(parent, "p", t(RULES[1]));
  ways(parent);
  for (const rule of RULES.slice(2)) make(parent, "p", t(rule));
}
