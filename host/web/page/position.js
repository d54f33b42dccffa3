// @ts-check
// A position as text, and what an analysis knows about its turns. No drawing here.

/**
 * @typedef {object} Known a turn: its result, the mover's chance; from play-outs also the standard error
 * @property {string} turn
 * @property {string} result
 * @property {number} chance
 * @property {number} [error]
 */

/** The parts of a position: [row A, row M, row B], side to move, throw. @param {string} text */
export function partsOf(text) {
  const [rows = "", side = "", thrown = ""] = text.trim().split(/\s+/);
  return { rows: rows.split("/"), side, thrown };
}

/** A position with some parts changed. @param {string} text @param {Partial<ReturnType<typeof partsOf>>} changed */
export function withParts(text, changed) {
  const { rows, side, thrown } = { ...partsOf(text), ...changed };
  return [rows.join("/"), side, thrown].join(" ");
}

/** A position with a piece put into a hole; the same piece again is taken away. @param {string} text
    @param {string} hole @param {string} piece */
export function placed(text, hole, piece) {
  const rows = partsOf(text).rows.map((row, k) => {
    const at = +hole.slice(1) - 1;
    if ("AMB"[k] !== hole[0] || at >= row.length) return row;
    return row.slice(0, at) + (row[at] === piece ? "." : piece) + row.slice(at + 1);
  });
  return withParts(text, { rows });
}

/** An empty boat with so many holes. @param {number[]} size */
export const empty = ([home, middle]) => `${".".repeat(home)}/${".".repeat(middle)}/${".".repeat(home)} A -`;

/** The position of a record's step, from a letter for each hole of the wooden boat. @param {string} stand
    @param {number[]} size @param {string} side @param {string} thrown */
export function standing(stand, [home, middle], side, thrown) {
  const full = (stand.length - 1) / 3;
  const rows = [stand.slice(0, home), stand.slice(full, full + middle), stand.slice(2 * full + 1, 2 * full + 1 + home)];
  return `${rows.join("/")} ${side} ${thrown}`;
}

/** The letters of all holes of the boat, from a position in the engine's notation.
    @param {string} position @param {number} n */
export const standOf = (position, n) =>
  position
    .split(" ")[0]
    .split("/")
    .map((row, k) => row.padEnd(k === 1 ? n + 1 : n, "."))
    .join("");

/** Whether both sides have pieces. @param {string} text */
export const isBoth = (text) => /a/i.test(text.split(" ")[0]) && /b/i.test(text.split(" ")[0]);

/** What is known, with newer answers in place of older ones, best first; play-outs stay. @param {Known[]} known
    @param {Known[]} told */
export function merged(known, told) {
  const found = new Map(known.map((one) => [one.turn, one]));
  for (const one of told) {
    if (one.error !== undefined || found.get(one.turn)?.error === undefined) found.set(one.turn, one);
  }
  return [...found.values()].sort((one, other) => other.chance - one.chance);
}

/** The turns of a record, one line each. @param {string} record @returns {string[]} */
export const turnsOf = (record) => (record || "").match(/^[1-9].*$/gm) || [];

/** A game that begins at a position, as a record. @param {string} rules @param {string} text */
export const begins = (rules, text) => `Rules: ${rules}\nStart: ${withParts(text, { thrown: "-" })}\nResult: *\n\n`;
