// @ts-check
// A clock: each side that is played here has some minutes, and seconds more after each turn. It runs only while that
// side has to move, from when its throw is seen. Whose time is up has lost. The rooms are told what is left after each
// turn, for the record, and whose time is up; they know no time.

import { $, mark, n, t, write } from "./dom.js";
import { turnsOf } from "./position.js";

const TICK_MS = 200;
const ROLL_MS = 700; // the dice are seen to lie
const KEPT = 6; // games whose clocks are remembered

/** What can be chosen: minutes, and seconds for each turn. @type {[minutes: number, seconds: number][]} */
export const CLOCKS = [
  [0, 0],
  [1, 2],
  [3, 3],
  [5, 5],
  [10, 5],
  [20, 10],
];

/** @typedef {object} Left of a game's clock; A and B: milliseconds, none without a clock
 * @property {string} game
 * @property {number} more after each turn
 * @property {string[]} after what was left after each turn; empty: not known
 * @property {number} most turns that have been played; a turn taken back gives no time again
 * @property {number} [A]
 * @property {number} [B] */

/** The time left, formatted. @param {number} ms */
export const shown = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** The clock of a game that begins. @param {string} game @param {string} chosen as "5+3", or nothing @returns {Left} */
export function wound(game, chosen) {
  const [minutes, seconds] = chosen.split("+").map(Number);
  const left = { game, more: 1000 * (seconds || 0), after: [], most: 0 };
  return minutes ? { ...left, A: 60000 * minutes, B: 60000 * minutes } : left;
}

/** Add the time for new turns, and note what is left after each. @param {Left} left @param {string[]} turns
    @param {string} you the sides that are played here */
export function counted(left, turns, you) {
  const { after } = left;
  after.length = Math.min(after.length, turns.length);
  while (after.length < turns.length) {
    const [, player, , turn] = turns[after.length].split(" ");
    const side = /** @type {"A" | "B"} */ (player);
    const [own, seen] = [you.includes(side), after.length >= left.most];
    if (own && seen && turn !== "--") left[side] = (left[side] ?? 0) + left.more;
    after.push(own && seen ? shown(left[side] ?? 0) : "");
  }
  left.most = Math.max(left.most, turns.length);
}

/** Whether somebody has to move, and sees the throw. @param {import("./types").View} v */
const moves = ({ phase, moving, due }) => phase === "play" && !moving && due !== "lost";

export class Clock {
  /** @param {import("./types").Send} send @param {() => number} now */
  constructor(send, now = Date.now) {
    this.send = send;
    this.now = now;
    this.told = ""; // what the rooms know; another server does not
    this.left = wound("", "");
    /** @type {"A" | "B" | ""} whose time runs */
    this.side = "";
    this.you = "";
    this.timed = false; // a lesson and a far game are not; the time left waits for the game that is
    this.at = 0;
    this.thrown = "";
    setInterval(() => this.tick(), TICK_MS);
    addEventListener("pagehide", () => this.keep());
  }

  /** @param {import("./types").View & Record<string, any>} v @param {boolean} runs @param {boolean} plays whether this page
      has the seat */
  show(v, runs, plays) {
    const turns = turnsOf(v.record);
    this.you = (v.mode !== "far" && v.behind === "game" && plays && v.you) || "";
    if (this.you && v.phase) this.of(v.record, turns.length);
    this.timed = this.you !== "" && this.left.A !== undefined;
    this.tick();
    this.side = runs && this.timed && moves(v) && this.you.includes(v.player) ? v.player : "";
    if (this.side) this.seen([this.left.game, turns.length, v.player, v.throw].join());
    if (this.timed && runs) this.tell(v.record, turns);
    this.write();
  }

  /** The dice are to lie before the time runs. @param {string} thrown */
  seen(thrown) {
    if (thrown === this.thrown) return;
    const rolls = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.thrown = thrown;
    this.at = this.now() + (rolls ? ROLL_MS : 0);
  }

  /** Take the clock of a game: its own, or the one chosen, if it begins. @param {string} record @param {number} turns */
  of(record, turns) {
    const id = /^Id: (.*)$/m.exec(record)?.[1];
    const game = id || (record.match(/^(?:Rules:|0) .*$/gm) || []).join();
    if (game === this.left.game) return;
    const kept = /** @type {Left[]} */ (JSON.parse(localStorage.clocks || "[]"));
    const begins = !turns && !/^Start:/m.test(record);
    this.left = kept.find((one) => one.game === game) || wound(game, (begins && localStorage.clock) || "");
    this.keep();
  }

  keep() {
    if (this.left.A === undefined) return;
    const kept = /** @type {Left[]} */ (JSON.parse(localStorage.clocks || "[]"));
    const others = kept.filter(({ game }) => game !== this.left.game).slice(0, KEPT - 1);
    localStorage.clocks = JSON.stringify([this.left, ...others]);
  }

  /** Tell the rooms what is left after each turn. @param {string} record @param {string[]} turns */
  tell(record, turns) {
    const id = /^Id: (.*)$/m.exec(record)?.[1] || "";
    counted(this.left, turns, this.you);
    const { after } = this.left;
    const told = [id, ...after].join();
    if (told === this.told || !after.length) return;
    this.keep();
    if (this.send({ do: "clock", game: id, left: after })) this.told = told;
  }

  /** Time goes by. */
  tick() {
    const now = this.now();
    const { left, side } = this;
    if (side && now > this.at && !document.hidden) {
      const was = shown(left[side] ?? 0);
      left[side] = Math.max(0, (left[side] ?? 0) - (now - this.at));
      if (shown(left[side]) !== was) {
        this.keep(); // once a second; a reload keeps the rest
        this.write();
      }
      if (!left[side]) this.fallen(side);
    }
    this.at = Math.max(now, side ? this.at : 0);
  }

  /** Somebody's time is up. @param {"A" | "B"} side */
  fallen(side) {
    if (this.send({ do: "flag", who: side })) this.side = "";
  }

  write() {
    for (const side of /** @type {const} */ (["A", "B"])) {
      const element = $("clock" + side);
      element.hidden = !this.timed || !this.you.includes(side);
      const left = this.left[side] ?? 0;
      write(element, left > 0 ? shown(left) : t(n("Time is up")));
      mark(element, "data-out", String(left <= 0));
    }
  }
}
