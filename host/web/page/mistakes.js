// @ts-check
// Who played the kept games, how these ended for them, and what luck and skill brought. No drawing here.

/** @typedef {import("./figures.js").Kept} Kept */
/** @typedef {{ A: number[], B: number[] }} Sums of each side: the chance lost, the number of choices, the luck */

export const BOARD = "The board";
export const YOU = "You";

/** Who played a side: YOU, BOARD, a name, or the side where nobody is named. @param {Kept} game @param {"A" | "B"} side
    @param {string} me the name that this page plays under */
export function person({ a, b }, side, me) {
  const [own, other] = side === "A" ? [a, b] : [b, a];
  if (own === BOARD) return BOARD;
  return other === BOARD || (own && own === me) ? YOU : own || side;
}

/** What a side's luck, and its skill, have brought it in points of 100. @param {Sums} sums @param {"A" | "B"} side */
export function accounts(sums, side) {
  const [own, other] = [sums[side], sums[side === "A" ? "B" : "A"]];
  return { luck: Math.round(100 * (own[2] - other[2])), skill: Math.round(100 * (other[0] - own[0])) };
}

/** How a game has ended for the side that is seen as one's own: `won`, `lost`, `going`, or empty.
    @param {Kept} game @param {"A" | "B"} side */
export const endOf = ({ result, broken }, side) =>
  broken || result === "-" ? "" : result === "*" ? "going" : result === side ? "won" : "lost";
