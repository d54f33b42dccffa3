// A position by presses and as text, and what is known about its turns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begins, empty, isBoth, merged, placed, standing, withParts } from "../../host/web/page/position.js";
import { nodeOf, noted, notesOf, played, readBranch, thrownAt, turnedOn, written } from "../../host/web/page/line.js";

test("a press puts a piece into a hole, and takes the same one away", () => {
  const none = empty([3, 4]);
  assert.equal(none, ".../..../... A -");
  const one = placed(placed(none, "A1", "a"), "M4", "B");
  assert.equal(one, "a../...B/... A -");
  assert.equal(placed(placed(one, "A1", "A"), "M4", "B"), "A../..../... A -");
  assert.deepEqual([isBoth(one), isBoth(none)], [true, false]);
  assert.equal(withParts(one, { side: "B", thrown: "13" }), "a../...B/... B 13");
  assert.match(begins("danish", "a../...B/... B 13"), /^Start: a\.\.\/\.\.\.B\/\.\.\. B -$/m);
});

test("a step of a record on the wooden boat, of a smaller game too", () => {
  assert.equal(standing("a.AbBB.", [2, 2], "B", "13"), "a./Ab/B. B 13");
});

test("play-outs take the place of estimates, and stay", () => {
  const turn = (name, chance, rest = {}) => ({ turn: name, result: "", chance, ...rest });
  const known = merged([turn("x", 0.5), turn("y", 0.4)], [turn("y", 0.6, { error: 0.01 })]);
  assert.deepEqual(
    known.map((one) => one.turn),
    ["y", "x"],
  );
  assert.equal(merged(known, [turn("y", 0.1)])[0].chance, 0.6);
});

test("the notes of a record tell the chances, if they are whole", () => {
  const head = "Rules: danish\nResult: *\n\n0 A 24\n0 B 13\n";
  const record = `${head}1 A 12 A1-M3\n; clock=4:58 chance=0.5230 grade=mistake best=A3-A2,M1-M4\n2 B 24 --\n`;
  assert.deepEqual(notesOf(record), [{ chance: 0.523, grade: "mistake", best: "A3-A2 M1-M4" }, {}]);
  assert.deepEqual(noted(record), []);
  assert.deepEqual(noted(`${record}; chance=0.4000\n; a fine throw\n`), [0.5, 0.523, 0.6]);
  assert.deepEqual(noted(head), []);
});

test("a branch is played, thrown for otherwise, gone back in, and read from its address", () => {
  const [first, next, last] = ["a../.../b.. A 13", "A../.../b.. B -", "A../.B./... A -"];
  const one = played(null, 4, { position: first, turn: "A1= A1-A2" }, next);
  assert.deepEqual([one.from, one.at, nodeOf(one)], [4, 1, { position: next, turn: "" }]);
  const thrown = thrownAt(one, 9, next, "24");
  assert.deepEqual(nodeOf(thrown), { position: "A../.../b.. B 24", turn: "" });
  const two = played(thrown, 9, { position: thrown.tip, turn: "B1>M2" }, last);
  assert.equal(two.from, 4);
  assert.deepEqual(readBranch(written(two)), [
    { thrown: "13", turn: "A1= A1-A2" },
    { thrown: "24", turn: "B1>M2" },
    { thrown: "-", turn: "" },
  ]);
  assert.ok(!/[<>" ]/.test(written(two)));
  const again = played({ ...two, at: 1 }, 9, { position: thrown.tip, turn: "--" }, last);
  assert.deepEqual([again.nodes.length, again.nodes[1].turn], [2, "--"]);
});

test("a press on a die gives it its next face", () => {
  const dice = { count: 2, faces: "1234" };
  assert.deepEqual([turnedOn("-", 1, dice), turnedOn("13", 0, dice), turnedOn("14", 1, dice)], ["11", "23", "11"]);
});
