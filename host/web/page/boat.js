// The boat as one SVG, in millimetres as built: hull, holes with their lights, marks, trays and pieces.
// On an upright screen it is turned, prow up; `place` maps a point of the screen to millimetres either way.

import { draw, mark, t } from "./dom.js";

const EDGE = 8; // around the boat
const EDGE_UPRIGHT = 3;
const ACROSS = 1.78; // on an upright screen with helped hands the rows are so much further apart: room for fingers
const TRAYS = 16; // slots in a tray

export class Boat {
  constructor(svg, plan) {
    this.svg = svg;
    this.plan = plan;
    this.names = plan.holes.map((hole) => hole.name);
    this.holes = {};
    this.pieces = {}; // hole -> its drawing
    this.upright = null;
    this.stand = "";
    this.across = 1;
    this._define();
    this.turned = draw(document.createDocumentFragment(), "g"); // seen once it is known what stands there
    this._trays();
    this._hull();
    this.under = draw(this.turned, "g", { class: "under" });
    for (const hole of plan.holes) this._hole(hole);
    this.over = draw(this.turned, "g", { class: "over" });
    this.standing = draw(this.turned, "g", { class: "pieces" });
    this.marks = draw(this.turned, "g", { class: "marks" });
    this.targets = draw(this.turned, "g", { class: "targets" });
    this.held = draw(this.turned, "g", { class: "held" });
    this.layout();
  }

  // --- what is drawn once ---

  _define() {
    const defs = draw(this.svg, "defs");
    const wood = (id, stops, along) => {
      const g = draw(defs, "linearGradient", { id, x1: 0, y1: 0, x2: along ? 1 : 0, y2: along ? 0 : 1 });
      stops.forEach((colour, i) => draw(g, "stop", { offset: i / (stops.length - 1), class: colour }));
    };
    wood("deck", ["deck1", "deck2", "deck3", "deck2", "deck1"]);
    wood("rim", ["rim1", "rim2"]);
    const g = draw(defs, "radialGradient", { id: "hollow", cx: 0.5, cy: 0.4, r: 0.6 });
    draw(g, "stop", { offset: 0.5, class: "hollow1" });
    draw(g, "stop", { offset: 1, class: "hollow2" });
    wood("birch", ["birch1", "birch2"]);
    wood("oak", ["oak1", "oak2"]);
    const clip = draw(defs, "clipPath", { id: "ondeck" });
    draw(clip, "path", { d: this._outline(-2.2) });
  }

  _outline(grow) {
    const { outline, length } = this.plan;
    const points = outline.map(([x, y]) => {
      const along = (x - length / 2) / (length / 2);
      return [x + grow * along, y + grow * Math.sign(y) * (Math.abs(y) > 1 ? 1 : 0)];
    });
    return "M" + points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L") + "Z";
  }

  _hull() {
    const { length, beam } = this.plan;
    const hull = (this.hull = draw(this.turned, "g", { class: "hull", "aria-hidden": "true" }));
    const letters = draw(this.turned, "g", { "aria-hidden": "true" });
    draw(hull, "path", { d: this._outline(2.5), class: "shade", transform: "translate(1.5 3)" });
    draw(hull, "path", { d: this._outline(2.5), class: "rim" });
    draw(hull, "path", { d: this._outline(-2.2), class: "deck" });
    const grain = draw(hull, "g", { class: "grain", "clip-path": "url(#ondeck)" });
    for (let i = 0; i < 26; i++) {
      const y = -beam / 2 + ((i * 37) % 79) + 0.7;
      const bend = ((i * 13) % 7) - 3;
      draw(grain, "path", {
        d: `M-4 ${y}C${length * 0.3} ${y + bend} ${length * 0.6} ${y - bend} ${length + 4} ${y * 0.7}`,
      });
    }
    for (const y of [-10.4, 10.4]) draw(hull, "path", { class: "seam", d: `M2.5 ${y}H${length - 24}` });
    draw(hull, "path", { class: "stem", d: `M${length - 3} -2.4L${length + 5.5} 0L${length - 3} 2.4Z` });
    for (const y of [-31, -10.4, 10.4, 31]) draw(hull, "circle", { class: "nail", cx: 4, cy: y, r: 0.9 });
    this.labels = [];
    for (const [row, y] of [
      ["A", -23],
      ["M", 0],
      ["B", 23],
    ]) {
      this._label(letters, -0.2, y, row, "rowname");
    }
    for (let i = 1; i <= this.plan.n; i++) {
      const x = this.plan.holes[i - 1].x;
      for (const y of [-13.4, 13.4]) {
        this._label(letters, x, y, String(i), i % 4 === 0 || i === 1 ? "number main" : "number");
      }
    }
    const prow = this.plan.holes[2 * this.plan.n];
    this._label(letters, prow.x, 7.4, String(this.plan.n + 1), "number");
  }

