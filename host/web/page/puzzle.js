// @ts-check
// A puzzle per day, the same for everybody, chosen by date; own blunders return as puzzles every second day. At will:
// own blunders and endings, one after the other.

import { inWords } from "./dice.js";
import { n } from "./dom.js";

/** @typedef {{ position: string, turn: string, own?: boolean }} Puzzle Light is to play its throw; turn: the best one */

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

/** The puzzle of a day. @param {[position: string, turn: string][]} shipped @param {Puzzle[]} own @param {Date} date
    @returns {Puzzle} */
export function puzzleOf(shipped, own, date) {
  if (own.length && date.getDate() % 2) return { ...own[ofDay(date, own.length)], own: true };
  const [position, turn] = shipped[ofDay(date, shipped.length)];
  return { position, turn };
}

/** The next own blunder, or ending; null if there is none. @param {string} kind @param {[string, string][]} shipped
    @param {Puzzle[]} own @param {Date} date @param {number} count how many have been shown
    @returns {Puzzle | null} */
export function puzzleAtWill(kind, shipped, own, date, count) {
  if (kind === "own") return own.length ? own[count % own.length] : null;
  const endings = shipped.filter(([position]) => position.split(" ")[0].replace(/[^ab]/gi, "").length <= ENDING);
  const [position, turn] = endings[(ofDay(date, endings.length) + count) % endings.length];
  return { position, turn };
}

/** What to say of a turn that is not the best one: what it loses, if the chances are known. @param {string} best
    @param {string} played @param {{ turn: string, chance: number }[]} turns all, best first
    @returns {{ text: string, fill: Record<string, string> }} */
export function lesser(best, played, turns) {
  const chance = (/** @type {string} */ text) => turns.find(({ turn }) => turn === text)?.chance ?? NaN;
  const points = 100 * (Math.max(...turns.map((one) => one.chance)) - chance(played));
  const fill = { played: inWords(played), best: inWords(best), points: points.toFixed(1) };
  if (!Number.isFinite(points)) return { text: n("There is a better turn."), fill };
  if (points < EQUAL) return { text: n("Yours is as good as the best: {best}."), fill };
  return { text: n("You lose {points} points of 100: {played}. Best: {best}."), fill };
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
