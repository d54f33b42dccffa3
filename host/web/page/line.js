// @ts-check
// What an analysis knows beside the game: the notes of its record, and a branch, turns that were not played. No drawing
// here.

import { turnsOf, withParts } from "./position.js";

/** @typedef {{ chance?: number, grade?: string, best?: string }} Note of a turn; the chance is its player's
 * @typedef {{ position: string, turn: string }} Node a position with its throw, and the turn played there
 * @typedef {{ from: number, nodes: Node[], tip: string, at: number }} Branch from a step of the game: its turns, where it
 *   leads, and which of its positions is shown
 */

/** The signs of the grades that have one. @type {Record<string, string>} */
export const SIGNS = { inaccurate: "?!", mistake: "?", blunder: "??" };

/** The notes of a record, one for each turn. @param {string} record @returns {Note[]} */
export function notesOf(record) {
  /** @type {Note[]} */
  const found = [];
  for (const line of record.split("\n")) {
    if (/^[1-9]/.test(line)) found.push({});
    else if (/^; (\w+=\S+ ?)+$/.test(line) && found.length) {
      for (const word of line.slice(2).split(" ")) {
        const [key, value] = [word.split("=")[0], word.slice(word.indexOf("=") + 1)];
        const note = found[found.length - 1];
        if (key === "chance") note.chance = +value;
        if (key === "grade") note.grade = value;
        if (key === "best") note.best = value.replaceAll(",", " ");
      }
    }
  }
  return found;
}

/** A's chances, before the first throw and after each turn; empty unless all are noted. @param {string} record */
export function noted(record) {
  const [turns, notes] = [turnsOf(record), notesOf(record)];
  if (!turns.length || notes.some(({ chance }) => chance === undefined)) return [];
  return [0.5, ...turns.map((line, k) => chanceOf(line.split(" ")[1], notes[k].chance ?? 0))];
}

/** The chance of A, from a player's. @param {string} player @param {number} chance */
export const chanceOf = (player, chance) => (player === "A" ? chance : 1 - chance);

/** A throw with the next face on one of its dice; the others get one, too, if there is no throw yet.
    @param {string} thrown @param {number} k @param {{ count: number, faces: string }} dice */
export function turnedOn(thrown, k, { count, faces }) {
  const known = thrown.length === count && thrown !== "-";
  const dice = known ? [...thrown] : [...faces[0].repeat(count)];
  if (known) dice[k] = faces[(faces.indexOf(dice[k]) + 1) % faces.length];
  return dice.sort().join("");
}

/** The branch after a turn at what is shown: of the branch, or of the game at a step.
    @param {Branch | null} branch @param {number} step @param {Node} shown @param {string} result @returns {Branch} */
export function played(branch, step, shown, result) {
  const nodes = [...(branch ? branch.nodes.slice(0, branch.at) : []), { ...shown }];
  return { from: branch?.from ?? step, nodes, tip: result, at: nodes.length };
}

/** The branch with another throw at what is shown. @param {Branch | null} branch @param {number} step
    @param {string} position @param {string} thrown @returns {Branch} */
export function thrownAt(branch, step, position, thrown) {
  const nodes = branch ? branch.nodes.slice(0, branch.at) : [];
  return { from: branch?.from ?? step, nodes, tip: withParts(position, { thrown }), at: nodes.length };
}

/** What a branch shows. @param {Branch} branch @returns {Node} */
export const nodeOf = ({ nodes, tip, at }) => nodes[at] || { position: tip, turn: "" };

/** A branch in an address: each throw with its turn, then the throw of its end. @param {Branch} branch */
export const written = ({ nodes, tip }) =>
  [
    ...nodes.map(({ position, turn }) => `${position.split(" ")[2]}.${encodeURIComponent(turn.replaceAll(" ", "_"))}`),
    tip.split(" ")[2],
  ].join(";");

/** The throws and turns of a branch in an address. @param {string} text @returns {{ thrown: string, turn: string }[]} */
export const readBranch = (text) =>
  text.split(";").map((word) => {
    const [thrown, turn = ""] = word.split(".");
    return { thrown, turn: decodeURIComponent(turn).replaceAll("_", " ") };
  });
