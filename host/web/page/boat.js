// The boat as one SVG: hull, holes with their lights, marks, trays and pieces, laid out for the shape of the window.

import { $, draw, mark, t } from "./dom.js";
import { Geometry } from "./geometry.js";
import { movesOf } from "./dice.js";
import { defineWood, drawHull, drawPiece, drawShots } from "./wood.js";

const TRAYS = 16; // slots in a tray
const GUTTER = 11.5; // mm beside the hull for captured pieces, if there is no other room

/** How many of A's and B's pieces are captured, the turn in progress included. */
export const captured = (v) =>
  ["A", "B"].map((side, k) => {
    const left = v.stand && !v.moving ? v.stand.toUpperCase().split(side).length - 1 : v.left?.[k] || 0;
    return Math.max(0, (v.start || 16) - left);
  });

export class Boat {
  flipped = false;
  /** Called with the kind of sound to play. @type {(kind: string) => void} */
  hear = () => {};

  constructor(svg, plan) {
    this.svg = svg;
    this.plan = plan;
    this.names = plan.holes.map(({ name }) => name);
    this.geometry = new Geometry(plan);
    this.holes = {};
    this.pieces = {};
    this.stand = "";
    this.aims = {};
    this.last = "";
    /** @type {[side: string, turn: string, kind: string][]} */
    this.shots = [];
    this.marked = [];
    this.counts = [0, 0];
    defineWood();
    this.drawn = draw(document.createDocumentFragment(), "g"); // added once the pieces are known
    this.trays = {};
    this.art = this._layer("art", { "aria-hidden": "true" });
    for (const side of "AB") {
      this.trays[side] = draw(this.drawn, "g", { "data-tray": side, role: "button", tabindex: -1, class: "tray" });
    }
    this.under = this._layer("under");
    for (const hole of plan.holes) this._hole(hole);
    this.over = this._layer("over");
    this.standing = this._layer("pieces");
    this.arrows = this._layer("arrows");
    this.marks = this._layer("marks");
    this.targets = this._layer("targets");
    this.flights = this._layer("flights");
    this.held = this._layer("held");
    new ResizeObserver(() => requestAnimationFrame(() => this.layout())).observe(svg);
  }

  _layer(name, attributes) {
    return draw(this.drawn, "g", { class: name, ...attributes });
  }

  _hole({ name }) {
    const first = name === "A1";
    const hole = draw(this.drawn, "g", {
      "data-hole": name,
      "data-piece": "",
      "data-sees": "?",
      role: "button",
      tabindex: first ? 0 : -1,
      class: "hole",
    });
    const radius = this.plan.hole / 2;
    draw(hole, "rect", { class: "hit", x: -8.75, width: 17.5 });
    draw(hole, "circle", { class: "bevel", cy: 0.75, r: radius + 0.4 });
    draw(hole, "circle", { class: "bore", r: radius + 0.1 });
    draw(hole, "circle", { class: "edge", r: 8.7 });
    draw(hole, "circle", { class: "focus", r: 8.7 });
    const index = this.names.indexOf(name);
    if (index < this.plan.hole_leds) {
      const led = draw(this.under, "circle", {
        r: 6.9,
        class: "holeled",
        "data-led": this.plan.dice_leds + index,
        "data-rgb": "0,0,0",
      });
      this.holeLeds = (this.holeLeds || []).concat(led);
    }
    const [x, y] = this.geometry.P(...this.geometry.at[name]);
    this.holes[name] = { name, x, y, element: hole, led: this.holeLeds?.[index] };
  }

  get upright() {
    return this.geometry.upright;
  }

  // --- the layout ---

  appear() {
    if (this.drawn.isConnected) return;
    this.svg.append(this.drawn);
    this.layout();
  }

  /** With helped hands the trays are beside the names, which leaves the boat more room. */
  hideTrays(hidden) {
    if (hidden === this.trayless) return;
    this.trayless = hidden;
    for (const side in this.trays) this.trays[side].toggleAttribute("hidden", hidden);
    this.layout();
  }

  /** Lay the boat flat, as a picture over the start card. */
  lie(lying) {
    if (lying === this.lying) return;
    this.lying = lying;
    this.layout();
  }

  /** Turn the boat by 180 degrees, so that the other row is nearest. */
  flip(flipped = !this.flipped) {
    this.flipped = flipped;
    document.body.classList.toggle("flipped", flipped);
    this.layout();
  }

