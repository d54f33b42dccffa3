// A position by presses and as text, and what is known about its turns.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  apart,
  begins,
  fresh,
  isBoth,
  merged,
  placed,
  standing,
  toggled,
  withParts,
} from "../../host/web/page/position.js";

test("a press puts a piece into a hole, and takes the same one away", () => {
  const empty = fresh([3, 4], "..");
  assert.equal(empty, ".../..../... A -");
  const one = placed(placed(empty, "A1", "a"), "M4", "B");
  assert.equal(one, "a../...B/... A -");
  assert.equal(placed(placed(one, "A1", "A"), "M4", "B"), "A../..../... A -");
  assert.deepEqual([isBoth(one), isBoth(empty), isBoth(fresh([3, 3]))], [true, false, true]);
  assert.equal(withParts(one, { side: "B", thrown: "13" }), "a../...B/... B 13");
  assert.match(begins("danish", "a../...B/... B 13"), /^Start: a\.\.\/\.\.\.B\/\.\.\. B -$/m);
});

test("a step of a record on the wooden boat, of a smaller game too", () => {
  assert.equal(standing("a.AbBB.", [2, 2], "B", "13"), "a./Ab/B. B 13");
});

test("play-outs take the place of estimates, and stay; two turns are compared", () => {
  const turn = (name, chance, rest = {}) => ({ turn: name, result: "", chance, ...rest });
  const known = merged([turn("x", 0.5), turn("y", 0.4)], [turn("y", 0.6, { error: 0.01 })]);
  assert.deepEqual(
    known.map((one) => one.turn),
    ["y", "x"],
  );
  assert.equal(merged(known, [turn("y", 0.1)])[0].chance, 0.6);
  assert.deepEqual(toggled(toggled(toggled([], "x"), "y"), "z"), ["y", "z"]);
  assert.deepEqual(toggled(["x", "y"], "x"), ["y"]);
  const [best, other] = [
    turn("x", 0.6, { error: 0.01 }),
    turn("y", 0.5, { error: 0.01, behind: 0.1, behind_error: 0.02 }),
  ];
  assert.deepEqual(apart(best, other).map(Math.round), [10, 2]);
  assert.deepEqual(apart(best, turn("z", 0.5))[1], null);
});
