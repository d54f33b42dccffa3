// @ts-check
// The week's position: chosen by the date alone, so everybody has the same one. An answer goes as a link; the answers of
// links that were opened stand beside one's own. All is kept by this browser.

import { inWords } from "./dice.js";
import { n, t } from "./dom.js";

const POOL = 300; // the first puzzles, which stay where they are when others are added
const APART = 101; // so that neighbours come in distant weeks
const MONDAY = Date.UTC(1970, 0, 5);
const KEPT = 20; // weeks
const NAME_MAX = 24;

/** @typedef {{ you?: string, others: [name: string, turn: string][] }} Answers to a week's position */
/** @typedef {{ turn: string, chance: number }} Known a turn with its chance */

/** The number of a day's week, from Monday on. @param {Date} date */
export const weekOf = (date) =>
  Math.floor((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - MONDAY) / 604800000);

/** The puzzle of a week. @param {import("./puzzle.js").Shipped[]} shipped @param {number} week */
export const ofNumber = (shipped, week) => shipped[(week * APART) % Math.min(POOL, shipped.length)];

/** @returns {Record<string, Answers>} */
const all = () => JSON.parse(localStorage.weeks || "{}");

/** The answers to a week's position. @param {number} week @returns {Answers} */
export const answers = (week) => all()[week] || { others: [] };

/** @param {number} week @param {Answers} now */
function keep(week, now) {
  const weeks = Object.entries({ ...all(), [week]: now }).sort(([one], [other]) => Number(other) - Number(one));
  localStorage.weeks = JSON.stringify(Object.fromEntries(weeks.slice(0, KEPT)));
}

/** One's own answer: the first one counts. @param {number} week @param {string} turn */
export function answer(week, turn) {
  const now = answers(week);
  if (!now.you) keep(week, { ...now, you: turn });
}

/** Take the answer of a link; of the same name the last one counts. One's own link is none. @param {number} week
    @param {string} query */
export function heard(week, query) {
  const told = new URLSearchParams(query);
  const turn = (told.get("a") || "").replaceAll("_", " ");
  const name = (told.get("n") || "").slice(0, NAME_MAX);
  const now = answers(week);
  if (!turn || (now.you === turn && name === (localStorage.farname || ""))) return;
  keep(week, { ...now, others: [...now.others.filter(([other]) => other !== name), [name, turn]] });
}

/** The link with one's own answer. @param {number} week @param {string} at this page's address */
export function link(week, at) {
  const turn = (answers(week).you || "").replaceAll(" ", "_");
  const told = new URLSearchParams({ a: turn, ...(localStorage.farname && { n: localStorage.farname }) });
  return `${at}#/week/${week}?${told}`;
}

/** @param {string} name */
const named = (name) => name || t("A friend");

/** Who has answered, while one has not: their turns would tell. @param {number} week */
export function waiting(week) {
  const names = answers(week).others.map(([name]) => named(name));
  return names.length ? t("Answered already: {names}.", { names: names.join(", ") }) : "";
}

/** All answers, the best first; turns that cannot be played are left out. @param {number} week
    @param {Known[]} turns all, best first */
export function ranked(week, turns) {
  const { you = "", others } = answers(week);
  /** @type {[name: string, turn: string][]} */
  const given = [
    [t("You"), you],
    ...others.map(([name, turn]) => /** @type {[string, string]} */ ([named(name), turn])),
  ];
  const known = given.flatMap(([name, turn]) => {
    const its = turns.find((one) => one.turn === turn);
    return its ? [{ name, turn, points: Math.round(100 * its.chance) }] : [];
  });
  return known.sort((one, other) => other.points - one.points);
}

/** The same in words, with the best turn. @param {number} week @param {Known[]} turns all, best first */
export function compared(week, turns) {
  const known = ranked(week, turns);
  const lines = known.map(({ name, turn, points }) =>
    t(n("{name}: {turn}, {points} in 100."), { name, turn: inWords(turn), points }),
  );
  const best = turns[0];
  const found = known.some(({ turn }) => turn === best?.turn);
  const fill = best && { turn: inWords(best.turn), points: Math.round(100 * best.chance) };
  if (fill && !found) lines.push(t("The best: {turn}, {points} in 100.", fill));
  return lines.join(" ");
}