  /** Put a single player's own row nearest, if rows are drawn one above the other. */
  seat(side) {
    if (side === this.seated) return;
    this.seated = side;
    if (!this.upright) this.flip(side === "A");
  }

  /** Set the number of holes, from the rules in play. */
  rows(n, middle) {
    this.geometry.n = n;
    this.geometry.middle = middle;
    this.layout();
  }

  /** Draw everything to fit the box from the styles, which also decide whether the boat is upright. */
  layout() {
    const box = this.svg.getBoundingClientRect();
    if (!box.width || !box.height || !this.drawn.isConnected) return;
    const { geometry, plan } = this;
    const style = getComputedStyle(this.svg);
    const says = (name) => style.getPropertyValue(name).trim() === "1";
    const upright = says("--upright") && !this.lying;
    if (upright !== this.upright && this.seated) this.flipped = !upright && this.seated === "A";
    const gutter = upright && this.trayless && says("--gutter");
    const reach = this.trayless ? undefined : plan.trays.B[0] + plan.trays.B[1] + 2;
    const viewBox = geometry.fit(box, upright, this.flipped, reach, gutter ? GUTTER : 0);
    const state = [
      viewBox,
      upright,
      this.flipped,
      this.lying,
      this.trayless,
      geometry.n,
      geometry.middle,
      geometry.scale.toFixed(2),
    ].join();
    if (state === this.state) return;
    this.state = state;
    this.gutter = gutter;
    this.svg.setAttribute("viewBox", viewBox);
    document.body.classList.toggle("upright", upright);
    document.body.classList.toggle("flipped", this.flipped);
    this._redraw();
  }

  _redraw() {
    const { geometry } = this;
    this.art.replaceChildren();
    drawHull(this.art, geometry, { plain: this.lying, letters: !this.lying });
    for (const name of this.names) this._lay(name);
    this._trays();
    const [stand] = [this.stand, (this.stand = "")];
    this.standing.replaceChildren();
    this.pieces = {};
    this.setStand(stand);
    this.pieces[this.aimed]?.classList.add("up");
    this.setLast(this.last);
    this.setShots(this.shots);
    this.setTargets(this.aims, this.aimed);
    this._light();
    this.setMarks(this.marked);
    this.setTrays(this.counts);
  }

  _lay(name) {
    const { geometry } = this;
    const hole = this.holes[name];
    [hole.x, hole.y] = geometry.P(...geometry.at[name]);
    hole.element.style.transform = `translate(${hole.x}px, ${hole.y}px)`;
    const [along, across] = [17.5, geometry.row * geometry.across];
    const [width, height] = this.upright ? [across, along] : [along, across];
    for (const [key, value] of Object.entries({ x: -width / 2, y: -height / 2, width, height })) {
      mark(hole.element.firstChild, key, value);
    }
    const number = +name.slice(1);
    hole.element.classList.toggle("unused", number > (name[0] === "M" ? geometry.middle : geometry.n));
    if (hole.led) hole.led.style.transform = hole.element.style.transform;
  }

  _trays() {
    const { geometry, plan } = this;
    const width = plan.length * 0.86;
    this.slots = {};
    for (const side of "AB") {
      const [y, high] = plan.trays[side];
      const tray = this.trays[side];
      tray.replaceChildren();
      this.slots[side] = [];
      if (this.trayless) continue;
      draw(tray, "rect", { ...geometry.rect(6, y, 6 + width, y + high), rx: 6, class: "traybox" });
      draw(tray, "rect", { ...geometry.rect(8, y + 2, 4 + width, y + high - 2), rx: 4, class: "traywell" });
      for (let i = 0; i < TRAYS; i++) {
        const at = geometry.P(16.5 + (i * (width - 21)) / (TRAYS - 1), y + high / 2);
        this.slots[side].push(drawPiece(tray, side.toLowerCase(), ...at, ""));
      }
    }
  }

  /** Scroll these holes into view, above anything fixed at the window's lower edge, once the layout is done. */
  reveal(names) {
    requestAnimationFrame(() => {
      const boxes = names.map((name) => this.holes[name].element.getBoundingClientRect());
      if (!boxes.length) return;
      const hand = $("hand");
      const lowest = getComputedStyle(hand).position === "sticky" ? hand.getBoundingClientRect().top : innerHeight;
      const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
      if (top < 0 || bottom > lowest) scrollBy(0, top < 0 ? top - 8 : Math.min(bottom - lowest + 8, top));
    });
  }

