// A match of several games: who plays which side, through a reload, a second press and another tab.
import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { localStorage: {}, sessionStorage: {} });
const { beginMatch, nextGame, standing } = await import("../../host/web/page/match.js");

const over = (player) => standing({ phase: "over", player, mode: "solo" })?.[0];
const goesOn = () => standing({ phase: "throw", player: "A", mode: "solo" });

test("a match begun before this tab had its board is there after a reload", async () => {
  sessionStorage.board = "board-1"; // the Worker has told
  beginMatch(2, "solo", "A");
  goesOn();
  const again = await import("../../host/web/page/match.js?reloaded");
  assert.match(again.standing({ phase: "over", player: "A", mode: "solo" })[0], /You 1, The board 0/);
});

test("a next game asked for twice changes the sides once", () => {
  beginMatch(3, "solo", "A");
  goesOn();
  assert.match(over("A"), /You 1, The board 0/);
  assert.ok(nextGame() && nextGame()); // the first one was lost on its way
  goesOn();
  assert.match(over("B"), /You 2, The board 0/);
});

test("a game begun at the board is the next one, and after the match none of it", () => {
  beginMatch(2, "solo", "A");
  goesOn();
  assert.match(over("A"), /You 1, The board 0/);
  goesOn(); // a turn is taken back
  assert.match(over("B"), /You 0, The board 1/);
  goesOn();
  assert.match(over("A"), /You 1, The board 0/);
  const begins = (you) => standing({ phase: "opening", player: "", mode: "solo", you });
  begins("B");
  assert.match(over("A"), /^Match, best of 3: You 1, The board 1/);
  begins("B");
  assert.match(over("B"), /Match over: You 2, The board 1/);
  begins("B");
  assert.equal(over("B"), undefined);
});
