// What outlasts another game or a lost connection, and what does not.
import assert from "node:assert/strict";
import { test } from "node:test";

const element = { setAttribute: () => {}, getAttribute: () => "" };
Object.assign(globalThis, {
  sessionStorage: {},
  localStorage: {},
  document: { getElementById: () => element },
  setInterval: () => 0,
  addEventListener: () => {},
  matchMedia: () => ({ addEventListener: () => {} }),
});
const { Clock } = await import("../../host/web/page/clock.js");
const { Moves } = await import("../../host/web/page/moves.js");
const { begin, choice, chosen, fresh, hint, hinted } = await import("../../host/web/page/state.js");
const { sceneOf } = await import("../../host/web/page/scene.js");
const { Reviews } = await import("../../host/web/page/review.js");

test("each game has the whole time, or what it had left, and none if it began elsewhere", () => {
  localStorage.clock = "5+3";
  const clock = new Clock();
  const show = (record) =>
    clock.show({ behind: "game", phase: "throw", mode: "game", you: "AB", player: "A", record }, false, true);
  show("Id: 1\n\n0 A 24\n");
  assert.equal(clock.left.A, 5 * 60000);
  clock.left.A = 7;
  clock.keep();
  show("Id: 2\n\n0 A 12\n0 B 13");
  assert.equal(clock.left.A, 5 * 60000);
  show("Id: 1\n\n0 A 24\n0 B 13\n1 A 12 A1-M3");
  assert.equal(clock.left.A, 7);
  show("Id: 3\n\n0 A 24\n0 B 13\n1 A 12 A1-M3");
  assert.equal(clock.left.A, undefined);
  show("Id: 4\nStart: a/./b A -\n\n");
  assert.equal(clock.left.A, undefined);
});

test("moves are shown once, whatever game is shown between", () => {
  const shown = [];
  const state = { ...fresh([]), begun: true };
  const next = () => shown.push(...moves.queue.splice(0).map(({ n }) => n));
  const moves = Object.assign(Object.create(Moves.prototype), { state, queue: [], seen: 0, dragged: () => "", next });
  const follow = (mode, ...numbers) => {
    state.v = { behind: "game", mode, moves: numbers.map((n) => ({ n, player: "B", path: ["B1"] })) };
    moves.follow();
  };
  follow("solo", 1, 2);
  follow("solo", 1, 2, 3);
  follow("far");
  follow("solo", 1, 2, 3);
  assert.deepEqual(shown, [3]);
});

test("a hint and a choice end with the position that they were for, and with a lesson or a record in its place", () => {
  const v = { behind: "game", position: "a./... A 12", record: "1", stand: "a....", plays: { A1: { M1: "1" } } };
  const state = { ...fresh(["A1"]), connected: true, begun: true, me: { you: "1" }, v: { ...v, player_page: "1" } };
  const help = () => {
    begin(state, { chosen: "A1" });
    hint(state, 2);
  };
  const helped = () => [chosen(state), hinted(state)];
  help();
  assert.deepEqual(helped(), ["A1", 2]);
  const others = [
    [{ v: { ...state.v, position: "b./... A 12" } }, 0],
    [{ v: { ...state.v, record: "12" } }, 0],
    [{ v: { ...state.v, played: "1" } }, 2], // the rest of the same turn
    [{ lesson: { ...v, lesson: 4 } }, 0],
    [{ replay: { ...v, at: 0 } }, 0],
    [{ begun: false, v: { ...state.v, phase: "play" } }, 0], // the start card
  ];
  for (const [other, left] of others) {
    const was = { ...state };
    Object.assign(state, other);
    assert.deepEqual(helped(), [null, left], JSON.stringify(other));
    assert.equal(choice(state).why, "");
    Object.assign(state, was);
  }
});

test("the last turn of the game is not marked on the picture of the start card", () => {
  const v = { behind: "game", phase: "play", player_page: "1", record: "\n1 A 12 A1-M3\n", stand: ".....", you: "A" };
  const state = { ...fresh(["A1"]), connected: true, begun: true, me: { you: "1" }, v };
  const last = () => sceneOf(state, null).last.join(" ");
  assert.equal(last(), "A A1-M3");
  Object.assign(state, { begun: false, picture: { stand: "B...." } });
  assert.equal(last(), " ");
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
