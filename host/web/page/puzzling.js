// @ts-check
// How somebody does at puzzles, in words.

import { n, t } from "./dom.js";

/** The rating in words; change: with what the last puzzle changed. */
export function standing(change = false) {
  if (!localStorage.puzzling) return "";
  /** @type {import("./solving.js").Record} */
  const { rating, solved, tried, row, change: last } = JSON.parse(localStorage.puzzling);
  const fill = { rating: Math.round(rating), solved, tried, row, change: last < 0 ? `−${-last}` : `+${last}` };
  const text = change
    ? n("Puzzle rating {rating} ({change}).")
    : n("Puzzle rating {rating}; {solved} of {tried} solved.");
  return t(text, fill) + (row > 1 ? ` ${t("{row} in a row.", fill)}` : "");
}
