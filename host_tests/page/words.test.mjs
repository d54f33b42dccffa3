// Turns, throws and figures in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords, listed, movesOf, said, sign, speakOf } from "../../host/web/page/dice.js";
import { givenAway } from "../../host/web/page/hints.js";
import { byLetter } from "../../host/web/page/voice.js";

test("a throw is said without letters", () => assert.equal(said("14"), "dal and 4"));

test("a turn's moves, with its captures and dals", () => {
  assert.deepEqual(movesOf("A1-M1xM3 B=B4"), [
    ["A1", "M1", "-"],
    ["M1", "M3", "x"],
    ["B", "B4", "="],
  ]);
  assert.deepEqual(movesOf("M4<M7 M13>B12 M6+M8 M6+M8x"), [
    ["M4", "M7", "<"],
    ["M13", "B12", ">"],
    ["M6", "M8", "+"],
    ["M6", "M8", "+x"],
  ]);
  assert.equal(inWords("M4<M7 M6+M8x"), "M4 sends M7 home, M6 recruits the king on M8, and he captures");
  assert.equal(inWords("A1-M1xM3"), "A1 to M1, M1 takes M3");
  assert.equal(inWords("--"), "no move");
  assert.deepEqual(movesOf("--"), []);
});

test("a list is a sentence", () => {
  assert.equal(listed([], "or"), "");
  assert.equal(listed(["to M1"], "or"), "To M1.");
  assert.equal(listed(["to M1", "to M2", "to M3"], "or"), "To M1, to M2 or to M3.");
});

test("a letter stands for what can be chosen", () => {
  assert.equal(byLetter(["A1", "M2"], "B"), "M2");
  assert.equal(byLetter(["A1"], "Enter"), undefined);
});

test("a throw is said in the words of the game's dice", () => {
  const told = ["2x1234", "3x1234", "sticks"].map((dice) => (speakOf({ dice, falls: 16 }), [said("1"), sign("1")]));
  assert.deepEqual(told, [
    ["dal", "✕"],
    ["X", "✕"],
    ["sig", "1"],
  ]);
  speakOf({ dice: "2x1234", falls: 16 });
});

test("what a turn gives away is counted in the throws of the game's dice", () => {
  const found = { loss: 0.125, risk: ["M4", 0.75] };
  const told = (dice, falls, hull) => (speakOf({ dice, falls }), givenAway("A mistake.", found, hull));
  const given = "A mistake. It costs 13 of 100. The piece on M4 can be";
  assert.equal(told("2x1234", 16, "boat"), `${given} captured by 12 of 16 throws.`);
  assert.equal(told("3x1234", 64, "plank"), `${given} captured by 48 of 64 throws.`);
  assert.equal(told("sticks", 16, "sand"), `${given} hit by 12 of 16 throws.`);
  assert.equal(givenAway("A mistake.", { loss: 0.1 }, "boat"), "A mistake. It costs 10 of 100.");
  speakOf({ dice: "2x1234", falls: 16 });
});
