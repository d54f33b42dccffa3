// One's own rating against the levels.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = {};
const { rated } = await import("../../host/web/page/glicko.js");
const { standing } = await import("../../host/web/page/puzzling.js");
const { count, known, verdict } = await import("../../host/web/page/solving.js");
const { RATINGS, ratings } = await import("../../host/web/page/rating.js");

test("a rating is as the method's author works it out", () => {
  const results = [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ];
  const { rating, deviation, volatility } = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, results);
  assert.ok(Math.abs(rating - 1464.06) < 0.01, String(rating));
  assert.ok(Math.abs(deviation - 151.52) < 0.01, String(deviation));
  assert.ok(Math.abs(volatility - 0.05999) < 0.00001, String(volatility));
});

test("an upset raises the volatility", () => {
  const upset = Array(8).fill({ rating: 2000, deviation: 10, score: 1 });
  assert.ok(rated({ rating: 1200, deviation: 50, volatility: 0.06 }, upset).volatility > 0.06);
});

test("games against a level count, the oldest first", () => {
  assert.deepEqual(ratings(""), []);
  const found = ratings("3c");
  assert.ok(found[0].rating > 1250 && found[1].rating < found[0].rating && found[1].deviation < found[0].deviation);
  assert.ok(ratings("6")[0].rating > ratings("1")[0].rating, "a strong one is worth more");
});

test("who wins half his games against a level comes to its rating", () => {
  for (const [level, games] of [
    [1, "1a"],
    [5, "5e"],
  ]) {
    const { rating, deviation } = ratings(games.repeat(30)).at(-1);
    assert.ok(Math.abs(rating - RATINGS[level - 1]) < 60 && deviation < 75, `${level}: ${rating} ± ${deviation}`);
  }
});

test("a puzzle counts by how hard it is, and says how one stands", () => {
  const [easy, hard] = [10, 0].map((found) => ["", "A3xM4", 700, 500, 0, found]);
  assert.equal(standing(), "");
  count(easy, true);
  const first = known().change;
  count(hard, true);
  assert.ok(known().change > first, "a hard one is worth more");
  assert.match(standing(true), /^Puzzle rating \d+ \(\+\d+\)\. 2 in a row\.$/);
  count(easy, false);
  assert.match(standing(true), /^Puzzle rating \d+ \(−\d+\)\.$/);
  assert.match(standing(), /2 of 3 solved\.$/);
  assert.equal(verdict(easy, "capture"), "It captures on M4. It wins about 70 games in 100, the next best turn 50.");
});
