// @ts-check
// A rating after some games, by Glicko-2.
// Source: Mark E. Glickman, "Example of the Glicko-2 system", 2013, whose numbers of steps the comments give.

/** @typedef {{ rating: number, deviation: number, volatility: number }} Rating deviation: its standard error */
/** @typedef {{ rating: number, deviation: number, score: number }} Result an opponent; score: 1 for a win, 0 for a loss */

const SCALE = 173.7178; // points of a rating in one of the method's own units
const MIDDLE = 1500;
const TAU = 0.5; // how much the volatility changes
const CLOSE = 1e-6;

/** Of somebody who has not played yet. @type {Rating} */
export const UNKNOWN = { rating: 1250, deviation: 350, volatility: 0.06 };

/** The rating after a period of games. @param {Rating} before @param {Result[]} results @returns {Rating} */
export function rated(before, results) {
  const [mu, phi] = [(before.rating - MIDDLE) / SCALE, before.deviation / SCALE]; // 2
  let [information, lead] = [0, 0];
  for (const { rating, deviation, score } of results) {
    const g = 1 / Math.sqrt(1 + (3 * (deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (rating - MIDDLE) / SCALE)));
    information += g * g * expected * (1 - expected);
    lead += g * (score - expected);
  }
  const variance = 1 / information; // 3
  const volatility = volatile(before.volatility, phi, variance, variance * lead);
  const wide = phi ** 2 + volatility ** 2; // 6
  const phiAfter = 1 / Math.sqrt(1 / wide + 1 / variance); // 7
  return { rating: MIDDLE + SCALE * (mu + phiAfter ** 2 * lead), deviation: SCALE * phiAfter, volatility }; // 8
}

/** The volatility after the games, by the Illinois method (4, 5). @param {number} sigma @param {number} phi
    @param {number} variance @param {number} delta */
function volatile(sigma, phi, variance, delta) {
  const a = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const sum = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / TAU ** 2;
  };
  let [low, high] = [a, Math.log(delta ** 2 - phi ** 2 - variance)];
  if (Number.isNaN(high)) for (let k = 1; f((high = a - k * TAU)) < 0; k++);
  for (let [atLow, atHigh] = [f(low), f(high)]; Math.abs(high - low) > CLOSE;) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
