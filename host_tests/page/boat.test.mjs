// The drawn boat: as long as its rows, and the same way round wherever one side's row is the nearest.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Geometry } from "../../host/web/page/geometry.js";

const PITCH = 17.5;
const hole = (row, y) => (_, k) => ({ name: row + (k + 1), x: 15 + PITCH * k, y });
const PLAN = {
  n: 16,
  length: 310,
  pitch: PITCH,
  outline: [
    [0, -40],
    [244, -40],
    [310, 0],
    [244, 40],
    [0, 40],
  ],
  holes: [
    ...Array.from({ length: 16 }, hole("A", -23)),
    ...Array.from({ length: 17 }, hole("M", 0)),
    ...Array.from({ length: 16 }, hole("B", 23)),
  ],
};
const BOX = { width: 1200, height: 400 };

/** The hull and its last hole on the screen, along the boat. */
function laid(n, { whole = false, flipped = false, upright = false } = {}) {
  const geometry = Object.assign(new Geometry(PLAN), { n, middle: n + 1, whole });
  const [left, , width] = geometry.fit(BOX, upright, flipped).split(" ").map(Number);
  const points = geometry
    .outline(0)
    .match(/-?[\d.]+ -?[\d.]+/g)
    .map((point) => point.split(" ").map(Number));
  const along = points.map(([x, y]) => (upright ? -y : x));
  return { geometry, left, width, hull: [Math.min(...along), Math.max(...along)] };
}

for (const n of [12, 13, 16]) {
  test(`a hull of ${n} holes ends as far behind its last hole as any, and fits its box`, () => {
    for (const flipped of [false, true]) {
      const { geometry, left, width, hull } = laid(n, { flipped });
      const [x] = geometry.P(...geometry.at["M" + (n + 1)]);
      assert.equal(Math.round(flipped ? x - hull[0] : hull[1] - x), 15);
      assert.ok(left <= hull[0] && hull[1] <= left + width);
    }
  });
}

test("the wooden boat stays as long as it is, whatever the rules", () => {
  const [low, high] = laid(12, { whole: true }).hull;
  assert.equal(high - low, 310);
});

test("a point on the screen is the same place on a short boat, too", () => {
  for (const flipped of [false, true]) {
    const { geometry } = laid(12, { flipped });
    for (const name of ["A1", "M5", "B12"]) {
      const back = geometry.millimetres(geometry.P(...geometry.at[name])).map((mm) => Math.round(mm) + 0);
      assert.deepEqual(back, geometry.at[name].map(Math.round), name);
    }
  }
});
