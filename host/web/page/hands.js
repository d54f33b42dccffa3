// The page's hands: lift, carry, hold low over a hole, put down, toss or put back pieces, by dragging with any number
// of fingers, or by clicking a piece and then a hole. They know no rules of the game.

import { drawPiece } from "./wood.js";
import { mark, t } from "./dom.js";

const CLICK_MM = 3; // a shorter movement is a click: the piece stays in the hand
const REST_MS = 180; // after this long over a hole, the hand comes down
const SEND_MS = 33; // between reports of a hand
const HANDS = 10; // numbered in turn, so that a late answer is not mistaken for the next hand's

/**
 * @typedef {object} Held a piece in a hand
 * @property {string | null} origin its hole, if it was lifted from one
 * @property {string} side
 * @property {Point} at
 * @property {Point} from where the pointer took it
 * @property {SVGGElement} drawing
 * @property {string | null} low the hole over which the hand is down
 * @property {number} sent when the hand was reported last
 * @property {boolean} [settled] it was put down
 * @property {boolean} [known] the rooms have seen it
 * @property {boolean} [second] another press, after the click that took it
 * @property {string | null} [to]
 * @property {string | null} [near]
 * @property {number} [since]
 * @property {number} [rest] a timer
 */
/** @typedef {import("./types").Point} Point */