  _label(parent, x, y, text, className) {
    this.labels.push([draw(parent, "text", { x, y, class: className, "aria-hidden": "true" }, text), x, y]);
  }

  _trays() {
    this.trays = {};
    this.traySlots = {};
    for (const side of ["A", "B"]) {
      const [y, high] = this.plan.trays[side];
      const width = this.plan.length * 0.86;
      const tray = draw(this.turned, "g", { "data-tray": side, role: "button", tabindex: -1, class: "tray" });
      draw(tray, "rect", { x: 6, y, width, height: high, rx: 4, class: "traybox" });
      draw(tray, "rect", { x: 8, y: y + 2, width: width - 4, height: high - 4, rx: 2.5, class: "traywell" });
      this.trays[side] = tray;
      this.traySlots[side] = [];
      for (let i = 0; i < TRAYS; i++) {
        const x = 16.5 + (i * (width - 21)) / (TRAYS - 1);
        this.traySlots[side].push(drawPiece(tray, side.toLowerCase(), x, y + high / 2, true));
      }
    }
  }

  _hole({ name, x, y }) {
    const hole = draw(this.turned, "g", {
      "data-hole": name,
      "data-piece": "",
      "data-sees": "?",
      role: "button",
      tabindex: name === "A1" ? 0 : -1,
      class: "hole",
    });
    draw(hole, "rect", { x: x - 8.75, y: y - 11.5, width: 17.5, height: 23, class: "hit" });
    draw(hole, "circle", { cx: x, cy: y, r: this.plan.hole / 2 + 0.5, class: "bevel" });
    draw(hole, "circle", { cx: x, cy: y, r: this.plan.hole / 2, class: "bore" });
    draw(hole, "circle", { cx: x, cy: y, r: 8.1, class: "focus" });
    const index = this.names.indexOf(name);
    if (index < this.plan.hole_leds) {
      const led = draw(this.under, "circle", {
        cx: x,
        cy: y,
        r: 6.9,
        class: "holeled",
        "data-led": this.plan.dice_leds + index,
        "data-rgb": "0,0,0",
      });
      this.holeLeds = (this.holeLeds || []).concat(led);
    }
    this.holes[name] = { name, x, y, element: hole };
  }

  // --- what changes ---

  appear() {
    if (!this.turned.isConnected) this.svg.append(this.turned);
  }

  /** With helped hands the trays stand beside the names, and the boat has the room. */
  hideTrays(hidden) {
    if (this.trayless === hidden) return;
    this.trayless = hidden;
    for (const side in this.trays) this.trays[side].toggleAttribute("hidden", hidden);
    this.layout();
  }

  /** Along the screen even where that is upright, as a picture over the start card. */
  lie(lying) {
    if (this.lying === lying) return;
    this.lying = lying;
    this.layout();
  }

  layout() {
    const upright = innerHeight > innerWidth && innerWidth < 720 && !this.lying;
    const { length } = this.plan;
    const across = upright && this.trayless ? ACROSS : 1;
    const wide = this.trayless ? (across * this.plan.beam) / 2 + 5 : -this.plan.trays.A[0] + 2;
    const state = `${upright} ${wide}`;
    if (state !== this.state) {
      this.state = state;
      this.upright = upright;
      const edge = upright && this.trayless ? EDGE_UPRIGHT : EDGE;
      const box = upright
        ? [-wide, -length - edge, 2 * wide, length + 2 * edge]
        : [-EDGE, -wide, length + 2 * EDGE, 2 * wide];
      this.svg.setAttribute("viewBox", box.join(" "));
      this._stretch(across);
      this.turn();
      document.body.classList.toggle("upright", upright);
    }
    this.svg.classList.toggle("small", this.svg.getBoundingClientRect()[upright ? "height" : "width"] < 800);
  }

