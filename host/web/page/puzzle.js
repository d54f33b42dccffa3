// @ts-check
// A puzzle per day, the same for everybody, chosen by date. Own blunders return as puzzles every second day.

/** @typedef {{ position: string, turn: string, own?: boolean }} Puzzle Light is to play its throw; turn: the best one */

const OWN_MAX = 30; // blunders kept

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

/** The puzzle of a day. @param {[position: string, turn: string][]} shipped @param {Puzzle[]} own @param {Date} date
    @returns {Puzzle} */
export function puzzleOf(shipped, own, date) {
  if (own.length && date.getDate() % 2) return { ...own[ofDay(date, own.length)], own: true };
  const [position, turn] = shipped[ofDay(date, shipped.length)];
  return { position, turn };
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