  /** A point of the window in the drawing's coordinates. */
  place(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.drawn.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  /** The hole nearest to a point within reach, or null. */
  nearest(x, y, reach = 10) {
    const { across, upright } = this.geometry;
    const [narrow, wide] = upright ? [across, 1] : [1, across];
    let best = null;
    for (const name in this.holes) {
      const hole = this.holes[name];
      const distance = Math.hypot((hole.x - x) / narrow, (hole.y - y) / wide);
      if (distance < reach) [best, reach] = [name, distance];
    }
    return best;
  }

  /** "A", "B" over a tray, "deck" over the boat, null elsewhere. */
  ground(...point) {
    const [x, y] = this.geometry.millimetres(/** @type {[number, number]} */ (point));
    for (const side in this.plan.trays) {
      const [top, high] = this.plan.trays[side];
      if (y > top - 3 && y < top + high + 3 && x > 0 && x < this.plan.length) return side;
    }
    return x > -4 && x < this.plan.length + 4 && Math.abs(y) < this.plan.beam / 2 + 3 ? "deck" : null;
  }

  // --- changes ---

  /** Draw a piece in a hole. */
  draw(parent, letter, name) {
    const { x, y } = this.holes[name];
    return drawPiece(parent, letter, x, y, this.geometry.heading(name));
  }

  /** The letter of the piece in a hole. */
  letter(name) {
    return this.stand[this.names.indexOf(name)];
  }

  /** Set up the pieces from 49 letters. */
  setStand(stand) {
    if (stand === this.stand) return;
    this.names.forEach((name, i) => {
      if (this.stand[i] === stand[i]) return;
      this.pieces[name]?.remove();
      delete this.pieces[name];
      if (stand[i] && stand[i] !== ".") this.pieces[name] = this.draw(this.standing, stand[i], name);
    });
    this.stand = stand;
  }

  /** Set the numbers of A's and B's pieces off the boat. */
  setTrays(counts) {
    this.counts = counts;
    "AB".split("").forEach((side, k) => {
      this.slots?.[side].forEach((piece, i) => mark(piece, "visibility", i < counts[k] ? "visible" : "hidden"));
      mark(this.trays[side], "aria-label", t("Tray of {side}: {count}", { side, count: counts[k] }));
    });
    this._gutters();
  }

  /** The slot from which a hand takes a piece of a tray. */
  slot(side) {
    const [x, y] = this.geometry.P(20, this.plan.trays[side][0]);
    return { x, y };
  }

  /** The place of a side's captured pieces, on the drawing. */
  trayPoint(side) {
    const tray =
      this.art.querySelector(`.gutter${side} rect`) ||
      document.querySelector(`#strip${side === "A" ? "B" : "A"} .captured`);
    const box = tray.getBoundingClientRect();
    return this.place(box.right - Math.min(box.width, box.height) / 2, box.top + Math.min(box.width, box.height) / 2);
  }

  // Beside the hull, if the strips have no room: a tray as long as its pieces, with their number.
  _gutters() {
    for (const old of this.art.querySelectorAll(".gutter")) old.remove();
    if (!this.gutter) return;
    const { half } = this.geometry;
    this.counts.forEach((count, k) => {
      const mine = (k === 0) === this.geometry.flipped ? -1 : 1; // on the side of the player who captured them
      const [x, bottom, step] = [mine * (half - 6.2), this.geometry.flipped ? this.plan.length - 16 : -6, 9];
      const [width, height] = [10.8, Math.max(34, count * step + 8)];
      const box = draw(this.art, "g", { class: `gutter gutter${"AB"[k]}` });
      draw(box, "rect", { class: "traybox", x: x - width / 2, y: bottom - height, width, height, rx: width / 2 });
      for (let i = 0; i < count; i++) {
        const piece = drawPiece(box, "ab"[k], x, bottom - 6 - i * step, "");
        piece.style.transform += " rotate(90deg) scale(.64)";
      }
      draw(
        box,
        "text",
        { x, y: bottom - height - 3, class: "traycount", "font-size": Math.max(7, 13 / this.geometry.scale) },
        count,
      );
    });
  }

  /** Show where the piece in the hand may go: hole -> the dice that lead there, with the path. */
  setTargets(aims, from) {
    this.aims = aims;
    this.aimed = from;
    for (const layer of [this.targets, this.over]) for (const old of layer.querySelectorAll(".aim")) old.remove();
    const { geometry, upright } = this;
    const letter = from && this.letter(from);
    const ways = letter ? Object.keys(aims).map((to) => geometry.holes(letter.toUpperCase(), from, to)) : [];
    const longest = ways.sort((one, other) => other.length - one.length)[0];
    if (longest) {
      for (const layer of ["path below", "path"]) {
        draw(this.over, "path", { class: `aim ${layer}`, d: geometry.way(longest) });
      }
    }
    const grow = Math.max(1, 13 / geometry.scale / 5.4); // letters of 13 pixels
    for (const [name, dice] of Object.entries(aims)) {
      let { x, y } = this.holes[name];
      const captures = this.letter(name) > "." && name !== from;
      const pill = draw(this.targets, "g", { class: "aim target" });
      const [width, height] = [(8.6 + (dice.length - 1) * 9.2) * grow, 9 * grow];
      if (captures) {
        for (const layer of ["taken edge", "taken"]) draw(pill, "circle", { class: layer, cx: x, cy: y, r: 8.8 });
        const inner = name[0] === "M";
        if (upright) x += (x < 0 || inner ? -1 : 1) * (10 + width / 2);
        else y += (y < 0 ? -1 : 1) * (8.2 + 4 * grow);
      }
      draw(pill, "rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 });
      [...dice]
        .map((die) => (die === "1" ? "✕" : die))
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
  }

  /** Light the whole route ahead of a piece to be turned, from its hole; null: none. */
  light(from) {
    if (from === this.lit) return;
    this.lit = from;
    this._light();
  }

  _light() {
    for (const old of this.under.querySelectorAll(".litway")) old.remove();
    const side = this.lit && this.letter(this.lit)?.toUpperCase();
    if (!side || side === ".") return;
    const { geometry } = this;
    const enemy = side === "A" ? "B" : "A";
    const d = geometry.way(geometry.holes(side, this.lit, enemy + 1));
    for (const layer of ["litway glow", "litway below", "litway"]) draw(this.under, "path", { class: layer, d });
  }

  /** Draw rings where the board points: the wanted piece, a look, or a turn. */
  setMarks(marks) {
    this.marked = marks;
    this.marks.replaceChildren();
    for (const [name, want] of marks) {
      const { x, y } = this.holes[name];
      const ring = draw(this.marks, "g", { class: `ring want${want}`, transform: `translate(${x} ${y})` });
      draw(ring, "circle", { r: 8.2 });
      if (want === 0) draw(ring, "path", { d: "M-5 -5l10 10M5 -5l-10 10" });
      if (want === 4) draw(ring, "path", { d: "M-5 0a5 5 0 1 1 5 5M0 5l3 -2.5M0 5l3 2.5" });
      if (want % 4 === 1 || want % 4 === 2) draw(ring, "text", {}, "AB"[(want % 4) - 1]);
    }
  }

  /** Show the last turn, `A1-M1 M4xM6`, as a trace along the route. */
  setLast(turn) {
    this.last = turn;
    for (const old of this.over.querySelectorAll(".trace")) old.remove();
    const moves = turn.split(" ").map((word) => word.split(/[-x=]/).filter((name) => name in this.holes));
    const side = moves
      .map((names) => this.letter(names.at(-1)))
      .find((letter) => letter > ".")
      ?.toUpperCase();
    for (const names of moves) {
      for (let i = 0; i + 1 < names.length; i++) {
        const d = this.geometry.way(this.geometry.holes(side, names[i], names[i + 1]));
        for (const layer of ["trace below", "trace"]) draw(this.over, "path", { class: layer, d });
      }
      const ends = names.map((name) => this.holes[name]);
      for (const { x, y } of ends.slice(0, 1)) {
        draw(this.over, "circle", { class: "trace", cx: x, cy: y, r: 2.6 });
      }
      for (const { x, y } of ends.slice(-1)) {
        draw(this.over, "circle", { class: "trace to", cx: x, cy: y, r: 7.8 });
      }
    }
  }

  /** Show turns as arrows, [side, turn, kind] each; kind: `played` or `better`. */
  setShots(shots) {
    this.shots = shots;
    this.arrows.replaceChildren();
    for (const [side, turn, kind] of shots) drawShots(this.arrows, this.geometry, side, movesOf(turn), kind);
  }
}