  _stretch(across) {
    if (across === this.across) return;
    this.across = across;
    mark(this.hull, "transform", `scale(1 ${across})`);
    this.plan.holes.forEach(({ name, y }, i) => {
      const hole = this.holes[name];
      hole.y = y * across;
      const [hit, moved] = [hole.element.firstChild, `translate(0 ${hole.y - y})`];
      mark(hole.element, "transform", moved);
      mark(hit, "y", y - 11.5 * across);
      mark(hit, "height", 23 * across);
      if (this.holeLeds?.[i]) mark(this.holeLeds[i], "transform", moved);
      if (this.pieces[name]) mark(this.pieces[name], "transform", `translate(${hole.x} ${hole.y})`);
    });
    this.setLast(this.last || "");
  }

  /** Half round, so that the other row is the nearest; the words stay upright. */
  flip(flipped = !this.flipped) {
    this.flipped = flipped;
    document.body.classList.toggle("flipped", flipped);
    this.turn();
  }

  /** Scroll so that these holes are seen, above what is fixed at the window's lower edge. */
  reveal(names) {
    const boxes = names.map((name) => this.holes[name].element.getBoundingClientRect());
    if (!boxes.length) return;
    const hand = document.getElementById("hand");
    const lowest = getComputedStyle(hand).position === "fixed" ? hand.getBoundingClientRect().top : innerHeight;
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    if (top < 0 || bottom > lowest) scrollBy(0, top < 0 ? top - 8 : Math.min(bottom - lowest + 8, top));
  }

  turn() {
    const angle = (this.upright ? -90 : 0) + (this.flipped ? 180 : 0);
    this.turned.setAttribute("transform", `rotate(${angle}${this.flipped ? ` ${this.plan.length / 2} 0` : ""})`);
    if (this.upright && this.flipped) {
      this.turned.setAttribute("transform", `rotate(-90) rotate(180 ${this.plan.length / 2} 0)`);
    }
    this.angle = -angle;
    for (const [label, x, y] of this.labels) {
      mark(label, "y", y * this.across);
      mark(label, "transform", `rotate(${this.angle} ${x} ${y * this.across})`);
    }
    this.setTargets(this.aims || {});
    this.setMarks(this.marked || []);
  }

  /** Where the piece in the hand may go: hole -> the dice that lead there. */
  setTargets(targets) {
    this.aims = targets;
    this.targets.replaceChildren();
    for (const [name, dice] of Object.entries(targets)) {
      const { x, y } = this.holes[name];
      const captures = this.stand[this.names.indexOf(name)] !== ".";
      const pill = draw(this.targets, "g", {
        class: "target",
        transform: `translate(${x} ${y}) rotate(${this.angle})`,
      });
      if (captures) draw(pill, "circle", { r: 8.4, class: "taken" });
      const wide = dice.length > 1 ? 17 : 9.6;
      const [aside, up] = !captures ? [0, 0] : this.across > 1 ? [-9.4 - wide / 2, 0] : [0, -10.5];
      draw(pill, "rect", { x: aside - wide / 2, y: up - 4.4, width: wide, height: 8.8, rx: 4.4 });
      draw(pill, "text", { x: aside, y: up + 0.3 }, [...dice].map((die) => (die === "1" ? "✕" : die)).join("+"));
    }
  }

