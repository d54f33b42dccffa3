// The boat as one SVG: hull, holes with their lights, trays and pieces, laid out for the shape of the window. What is
// drawn on it is one scene, a function of the page's state (scene.js).

import { $, draw, find, mark } from "./dom.js";
import { Geometry } from "./geometry.js";
import { LAYERS } from "./layers.js";
import { defineWood, drawHull, drawPiece } from "./wood.js";

const TRAYS = 16; // slots in a tray
const SCALED = 0.025; // a change of the box that does not need another drawing: a line of text more beside it
const GUTTER = 11.5; // mm beside the hull for captured pieces, if there is no other room

/** @typedef {{ name: string, x: number, y: number, element: SVGGElement, led?: SVGElement }} Hole */
/** @typedef {import("./types").Scene} Scene */

/** @type {Scene} */
const EMPTY = {
  size: [0, 0],
  gear: { route: "boat", dice: "2x1234", falls: 16, hull: "boat" },
  near: "A",
  turned: false,
  trayless: false,
  game: "",
  sees: "",
  stand: "",
  trays: [0, 0],
  marks: [],
  last: ["", ""],
  shots: [],
  ready: [],
  chosen: null,
  aims: {},
  hinted: [],
  lit: null,
};
/** @type {(keyof Scene)[]} */
const LAID = ["size", "gear", "near", "turned", "trayless"]; // what decides how the boat lies

export class Boat {
  /** Called with the kind of sound to play. @type {(kind: string) => void} */
  hear = () => {};
  /** @type {Scene} */
  scene = EMPTY;
  /** @type {Record<string, Hole>} */
  holes = {};
  /** The drawings of the pieces, by hole. @type {Record<string, SVGGElement>} */
  pieces = {};
  /** The letters drawn. */
  stand = "";
  /** @type {Record<string, SVGGElement>} */
  trays = {};
  /** @type {Record<string, SVGGElement[]>} */
  slots = { A: [], B: [] };
  /** @type {SVGElement[]} */
  holeLeds = [];
  /** Nothing stands on it yet. */
  bare = true;
  gutter = false;
  lying = false;
  /** How it is laid out. */
  laid = "";
  /** The box that it is laid out for. */
  fitted = [0, 0];

