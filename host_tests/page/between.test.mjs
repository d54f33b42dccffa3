// What outlasts another game or a lost connection, and what does not.
import assert from "node:assert/strict";
import { test } from "node:test";

const element = { setAttribute: () => {}, getAttribute: () => "" };
Object.assign(globalThis, {
  sessionStorage: {},
  document: { getElementById: () => element },
  setInterval: () => 0,
  matchMedia: () => ({ addEventListener: () => {} }),
});
const { Clock } = await import("../../host/web/page/clock.js");
const { Play } = await import("../../host/web/page/play.js");
const { Reviews } = await import("../../host/web/page/review.js");

test("each game has the whole time, also one that is gone on with", () => {
  const clock = new Clock();
  const show = (opening) =>
    clock.show({ mode: "game", you: "AB", record: `${opening}\n1 A 12 A1-M3\n` }, { value: () => "5" }, false);
  show("0 A 24\n0 B 13");
  clock.left.A = 0;
  show("0 A 24\n0 B 13");
  assert.equal(clock.left.A, 0);
  show("0 A 12\n0 B 13");
  assert.equal(clock.left.A, 5 * 60000);
});

test("moves are shown once, whatever game is shown between", () => {
  const shown = [];
  const next = () => shown.push(...play.queue.splice(0).map(({ n }) => n));
  const play = Object.assign(Object.create(Play.prototype), { queue: [], seen: 0, watched: true, next });
  const follow = (mode, ...moves) =>
    play.follow({ behind: "game", mode, moves: moves.map((n) => ({ n, player: "B", path: ["B1"] })) });
  follow("solo", 1, 2);
  follow("solo", 1, 2, 3);
  follow("far");
  follow("solo", 1, 2, 3);
  assert.deepEqual(shown, [3]);
});

test("a review whose connection is lost is asked for again", () => {
  const asked = [];
  const reviews = new Reviews(({ text }) => asked.push(text));
  reviews.of("a game");
  reviews.take(null);
  reviews.take({ record: "a game" });
  reviews.take(null);
  assert.deepEqual(asked, ["a game", "a game"]);
});
