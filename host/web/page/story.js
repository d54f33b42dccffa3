// @ts-check
// A judged game as a story: how it ended, and the decisive moments. No drawing here.

import { inWords, listed, movesOf, said } from "./dice.js";
import { n, t } from "./dom.js";
import { sideName } from "./review.js";

/**
 * @typedef {object} Decisive a decisive turn from the judge; chances are its player's
 * @property {number} number
 * @property {"A" | "B"} player
 * @property {string} throw
 * @property {string} turn
 * @property {string} best
 * @property {number} luck
 * @property {number} error
 * @property {string} position the one before it, with the throw
 *
 * @typedef {object} Moment of a story
 * @property {number} number of its turn
 * @property {string} title
 * @property {string} detail
 * @property {number} points its gain for the side whose story it is, in percent
 * @property {[side: string, turn: string, kind: string][]} shots
 */

/** The holes in which a turn captures. @param {string} turn */
const captures = (turn) => movesOf(turn).flatMap(([, to, mark]) => (mark === "x" ? [to] : []));

/** The title of a throw. @param {boolean} good @param {boolean} own */
function lucky(good, own) {
  if (own) return good ? n("Your throw was lucky") : n("Your throw was unlucky");
  return good ? n("A lucky throw for {name}") : n("An unlucky throw for {name}");
}

/** A decisive turn as a moment; you: as for `sideName`. @param {Decisive} turn @param {string} side
    @param {string} [you] @returns {Moment} */
export function moment({ number, player, throw: thrown, turn, best, luck, error }, side, you) {
  const erred = error > Math.abs(luck);
  const missed = captures(best).filter((hole) => !captures(turn).includes(hole));
  const shown = erred ? missed : captures(turn);
  const titles = erred
    ? [n("{name} missed a capture on {holes}"), n("{name} had a better turn")]
    : turn === "--"
      ? [n("{name} could not move")]
      : [n("{name} captured on {holes}"), lucky(luck > 0, player === you)];
  const title = titles[shown.length || titles.length < 2 ? 0 : 1];
  const name = sideName(player, you);
  const holes = listed(shown, t("and")).replace(/\.$/, "");
  const sign = player === side ? 1 : -1;
  return {
    number,
    title: t(title, { name, holes }),
    detail: erred
      ? t("Played: {turn}. Better: {best}.", { turn: inWords(turn), best: inWords(best) })
      : t("With {dice}: {turn}.", { dice: said(thrown), turn: inWords(turn) }),
    points: Math.round(100 * sign * (erred ? -error : luck)),
    shots: erred
      ? [
          [player, turn, "played"],
          [player, best, "better"],
        ]
      : [[player, turn, "better"]],
  };
}

/** A number as text, with its sign. @param {number} points */
export const signed = (points) => (points < 0 ? "−" : "+") + Math.abs(points);

/** A side's way from its first chance to its last: what it says above, and each part of it, in points of 100.
    @param {Record<string, number>} balance @param {string} side @param {string} you
    @returns {{ head: string, parts: [kind: "luck" | "slips" | "skill", text: string, points: number][] }} */
export function accounted({ first, luck, errors, gifts, last }, side, you) {
  const points = (/** @type {number} */ chance) => Math.round(100 * chance);
  const slips = (/** @type {string} */ name) => t("{name}'s slips", { name: sideName(name) });
  const fill = { name: sideName(side), first: points(first), last: points(last) };
  const text = you ? n("From {first} at the start to {last}") : n("{name}: from {first} at the start to {last}");
  return {
    head: t(text, fill),
    parts: [
      ["luck", t("Luck"), points(luck)],
      ["slips", you ? t("Your slips") : slips(side), -points(errors)],
      ["skill", you ? t("The board's slips") : slips(side === "A" ? "B" : "A"), points(gifts)],
    ],
  };
}
