// @ts-check
// What the players of the kept games lost per choice, over time. No drawing here.

/** @typedef {import("./figures.js").Kept} Kept */
/** @typedef {{ A: number[], B: number[] }} Sums of each side: the chance lost, the number of choices, the luck */
/** @typedef {{ date: string, lost: number, choices: number }} Played a game of somebody's */

export const BOARD = "The board";
export const YOU = "You";
export const LAST = 10; // games that count as the last ones

/** Who played a side: YOU, BOARD, a name, or the side where nobody is named. @param {Kept} game @param {"A" | "B"} side
    @param {string} me the name that this page plays under */
export function person({ a, b }, side, me) {
  const [own, other] = side === "A" ? [a, b] : [b, a];
  if (own === BOARD) return BOARD;
  return other === BOARD || (own && own === me) ? YOU : own || side;
}

/** The finished games of each person, the oldest first; known: the sums by the games' keys. @param {Kept[]} games
    newest first @param {Record<string, Sums>} known @param {string} me */
export function persons(games, known, me) {
  /** @type {Record<string, Played[]>} */
  const found = {};
  for (const game of [...games].reverse()) {
    for (const side of /** @type {("A" | "B")[]} */ (["A", "B"])) {
      const [lost, choices] = known[game.key]?.[side] || [0, 0];
      if (choices) (found[person(game, side, me)] ??= []).push({ date: game.date, lost, choices });
    }
  }
  return found;
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

/** Points of 100 lost per choice. @param {{ lost: number, choices: number }[]} played */
export const each = (played) =>
  (100 * played.reduce((sum, { lost }) => sum + lost, 0)) / played.reduce((sum, { choices }) => sum + choices, 0);
