// Hands, keys and rules in short, with the two pieces as pictures.

import { drawPiece } from "./boat.js";
import { draw, make, n, t } from "./dom.js";

export const FAULTS = ["dead", "stuck", "weak", "reversed", "address", "rail", "half", "mux", "enable", "swap", "swap_enable", "swap_sig", "swap_holes", "open", "deaf", "face_down"];

const KEYS = [
  ["← ↑ → ↓", n("from hole to hole, and to the trays")],
  ["Enter", n("lift the piece there; set it down there")],
  ["T", n("put what is held in its tray")],
  ["Esc", n("put what is held back")],
  ["B", n("the board's button, as long as it is held")],
];
const RULES = [
  n("At the start all pieces stand undalled in their own rows. Two dice are thrown; a side with A is a dal, worth 1."),
  n("A dal may dal a piece: it turns and moves one step. Dalled pieces move by any die: along their own row to the stern, along the middle row to the prow, along the enemy's row to the stern, and round those two again."),
  n("Landing on an enemy captures it. No piece lands on or passes over one of its own side."),
  n("Both dice must be played if there is a way to; one piece may take both. Two dals throw again."),
  n("Whoever has no pieces left has lost."),
];

export function helpInto(parent) {
  parent.replaceChildren();
  make(parent, "p", t("Drag a piece, or click it and then a hole. Two fingers move two pieces. What breaks a rule is not refused: the board says so itself. A long press takes the last turn back; 4 seconds open the choice of modes."));
  const keys = make(parent, "dl", undefined, "keys");
  for (const [key, what] of KEYS) {
    const row = make(keys, "div");
    make(make(row, "dt"), "kbd", key);
    make(row, "dd", t(what));
  }
  const pictures = make(parent, "p", undefined, "pictures");
  for (const [letter, what] of [["a", n("A undalled")], ["A", n("A dalled")], ["b", n("B undalled")], ["B", n("B dalled")]]) {
    const figure = make(pictures, "span");
    const svg = draw(figure, "svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" });
    drawPiece(svg, letter, 0, 0);
    make(figure, "small", t(what));
  }
  for (const rule of RULES) make(parent, "p", t(rule));
}
