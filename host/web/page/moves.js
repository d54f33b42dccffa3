// New moves, shown one after the other. The game does not wait for that: any press shows the newest state.

import { travel } from "./motion.js";
import { view, watched } from "./state.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const LOOK_MS = 500; // time to see another player's dice
const LOST_MS = 2500; // and that a turn is lost
const SHOWN_MAX = 8; // with this many new moves, none are animated
const NOTHING = { phase: "play", plays: {}, stuck: {}, done: "", due: "", outcome: "", alike: [], moving: true };

/** @typedef {import("./types").Move & { own: boolean, played: string }} Shown a move; own: made on this page; played:
    the dice played before it */

export class Moves {
  /** @type {Shown[]} */
  queue = [];
  /** @type {Shown | null} */
  move = null;
  seen = 0;
  of = "";
  /** @type {Element | null} */
  travelling = null;
  timer = 0;

  /** changed: called when another state is to be shown; dragged: the move that the user has dragged, once.
      @param {import("./types").State} state @param {import("./boat.js").Boat} boat
      @param {import("./settings.js").Settings} settings @param {() => void} changed @param {() => string} dragged */
  constructor(state, boat, settings, changed, dragged) {
    this.state = state;
    this.boat = boat;
    this.settings = settings;
    this.changed = changed;
    this.dragged = dragged;
    for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => this.finish(), true);
    document.addEventListener("visibilitychange", () => this.finish());
  }

  /** Take the moves of what is shown, and show new ones. Returns whether the display has changed. */
  follow() {
    const at = view(this.state);
    const moves = at.moves || [];
    const about = `${at.behind} ${at.mode} ${at.lesson}`;
    const fresh = about === this.of ? moves.filter(({ n }) => n > this.seen) : [];
    this.of = about;
    this.seen = moves.at(-1)?.n ?? 0;
    if (watched(this.state) && fresh.length < SHOWN_MAX && !document.hidden && !STILL.matches) {
      this.queueUp(fresh, at.you || "");
    }
    if (this.move || !this.queue.length) return false;
    this.next();
    return true;
  }

  /** Queue moves to show, except one dragged here, or an own lost turn. @param {import("./types").Move[]} moves
      @param {string} you */
  queueUp(moves, you) {
    for (const move of moves) {
      const own = you.includes(move.player);
      const dragged = own && this.dragged() === `${move.path[0]} ${move.path.at(-1)}`;
      if (!dragged && (move.path.length || !own)) this.queue.push({ ...move, own, played: "" });
    }
  }

  next() {
    const before = this.move;
    this.travelling?.remove();
    this.move = this.queue.shift() || null;
    if (!this.move) this.state.moving = null;
    else this.timer = window.setTimeout(() => (this.next(), this.changed()), this.travel(this.move, before));
  }

  /** Show the newest state. */
  finish() {
    if (!this.move) return;
    clearTimeout(this.timer);
    this.queue = [];
    this.next();
    this.changed();
  }

  /** Show a move; returns the time that takes. before: the one shown before it.
      @param {Shown} move @param {Shown | null} before */
  travel(move, before) {
    const { path, player, own, throw: thrown } = move;
    const stands = this.state.names.indexOf(path[0]);
    const goesOn =
      before?.player === player && before.throw === thrown && before.played.length + before.dice.length < thrown.length;
    move.played = goesOn ? before.played + before.dice : "";
    const stand = path.length ? move.before.slice(0, stands) + "." + move.before.slice(stands + 1) : move.before;
    const left = ["A", "B"].map((side) => move.before.toUpperCase().split(side).length - 1);
    const scene = path.length ? "" : "lost";
    const dice = { player, throw: thrown, played: move.played };
    this.state.moving = { ...NOTHING, ...dice, stand, sees: stand.toUpperCase(), left, scene };
    const { pace } = this.settings;
    const look = own || goesOn ? 0 : LOOK_MS * pace;
    if (!path.length) return look + LOST_MS * pace;
    const [piece, ms] = travel(this.boat, move, look, pace);
    this.travelling = piece;
    return ms;
  }
}
