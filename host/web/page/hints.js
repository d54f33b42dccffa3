// What the opponent's judge says about the position shown: hints, and the tutor's grade of a turn. No drawing here.

import { counted, inWords, movesOf } from "./dice.js";
import { n, t } from "./dom.js";
import { choice, hinted, shown } from "./state.js";

/** @typedef {import("./types").State} State */

// The grades of a turn by its loss, with the server's bounds. From ASKED on, the tutor asks first.
export const CLASSES = [n("The best turn."), n("A good turn."), n("Inaccurate."), n("A mistake."), n("A blunder.")];
export const ASKED = 3;
const TAKEN = n("The piece on {hole} can be captured by {count} of {all} throws.");

/** The chances of the turns of what is shown, best first; null while unknown. @param {State} state */
function turns(state) {
  const { chances, position } = shown(state);
  return (chances?.position === position && chances?.turns.length && chances.turns) || null;
}

/** The next move of the best turn, asked for by a hint: [from, to]; empty: another turn was begun; null while unknown.
    @param {State} state @returns {string[] | null} */
function best(state) {
  const known = hinted(state) ? turns(state) : null;
  if (!known) return null;
  const { plays, played } = shown(state);
  const next = movesOf(known[0][0]).find(([from, to]) => plays?.[from] && (to in plays[from] || !played));
  return next ? next.slice(0, 2).map(String) : [];
}

/** The hint in words. @param {State} state */
export function hintText(state) {
  const step = hinted(state);
  if (!step) return "";
  const [from] = best(state) || /** @type {null[]} */ ([null]);
  if (from === null) return t("Thinking ...");
  if (from === undefined) return t("Another turn is better: take it back.");
  if (step === 1) return t("Look at the piece on {hole}.", { hole: from });
  return t("Best: {turn}", { turn: inWords(turns(state)?.[0][0] || "") });
}

/** The holes that the hint points to. @param {State} state */
export const pointed = (state) => (best(state) || []).slice(0, hinted(state));

/** The tutor's grade of the complete turn, its loss, and the best one; null while unknown. @param {State} state
    @param {number[]} bounds */
export function graded(state, bounds) {
  const known = turns(state);
  if (!known) return null;
  const [best, mine] = [known[0], known.find(([turn]) => turn === shown(state).done) || known[known.length - 1]];
  const loss = best[1] - mine[1];
  return { grade: bounds.filter((bound) => loss >= bound).length, loss, better: best[0], risk: mine[2] };
}

/** What a turn gives away. @param {string} verdict
    @param {{ loss: number, risk?: [hole: string, chance: number] }} found @param {string} hull */
export function givenAway(verdict, { loss, risk }, hull) {
  const given = t("{verdict} It costs {points} of 100.", { verdict, points: Math.round(100 * loss) });
  if (!risk) return given;
  const told = hull === "sand" ? n("The piece on {hole} can be hit by {count} of {all} throws.") : TAKEN;
  return `${given} ${t(told, { hole: risk[0], ...counted(risk[1]) })}`;
}

/** The turn of which arrows are shown on request: the tutor's, or the hint's. @param {State} state */
export function arrowed(state) {
  const known = turns(state);
  const wanted = (choice(state).better && shown(state).done) || (hinted(state) === 2 && best(state)?.length);
  return known && wanted ? known[0][0] : "";
}
