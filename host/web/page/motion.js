// Animations: a piece is lifted, turns at a dal, follows the carved route, and knocks a captured piece into a tray.

import { $, draw } from "./dom.js";
import { sideOf } from "./geometry.js";
import { drawPiece } from "./wood.js";

const [LIFT_MS, TURN_MS, ARROW_MS, STEP_MS, TRAVEL_MS, SET_MS] = [150, 400, 150, 180, 900, 120];
const [RISE_MS, FLIGHT_MS, PUSH_MS] = [60, 290, 350];
const SAMPLES = 6; // points of the way for each hole

/** Show a move after a delay; pace: factor of the usual time. Returns the moving piece's drawing, and the time until it
 * stands. @param {import("./boat.js").Boat} boat @param {import("./types").Move} move @param {number} delay
 * @param {number} pace @returns {[SVGGElement, number]} */
export function travel(boat, { path, before, dal, capture, pushed }, delay, pace) {
  const [lift, turn, set] = [LIFT_MS * pace, TURN_MS * pace, SET_MS * pace];
  const { geometry } = boat;
  const [first, last] = [path[0], path[path.length - 1]];
  const letter = before[boat.names.indexOf(first)];
  const piece = boat.draw(boat.held, sideOf(letter) === letter.toUpperCase() ? letter.toUpperCase() : letter, first);
  piece.classList.add("up");
  let at = delay + lift;
  if (dal) {
    /** @type {KeyframeAnimationOptions} */
    const turning = { delay: at, duration: turn, easing: "ease-in-out", fill: "both" };
    piece.querySelector(".turn")?.animate([{ transform: "rotate(90deg)" }, { transform: "none" }], turning);
    /** @type {KeyframeAnimationOptions} */
    const shown = { delay: at + turn - ARROW_MS, duration: ARROW_MS, fill: "both" };
    piece.querySelector(".arrow")?.animate([{ opacity: 0 }, { opacity: 1 }], shown);
    at += turn;
  }
  const steps = path.length - 1;
  const duration = pace * Math.min(STEP_MS * steps, TRAVEL_MS);
  if (steps) {
    const way = draw(boat.held, "path", { d: geometry.way(path), fill: "none" });
    const length = way.getTotalLength();
    const points = Array.from({ length: SAMPLES * steps + 1 }, (_, i) =>
      way.getPointAtLength((length * i) / (SAMPLES * steps)),
    );
    way.remove();
    piece.animate(
      points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
      { delay: at, duration, fill: "both" },
    );
    const bend = path.findIndex((name) => name[0] !== first[0]); // there it runs in the other direction
    if (bend > 0) {
      const turned = [
        { transform: "none", offset: 0 },
        { transform: "none", offset: (bend - 1) / steps },
        { transform: "rotate(180deg)", offset: bend / steps },
      ];
      piece
        .querySelector(".arrow")
        ?.animate([...turned, { transform: "rotate(180deg)", offset: 1 }], { delay: at, duration, fill: "both" });
    }
  }
  at += duration;
  const hear = (/** @type {string} */ kind, /** @type {number} */ after) =>
    setTimeout(() => piece.isConnected && boat.hear(kind), after);
  if (dal) hear("creak", delay + lift);
  hear(capture ? "capture" : "peg", at);
  const there = pushed || last;
  if (capture) knock(boat, before[boat.names.indexOf(there)], there, Math.max(0, at - RISE_MS));
  if (pushed) push(boat, before[boat.names.indexOf(last)], last, pushed, at, PUSH_MS * pace);
  return [piece, at + (pushed ? PUSH_MS * pace : set)];
}

// The piece on which another lands goes on to the hole where it is moved.
/** @param {import("./boat.js").Boat} boat @param {string} letter @param {string} from @param {string} to
    @param {number} delay @param {number} duration */
function push(boat, letter, from, to, delay, duration) {
  const piece = boat.draw(boat.flights, letter, from);
  piece.classList.add("up");
  boat.pieces[from]?.setAttribute("visibility", "hidden");
  const [start, end] = [from, to].map((name) => `translate(${boat.holes[name].x}px, ${boat.holes[name].y}px)`);
  piece.animate([{ transform: start }, { transform: end }], {
    delay,
    duration,
    easing: "ease-in-out",
    fill: "both",
  }).onfinish = () => piece.remove();
}

// The captured piece is lifted just before the other lands, and flies to its captor's tray.
/** @param {import("./boat.js").Boat} boat @param {string} letter @param {string} name @param {number} delay */
function knock(boat, letter, name, delay) {
  const { x, y } = boat.holes[name];
  const light = draw(boat.flights, "circle", { class: "light", cx: x, cy: y, r: 9 });
  light.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }], {
    delay: delay + RISE_MS,
    duration: 200,
    fill: "both",
  }).onfinish = () => light.remove();
  const piece = drawPiece(boat.flights, letter, x, y, boat.geometry.heading(name, letter), boat.geometry.plank);
  piece.classList.add("up");
  const [toX, toY] = boat.trayPoint(letter.toUpperCase());
  /** @type {(px: number, py: number, scale: number, offset: number) => Keyframe} */
  const put = (px, py, scale, offset) => ({ transform: `translate(${px}px, ${py}px) scale(${scale})`, offset });
  const flight = [
    put(x, y, 1, 0),
    put(x, y - 4, 1.2, 0.2),
    put((x + toX) / 2, (y + toY) / 2 - 12, 1, 0.6),
    put(toX, toY, 0.7, 1),
  ];
  const shown = piece.animate([{ visibility: "hidden" }, { visibility: "visible" }], {
    duration: delay,
    easing: "step-end",
    fill: "both",
  });
  piece.animate(flight, { delay, duration: RISE_MS + FLIGHT_MS, easing: "ease-in-out", fill: "both" }).onfinish =
    () => {
      shown.cancel();
      piece.remove();
      $("strip" + (letter.toUpperCase() === "A" ? "B" : "A"))
        .querySelector(".count")
        .animate([{ transform: "scale(1.25)" }, { transform: "none" }], 200);
    };
}
