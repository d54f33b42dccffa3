// @ts-check
// A puzzle per day, the same for everybody, chosen by date; own blunders return as puzzles every second day. At will:
// own blunders, and each theme of those that come with the page, one after the other.

import { inWords } from "./dice.js";
import { n } from "./dom.js";

/** @typedef {[position: string, turn: string, best: number, next: number, exact: number, found: number, error?: number]}
    Shipped as host/ai/puzzles.py makes them: the chances of the best turn and of the next, and their error, in
    thousandths; how many of ten tries found it */
/** @typedef {object} Puzzle Light is to play its throw
 * @property {string} position
 * @property {string} turn the best one
 * @property {boolean} [own] from one's own games
 * @property {Shipped} [shipped]
 * @property {number} [number] in its theme, from 0 on */

const OWN_MAX = 30; // blunders kept
const ENDING = 5; // most pieces
const EQUAL = 0.5; // points

/** A position and turn from the other side: Dark's as Light's. @param {string} position @param {string} turn
    @returns {Puzzle} */
export function mirrored(position, turn) {
  const [board, side, thrown] = position.split(" ");
  if (side === "A") return { position, turn };
  /** @param {string} text */
  const swap = (text) => text.replace(/[abAB]/g, (letter) => ({ a: "b", b: "a", A: "B", B: "A" })[letter] || letter);
  const rows = board.split("/").reverse().map(swap);
  return { position: `${rows.join("/")} A ${thrown}`, turn: swap(turn) };
}

/** The index of a day's puzzle. @param {Date} date @param {number} count */
export function ofDay(date, count) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000);
  return (day * 7919) % count; // neighbours in the list come on distant days
}

/** The day, as it is kept. @param {Date} date */
export const dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].join("-");

/** Which days of this week, from Monday on, are among the solved ones; and which is today.
    @param {Date} date @param {string[]} solved */
export function ofWeek(date, solved) {
  const today = (date.getDay() + 6) % 7;
  const day = (/** @type {number} */ k) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - today + k);
  return { today, days: Array.from({ length: 7 }, (_, k) => solved.includes(dayOf(day(k)))) };
}

/** A shipped puzzle's theme: a few pieces are left, or the best turn recruits the king, or captures or sends home, or
    turns a piece, or only moves.
    @param {Shipped} puzzle */
export function themeOf([position, turn]) {
  const [board] = position.split(" ");
  if (board.replace(/[^ab]/gi, "").length <= ENDING) return "ending";
  if (turn.includes("+")) return "king";
  if (/[x<]/.test(turn)) return "capture";
  const rows = board.split("/");
  const turns = turn.split(" ").some((move) => {
    const [, row, hole] = /^(.)(\d+)/.exec(move) || [];
    return row && /[ab]/.test(rows["AMB".indexOf(row)][+hole - 1]);
  });
  return turns ? "dal" : "run";
}

/** The puzzle of a day. @param {Shipped[]} shipped @param {Puzzle[]} own @param {Date} date
    @returns {Puzzle} */
export function puzzleOf(shipped, own, date) {
  if (own.length && date.getDate() % 2) return { ...own[ofDay(date, own.length)], own: true };
  return unpacked(shipped[ofDay(date, shipped.length)]);
}

/** @param {Shipped} shipped @returns {Puzzle} */
export const unpacked = (shipped) => ({ position: shipped[0], turn: shipped[1], shipped });

/** An own blunder, or a puzzle of a theme; null if there is none. @param {string} kind @param {Shipped[]} shipped
    @param {Puzzle[]} own @param {number} count which one; after the last comes the first
    @returns {Puzzle | null} */
export function puzzleAtWill(kind, shipped, own, count) {
  const all = kind === "own" ? own : shipped.filter((one) => themeOf(one) === kind).map(unpacked);
  const number = count % all.length;
  return all.length ? { ...all[number], own: kind === "own", number } : null;
}

/** What to say of a turn that is not the best one: what it loses, if the chances are known. @param {string} best
    @param {string} played @param {{ turn: string, chance: number }[]} turns all, best first
    @returns {{ text: string, fill: Record<string, string | number> }} */
export function lesser(best, played, turns) {
  const chance = (/** @type {string} */ text) => turns.find(({ turn }) => turn === text)?.chance ?? NaN;
  const points = 100 * (Math.max(...turns.map((one) => one.chance)) - chance(played));
  const fill = { played: inWords(played), best: inWords(best), points: Math.round(points) };
  if (!Number.isFinite(points)) return { text: n("There is a better turn."), fill };
  if (points < EQUAL) return { text: n("Yours is as good as the best: {best}."), fill };
  return { text: n("You lose {points} points of 100: {played}. Best: {best}."), fill };
}

/** What is shown of a puzzle once a turn is played: its throw still, and arrows for the best turn and for another one.
    @param {Puzzle} puzzle @param {string} played */
export function answered({ position, turn }, played) {
  const better = ["A", turn, "better"];
  const shots = played === turn ? [better] : [["A", played, "played"], better];
  return { player: "A", throw: position.split(" ")[2], shots };
}

/** The earlier puzzles, and a side's blunders from a judged game, newest first. @param {Puzzle[]} before
    @param {import("./story.js").Decisive[]} decisive @param {string} side @param {number} bound */
export function withBlunders(before, decisive, side, bound) {
  const fresh = decisive
    .filter(({ player, error }) => player === side && error >= bound)
    .map(({ position, best }) => mirrored(position, best))
    .filter(({ position }) => !before.some((old) => old.position === position));
  return [...fresh, ...before].slice(0, OWN_MAX);
}

/** Keep a side's blunders for puzzles. @param {import("./story.js").Decisive[]} turns @param {string} side
    @param {number} bound */
export function keepBlunders(turns, side, bound) {
  const before = JSON.parse(localStorage.blunders || "[]");
  localStorage.blunders = JSON.stringify(withBlunders(before, turns, side, bound));
}
