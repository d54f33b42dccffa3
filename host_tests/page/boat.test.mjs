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
  routes: {
    boat: {
      A: [
        [0, -1],
        [1, 1],
        [2, -1],
      ],
      B: [
        [2, -1],
        [1, 1],
        [0, -1],
      ],
      again: 1,
    },
    "head-on": {
      A: [
        [0, -1],
        [1, 1],
        [2, -1],
      ],
      B: [
        [2, 1],
        [1, -1],
        [0, 1],
      ],
      again: 1,
    },
  },
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

/** A plank of Sáhkku. */
function plank(route) {
  const geometry = new Geometry(PLAN);
  geometry.take([15, 15], { route, dice: "3x1234", hull: "plank" });
  return geometry;
}

test("each side walks its own route, and the round again and again", () => {
  const way = (route, side, ...names) => names.map((name) => plank(route).after(side, name));
  assert.deepEqual(way("head-on", "A", "A15", "A1", "M15", "B1"), ["A14", "M1", "B15", "M1"]);
  assert.deepEqual(way("head-on", "B", "B1", "B15", "M1", "A15"), ["B2", "M15", "A1", "M15"]);
  assert.deepEqual(way("boat", "B", "B15", "B1", "M15", "A1"), ["B14", "M1", "A15", "M1"]);
  assert.deepEqual(plank("head-on").holes("B", "B14", "M14"), ["B14", "B15", "M15", "M14"]);
});

test("a plank ends as far behind its last holes at both ends, and its rows run both ways", () => {
  const geometry = plank("head-on");
  geometry.fit(BOX, false, false);
  assert.equal(geometry.length, geometry.at.M15[0] + geometry.at.M1[0]);
  assert.deepEqual(
    ["A", "B", "C", "D"].map((letter) => geometry.heading("M5", letter)),
    ["r", "l", "r", "l"],
  );
  assert.deepEqual([geometry.heading("A5", "a"), geometry.heading("B5", "b")], ["d", "u"]);
});