  /** A point of the screen in millimetres on the boat. */
  place(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.turned.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  /** The hole nearest to a point within reach, or null. */
  nearest(x, y, reach = 10) {
    let best = null;
    for (const name in this.holes) {
      const hole = this.holes[name];
      const distance = Math.hypot(hole.x - x, (hole.y - y) / this.across);
      if (distance < reach) [best, reach] = [name, distance];
    }
    return best;
  }

  /** "A", "B" over a tray, "deck" over the boat, null elsewhere. */
  ground(x, y) {
    for (const side in this.plan.trays) {
      const [top, high] = this.plan.trays[side];
      if (y > top - 3 && y < top + high + 3 && x > 0 && x < this.plan.length) return side;
    }
    return x > -4 && x < this.plan.length + 4 && Math.abs(y) < this.plan.beam / 2 + 3 ? "deck" : null;
  }

  /** Stand the pieces as in 49 letters. */
  setStand(stand) {
    if (stand === this.stand) return;
    this.names.forEach((name, i) => {
      if (this.stand[i] === stand[i]) return;
      this.pieces[name]?.remove();
      delete this.pieces[name];
      if (stand[i] !== ".") {
        const { x, y } = this.holes[name];
        this.pieces[name] = drawPiece(this.standing, stand[i], x, y);
      }
    });
    this.stand = stand;
  }

  setTrays(counts) {
    ["A", "B"].forEach((side, k) => {
      this.traySlots[side].forEach((piece, i) => mark(piece, "visibility", i < counts[k] ? "visible" : "hidden"));
      mark(this.trays[side], "aria-label", t("Tray of {side}: {count}", { side, count: counts[k] }));
    });
  }

  /** Rings where the board points: take off, a piece of A's or B's wanted, look, turn. */
  setMarks(marks) {
    this.marked = marks;
    this.marks.replaceChildren();
    for (const [name, want] of marks) {
      const { x, y } = this.holes[name];
      const ring = draw(this.marks, "g", { class: `ring want${want}` });
      draw(ring, "circle", { cx: x, cy: y, r: 8.2 });
      if (want === 0) draw(ring, "path", { d: `M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10` });
      if (want === 4) {
        draw(ring, "path", { d: `M${x - 5} ${y}a5 5 0 1 1 5 5M${x} ${y + 5}l3 -2.5M${x} ${y + 5}l3 2.5` });
      }
      if (want === 1 || want === 2) {
        draw(ring, "text", { x, y, transform: `rotate(${this.angle} ${x} ${y})` }, "AB"[want - 1]);
      }
    }
  }

  /** The last turn, `A1-M1 M4xM6`, as a trace. */
  setLast(turn) {
    this.last = turn;
    this.over.replaceChildren();
    for (const word of turn.split(" ")) {
      const names = word.split(/[-x]/).filter((name) => name in this.holes);
      for (let i = 0; i + 1 < names.length; i++) {
        const [a, b] = [this.holes[names[i]], this.holes[names[i + 1]]];
        draw(this.over, "path", { class: "trace", d: `M${a.x} ${a.y}L${b.x} ${b.y}` });
        draw(this.over, "circle", { class: "trace", cx: a.x, cy: a.y, r: 6.2 });
      }
      if (names.length) {
        draw(this.over, "circle", {
          class: "trace to",
          cx: this.holes[names.at(-1)].x,
          cy: this.holes[names.at(-1)].y,
          r: 7.4,
        });
      }
    }
  }
}

/** A piece from above: a wedge on its peg, across the row undalled (a b), along it dalled (A B). */
export function drawPiece(parent, letter, x, y, lying = false) {
  const side = letter.toUpperCase();
  const dalled = letter === side;
  const piece = draw(parent, "g", {
    class: `piece side${side}${dalled ? " dalled" : ""}`,
    transform: `translate(${x} ${y})`,
  });
  const scale = draw(piece, "g", { class: "lift" });
  draw(scale, "ellipse", { class: "drop", cx: 1, cy: 1.6, rx: 6.2, ry: 6 });
  draw(scale, "circle", { class: "collar", r: 5.6 });
  const turn = draw(scale, "g", { transform: dalled || lying ? "" : "rotate(90)" });
  if (side === "A") {
    draw(turn, "rect", { class: "head", x: -7, y: -3, width: 14, height: 6, rx: 1.6 });
    draw(turn, "path", { class: "ridge", d: "M-5.6 0H5.6" });
  } else {
    draw(turn, "path", { class: "head", d: "M-7.4 0L-3.6 -3.2H3.6L7.4 0L3.6 3.2H-3.6Z" });
    draw(turn, "circle", { class: "ridge", r: 1.2 });
    draw(turn, "path", { class: "ridge", d: "M-5.4 0H-2.6M2.6 0H5.4" });
  }
  return piece;
}