  /** @param {SVGSVGElement} svg @param {import("./types").Plan} plan */
  constructor(svg, plan) {
    this.svg = svg;
    this.plan = plan;
    this.names = plan.holes.map(({ name }) => name);
    this.geometry = new Geometry(plan);
    defineWood();
    /** @type {SVGGElement} */
    this.drawn = draw(document.createDocumentFragment(), "g"); // added once the pieces are known
    this.art = this.layer("art", { "aria-hidden": "true" });
    for (const side of "AB") {
      this.trays[side] = draw(this.drawn, "g", { "data-tray": side, role: "button", tabindex: -1, class: "tray" });
    }
    this.under = this.layer("under");
    for (const hole of plan.holes) this.hole(hole);
    this.over = this.layer("over");
    this.standing = this.layer("pieces");
    this.arrows = this.layer("arrows");
    this.marks = this.layer("marks");
    this.targets = this.layer("targets");
    this.flights = this.layer("flights");
    this.held = this.layer("held");
    let timer = 0;
    new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => this.layout()); // after this frame: until then the drawing is only scaled
    }).observe(svg);
  }

  /** @param {string} name @param {Record<string, unknown>} [attributes] @returns {SVGGElement} */
  layer(name, attributes) {
    return draw(this.drawn, "g", { class: name, ...attributes });
  }

  /** @param {{ name: string }} hole */
  hole({ name }) {
    const element = draw(this.drawn, "g", {
      "data-hole": name,
      "data-piece": "",
      "data-sees": "?",
      role: "button",
      tabindex: name === "A1" ? 0 : -1,
      class: "hole",
    });
    const radius = this.plan.hole / 2;
    draw(element, "rect", { class: "hit", x: -8.75, width: 17.5 });
    draw(element, "circle", { class: "bevel", cy: 0.75, r: radius + 0.4 });
    draw(element, "circle", { class: "bore", r: radius + 0.1 });
    draw(element, "circle", { class: "edge", r: 8.7 });
    draw(element, "circle", { class: "focus", r: 8.7 });
    const index = this.names.indexOf(name);
    if (index < this.plan.hole_leds) {
      const number = this.plan.dice_leds + index;
      this.holeLeds[index] = draw(this.under, "circle", {
        r: 6.9,
        class: "holeled",
        "data-led": number,
        "data-rgb": "0,0,0",
      });
    }
    const [x, y] = this.geometry.P(...this.geometry.at[name]);
    this.holes[name] = { name, x, y, element, led: this.holeLeds[index] };
  }

  get upright() {
    return this.geometry.upright;
  }

  /** Show a scene. @param {Scene} scene */
  show(scene) {
    const { scene: before, lying } = this;
    this.scene = scene;
    this.lying = ["starting", "ended"].some((room) => document.body.classList.contains(room)); // flat, as a picture
    const differs = (/** @type {keyof Scene} */ key) => JSON.stringify(before[key]) !== JSON.stringify(scene[key]);
    if (this.bare) return;
    if ((lying !== this.lying || LAID.some(differs)) && this.layout()) return;
    for (const { of, show } of LAYERS) if (of.some(differs)) show(this, scene);
  }

  /** Draw all of the scene again: the words or the layout have changed. */
  again() {
    if (this.bare) return;
    for (const { show } of LAYERS) show(this, this.scene);
  }

  // --- the layout ---

  /** Appear, with hull and holes. */
  appear() {
    if (!this.drawn.isConnected) this.svg.append(this.drawn);
    this.layout();
  }

  /** Put everything on it that its scene has. */
  man() {
    this.bare = false;
    if (!this.layout()) this.again();
  }

  /** Draw everything to fit the box from the styles, which also decide whether the boat is upright; returns whether
   * that was needed. */
  layout() {
    const box = this.svg.getBoundingClientRect();
    if (!box.width || !box.height || !this.drawn.isConnected) return false;
    const { geometry, plan } = this;
    const { size, gear, near, turned, trayless } = this.scene;
    const style = getComputedStyle(this.svg);
    const says = (/** @type {string} */ name) => style.getPropertyValue(name).trim() === "1";
    const upright = says("--upright") && !this.lying;
    const flipped = (!upright && near === "A") !== turned;
    this.gutter = upright && trayless && says("--gutter");
    const laid = [upright, flipped, this.lying, trayless, this.gutter, size, Object.values(gear)].join();
    const [wide, high] = this.fitted;
    const alike = Math.abs(box.width / wide - 1) < SCALED && Math.abs(box.height / high - 1) < SCALED;
    if (laid === this.laid && alike) return false;
    this.laid = laid;
    this.fitted = [box.width, box.height];
    if (size[0]) geometry.take(size, gear);
    geometry.whole = !trayless;
    const reach = trayless ? undefined : plan.trays.B[0] + plan.trays.B[1] + 2;
    this.svg.setAttribute("viewBox", geometry.fit(box, upright, flipped, reach, this.gutter ? GUTTER : 0));
    this.svg.dataset.hull = gear.hull;
    document.body.classList.toggle("upright", upright);
    document.body.classList.toggle("flipped", flipped);
    this.art.replaceChildren();
    drawHull(this.art, geometry, { plain: this.lying, letters: !this.lying });
    for (const name of this.names) this.lay(name);
    this.layTrays();
    this.standing.replaceChildren();
    [this.pieces, this.stand] = [{}, ""];
    this.again();
    return true;
  }

  /** @param {string} name */
  lay(name) {
    const { geometry } = this;
    const hole = this.holes[name];
    [hole.x, hole.y] = geometry.P(...geometry.at[name]);
    hole.element.style.transform = `translate(${hole.x}px, ${hole.y}px)`;
    const [along, across] = [17.5, geometry.row * geometry.across];
    const [width, height] = this.upright ? [across, along] : [along, across];
    const hit = /** @type {SVGElement} */ (hole.element.firstChild);
    for (const [key, value] of Object.entries({ x: -width / 2, y: -height / 2, width, height })) mark(hit, key, value);
    hole.element.classList.toggle("unused", !geometry.has(name));
    if (hole.led) hole.led.style.transform = hole.element.style.transform;
  }

  layTrays() {
    const { geometry, plan, scene } = this;
    const width = plan.length * 0.86;
    for (const side of "AB") {
      const [y, high] = plan.trays[side];
      const tray = this.trays[side];
      tray.replaceChildren();
      tray.toggleAttribute("hidden", scene.trayless);
      this.slots[side] = [];
      if (scene.trayless) continue;
      draw(tray, "rect", { ...geometry.rect(6, y, 6 + width, y + high), rx: 6, class: "traybox" });
      draw(tray, "rect", { ...geometry.rect(8, y + 2, 4 + width, y + high - 2), rx: 4, class: "traywell" });
      for (let i = 0; i < TRAYS; i++) {
        const at = geometry.P(16.5 + (i * (width - 21)) / (TRAYS - 1), y + high / 2);
        this.slots[side].push(drawPiece(tray, side.toLowerCase(), ...at, ""));
      }
    }
  }

  /** Scroll these holes into view, above anything fixed at the window's lower edge, once the layout is done.
      @param {string[]} names */
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

  /** A point of the window in the drawing's coordinates. @param {number} x @param {number} y
      @returns {import("./types").Point} */
  place(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.drawn.getScreenCTM()?.inverse());
    return [point.x, point.y];
  }

  /** The hole nearest to a point within reach, or null. @param {number} x @param {number} y @param {number} reach */
  nearest(x, y, reach = 10) {
    const { across, upright } = this.geometry;
    const [narrow, wide] = upright ? [across, 1] : [1, across];
    /** @type {string | null} */
    let best = null;
    for (const name in this.holes) {
      const hole = this.holes[name];
      const distance = Math.hypot((hole.x - x) / narrow, (hole.y - y) / wide);
      if (distance < reach) [best, reach] = [name, distance];
    }
    return best;
  }

  /** "A", "B" over a tray, "deck" over the boat, null elsewhere. @param {import("./types").Point} point */
  ground(...point) {
    const [x, y] = this.geometry.millimetres(point);
    for (const side in this.plan.trays) {
      const [top, high] = this.plan.trays[side];
      if (y > top - 3 && y < top + high + 3 && x > 0 && x < this.plan.length) return side;
    }
    return x > -4 && x < this.plan.length + 4 && Math.abs(y) < this.plan.beam / 2 + 3 ? "deck" : null;
  }

  /** Draw a piece in a hole. @param {Element} parent @param {string} letter @param {string} name
      @returns {SVGGElement} */
  draw(parent, letter, name) {
    const { x, y } = this.holes[name];
    return drawPiece(parent, letter, x, y, this.geometry.heading(name, letter), this.geometry.plank);
  }

  /** The letter of the piece in a hole. @param {string} name */
  letter(name) {
    return this.stand[this.names.indexOf(name)];
  }

  /** The slot from which a hand takes a piece of a tray. @param {string} side */
  slot(side) {
    const [x, y] = this.geometry.P(20, this.plan.trays[side][0]);
    return { x, y };
  }

  /** The place of a side's captured pieces, on the drawing. @param {string} side */
  trayPoint(side) {
    const tray = this.art.querySelector(`.gutter${side} rect`) || find(`#strip${side === "A" ? "B" : "A"} .captured`);
    const box = tray.getBoundingClientRect();
    const half = Math.min(box.width, box.height) / 2;
    return this.place(box.right - half, box.top + half);
  }
}