export class Hands {
  /** @param {import("./boat.js").Boat} boat @param {import("./types").Send} send
      @param {import("./types").Tell} tell */
  constructor(boat, send, tell) {
    this.boat = boat;
    this.send = send;
    this.tell = tell;
    /** hand -> what it holds, ahead of the server @type {Record<number, Held>} */
    this.mine = {};
    /** pointer -> hand @type {Record<number, number>} */
    this.pointers = {};
    this.next = 0; // the next hand to use
    /** the hand that holds a clicked piece @type {number | null} */
    this.picked = null;
    /** @type {number[]} */
    this.trays = [];
    this.enabled = false;
    const svg = boat.svg;
    svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.cancel(event));
    svg.addEventListener("contextmenu", (/** @type {PointerEvent} */ event) => event.preventDefault());
    addEventListener("keydown", (event) => event.key === "Escape" && this.putAllBack());
  }

  hands() {
    return Object.keys(this.mine).map(Number);
  }

  // --- actions of hands, also for the keys ---

  /** Lift from a hole or a tray ("A", "B"); null if nothing is there. @param {string} from @param {number} hand
      @param {number} x @param {number} y */
  lift(from, hand, x, y) {
    const { boat } = this;
    const letter = from.length === 1 ? this.inTray(from) : this.standing(from);
    if (!letter) return null;
    for (const other of this.hands()) if (this.mine[other].settled && this.mine[other].to === from) this.drop(other);
    const hole = boat.holes[from] || null;
    if (!this.send(hole ? { do: "lift", hand, hole: from } : { do: "take", hand, side: from })) return null;
    /** @type {Point} */
    const at = hole ? [hole.x, hole.y] : [x, y];
    this.mine[hand]?.drawing.remove();
    const drawing = drawPiece(boat.held, letter, ...at, hole ? boat.geometry.heading(from, letter) : "");
    drawing.classList.add("up");
    const origin = hole && from;
    this.mine[hand] = { origin, side: letter.toUpperCase(), at, from: [x, y], drawing, low: null, sent: 0 };
    if (boat.pieces[from]) mark(boat.pieces[from], "visibility", "hidden");
    return this.mine[hand];
  }

  /** The letter of a tray's next piece; "" if it is empty. @param {string} side */
  inTray(side) {
    return this.trays["AB".indexOf(side)] ? side.toLowerCase() : "";
  }

  /** The letter of the piece that can be lifted from a hole; "" if none. @param {string} name */
  standing(name) {
    const side = this.side(name);
    const undalled = this.boat.stand[this.boat.names.indexOf(name)] === side.toLowerCase();
    return undalled ? side.toLowerCase() : side;
  }

  /** The side of the piece in a hole, "" if none; includes actions that the server has not seen yet.
      @param {string} name */
  side(name) {
    const mine = Object.values(this.mine);
    const put = mine.find((held) => held.settled && held.to === name);
    if (put) return put.side;
    if (mine.some((held) => held.origin === name)) return "";
    return this.boat.stand[this.boat.names.indexOf(name)].toUpperCase().replace(".", "");
  }

  /** Put the piece down in a hole; if one of the same side is there, it goes back. @param {number} hand
      @param {string} name */
  place(hand, name) {
    const held = this.mine[hand];
    const there = this.side(name);
    if (there === held.side && name !== held.origin) {
      this.tell(t("A piece of the same side stands at {hole}.", { hole: name }), true);
      return this.back(hand);
    }
    this.send({ do: "place", hand, hole: name });
    this.settle(hand, [this.boat.holes[name].x, this.boat.holes[name].y], name);
  }

  /** @param {number} hand */
  toss(hand) {
    this.send({ do: "toss", hand });
    this.settle(hand, null, null);
  }

  /** @param {number} hand */
  back(hand) {
    const { origin } = this.mine[hand];
    this.send({ do: "back", hand });
    const hole = origin && this.boat.holes[origin];
    this.settle(hand, hole ? [hole.x, hole.y] : null, origin);
  }

  putAllBack() {
    for (const hand of this.hands()) if (!this.mine[hand].settled) this.back(hand);
  }

  // Draw the piece as put down until the server has seen it too.
  /** @param {number} hand @param {Point | null} at @param {string | null} to */
  settle(hand, at, to) {
    const held = this.mine[hand];
    held.settled = true;
    held.to = to;
    held.drawing.classList.remove("up");
    if (at) this.carry(held, at);
    else held.drawing.remove();
    if (this.picked === hand) this.picked = null;
    this.boat.svg.classList.toggle("picked", this.picked !== null);
    setTimeout(() => this.mine[hand] === held && this.drop(hand), 400);
  }

  /** @param {number} hand */
  drop(hand) {
    const { origin, drawing } = this.mine[hand];
    drawing.remove();
    delete this.mine[hand];
    // Draw it at its origin again, unless the server has seen it leave: if put back at once, it never reported it.
    const held = Object.values(this.mine).some((other) => other.origin === origin);
    if (origin && !held) this.boat.pieces[origin]?.removeAttribute("visibility");
  }

  /** @param {Held} held @param {Point} at */
  carry(held, at) {
    held.at = at;
    held.drawing.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
  }

  // --- pointers ---

  free() {
    for (let k = 0; k < HANDS; k++) {
      const hand = (this.next + k) % HANDS;
      if (!this.mine[hand]) {
        this.next = hand + 1;
        return hand;
      }
    }
    return null;
  }

  /** @param {PointerEvent} event */
  target(event) {
    // an element under the pointer names its hole; between holes the nearest counts
    const [x, y] = this.boat.place(event.clientX, event.clientY);
    const name = this.boat.nearest(x, y);
    return { x, y, name, ground: this.boat.ground(x, y) };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0 || !this.enabled) return;
    const { x, y, name, ground } = this.target(event);
    if (this.picked !== null && this.mine[this.picked]) {
      this.pointers[event.pointerId] = this.picked;
      this.mine[this.picked].second = true;
      event.preventDefault();
      return;
    }
    const from = name || (ground === "A" || ground === "B" ? ground : null);
    const hand = this.free();
    if (from === null || hand === null || !this.lift(from, hand, x, y)) return;
    this.pointers[event.pointerId] = hand;
    event.preventDefault();
    if (name) this.boat.holes[name].element.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  move(event) {
    let hand = this.pointers[event.pointerId];
    if (hand === undefined && event.pointerType === "mouse" && this.picked !== null) hand = this.picked;
    const held = this.mine[hand];
    if (!held || held.settled) return;
    const { x, y, name } = this.target(event);
    this.carry(held, [x, y]);
    const now = performance.now();
    if (name !== held.near) [held.near, held.since] = [name, now];
    clearTimeout(held.rest);
    if (held.near) held.rest = window.setTimeout(() => this.report(hand, held, name), REST_MS);
    const low = held.low === name ? name : null;
    if (low !== held.low || now - held.sent > SEND_MS) this.report(hand, held, low);
  }

  /** @param {number} hand @param {Held} held @param {string | null} low */
  report(hand, held, low) {
    if (this.mine[hand] !== held || held.settled) return;
    held.low = low;
    held.sent = performance.now();
    const [x, y] = this.boat.geometry.millimetres(held.at).map((/** @type {number} */ value) => +value.toFixed(1));
    this.send({ do: "hover", hand, x, y, hole: low });
    held.drawing.classList.toggle("low", low !== null);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const hand = this.pointers[event.pointerId];
    delete this.pointers[event.pointerId];
    const held = this.mine[hand];
    if (!held || held.settled) return;
    clearTimeout(held.rest);
    const { x, y, name, ground } = this.target(event);
    if (!held.second && Math.hypot(x - held.from[0], y - held.from[1]) < CLICK_MM) {
      this.picked = hand; // a click: it stays in the hand
      this.boat.svg.classList.add("picked");
      this.carry(held, held.at);
      return;
    }
    if (name) this.arrive(hand, name);
    else if (ground === "deck" || held.second) this.back(hand);
    else this.toss(hand);
  }

  // A click on another piece of the same side takes that one instead.
  /** @param {number} hand @param {string} name */
  arrive(hand, name) {
    const held = this.mine[hand];
    const there = this.side(name);
    if (held.second && there === held.side && name !== held.origin) {
      this.back(hand);
      const other = this.free();
      const { x, y } = this.boat.holes[name];
      if (other !== null && this.lift(name, other, x, y)) {
        this.picked = other;
        this.boat.svg.classList.add("picked");
      }
    } else this.place(hand, name);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    const hand = this.pointers[event.pointerId];
    delete this.pointers[event.pointerId];
    if (this.mine[hand] && !this.mine[hand].settled) this.back(hand);
  }

  // --- the server's view ---

  /** Show all hands as the server knows them; `me` is this page. @param {import("./types").Hand[]} hands
      @param {number[]} trays @param {string | undefined} me */
  show(hands, trays, me) {
    this.trays = trays;
    for (const hand of this.hands()) {
      const known = hands.some(([page, number]) => page === me && number === hand);
      if (known) this.mine[hand].known = true;
      else if (this.mine[hand].settled || this.mine[hand].known) this.drop(hand);
    }
    if (this.picked !== null && !this.mine[this.picked]) this.picked = null;
    this.boat.svg.classList.toggle("picked", this.picked !== null);
    for (const old of this.boat.held.querySelectorAll(".other")) old.remove();
    for (const [page, hand, side, at, origin] of hands) {
      if (page === me && this.mine[hand]) continue;
      const hole = origin && this.boat.holes[origin];
      const [x, y] =
        at || !hole ? this.boat.geometry.P(...(at || [0, this.boat.plan.trays[side][0]])) : [hole.x, hole.y];
      drawPiece(this.boat.held, side, x, y, "").classList.add("up", "other");
    }
  }

  /** The server has refused: put everything in these hands back. */
  refused() {
    for (const hand of this.hands()) {
      if (this.mine[hand].settled) {
        this.send({ do: "back", hand });
        this.drop(hand);
      }
    }
  }

  /** Drop the held piece: the seat or the connection is lost. */
  forget() {
    for (const hand of this.hands()) this.drop(hand);
    this.pointers = {};
    this.picked = null;
  }
}
