// What kept games come to, which of them are listed, and the levels near a rating.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = {};
const { figures, persons } = await import("../../host/web/page/figures.js");
const { asked, baseOf, within, written } = await import("../../host/web/page/finding.js");
const { levelsNear } = await import("../../host/web/page/rating.js");

const game = (k, more = {}) => ({
  ...{ name: String(k), key: `k${k}`, date: "", rules: "danish", result: "A", turns: 9, a: "You", b: "The board" },
  ...more,
});
const sums = (lost, luck = 0) => ({ A: [lost, 20, luck], B: [0.3, 20, 0] });

test("figures are of finished games, of one person, on either side", () => {
  const games = [
    game(1),
    game(2, { result: "B" }),
    game(3, { result: "B", a: "The board", b: "" }),
    game(4, { result: "*" }),
    game(5, { broken: true }),
    game(6, { a: "Ane", b: "Bo" }),
    game(7, { result: "-" }),
  ];
  assert.deepEqual(figures(games, {}, "You", ""), { of: 4, won: 2, given: [], luck: null });
  assert.deepEqual(figures(games, {}, "Ane", ""), { of: 1, won: 1, given: [], luck: null });
  assert.equal(figures(games, {}, "You", "Bo").of, 5); // the name that this page plays under
  assert.deepEqual(persons(games, ""), ["You", "Ane", "Bo"]);
  assert.deepEqual(figures([], {}, "You", ""), { of: 0, won: 0, given: [], luck: null });
});

test("what was given away is one figure of few games, and the first and the last ones' of many", () => {
  const games = Array.from({ length: 9 }, (_, k) => game(k)); // the newest first
  const known = Object.fromEntries(games.map(({ key }, k) => [key, sums((10 + 3 * k) / 100, k / 100)]));
  const rounded = (found) => found.given.map((one) => Math.round(10 * one) / 10);
  assert.deepEqual(rounded(figures(games.slice(0, 5), known, "You", "")), [16]);
  const found = figures(games, known, "You", "");
  assert.deepEqual(rounded(found), [31, 13]);
  assert.equal(found.luck, 4);
  const many = Array.from({ length: 60 }, (_, k) => game(k));
  const all = Object.fromEntries(many.map(({ key }, k) => [key, sums(k / 100)]));
  assert.deepEqual(rounded(figures(many, all, "You", "")), [54.5, 4.5]); // ten each
  assert.deepEqual(figures(games, { k0: { A: [0, 0, 0], B: [0, 0, 0] } }, "You", "").given, []); // no choice
  const dark = [game(0, { a: "The board", b: "You" })];
  assert.deepEqual(rounded(figures(dark, { k0: sums(0.5, 0.1) }, "You", "")), [30]);
  assert.equal(figures(dark, { k0: sums(0.5, 0.1) }, "You", "").luck, -10);
});

test("an address has what is chosen, and gives it back", () => {
  const wanted = { end: "won", who: "Åse", rules: "danish", time: "year", at: "" };
  assert.equal(written(wanted), "?won&year&rules=danish&who=%C3%85se");
  assert.deepEqual(asked(written(wanted)), wanted);
  assert.equal(written(asked("")), "");
  assert.deepEqual(asked("nonsense&at=nothing"), { end: "", who: "", rules: "", time: "", at: "" });
});

test("games are of this year, of this month, and of rules with any options", () => {
  const dates = ["2026-11-02", "2026-01-02", "2025-11-02", ""];
  const found = (time) => dates.map((date) => within(date, time, "2026-11-28"));
  assert.deepEqual(found(""), [true, true, true, true]);
  assert.deepEqual(found("year"), [true, true, false, false]);
  assert.deepEqual(found("month"), [true, false, false, false]);
  assert.equal(baseOf("danish,jump=any"), "danish");
});

test("the levels near some ratings are those between them, and the next one", () => {
  assert.deepEqual(levelsNear([1250, 1300]), [2, 3]);
  assert.deepEqual(levelsNear([900, 1410]), [0, 1, 2, 3, 4]);
  assert.deepEqual(levelsNear([800, 900]), [0]);
  assert.deepEqual(levelsNear([1600, 1700]), [5]);
});
