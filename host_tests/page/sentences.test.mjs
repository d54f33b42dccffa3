// The sentences and buttons for a game's states.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sentence } from "../../host/web/page/sentences.js";

const GEAR = { route: "boat", dice: "2x1234", falls: 16, hull: "boat" };
const V = {
  gear: GEAR,
  phase: "play",
  mode: "game",
  you: "AB",
  player: "A",
  throw: "13",
  played: "",
  plug: true,
  plays: {},
};

/** The sentence, its addition and the controls, for values that differ from the beginning of a turn. */
function said(values, at = {}) {
  const standing = { chosen: null, at: () => ".", alike: [], verdict: "", hint: "", judged: () => null, ...at };
  const [say, sub, actions] = sentence({ v: { ...V, ...values }, ...standing });
  return [say, sub, actions.map(([, control]) => control).join()];
}

const CASES = [
  [{ phase: "over", you: "A" }, "You won.", "", ""],
  [{ phase: "over", you: "B", mode: "solo" }, "The board won.", "", ""],
  [{ phase: "over" }, "Light won.", "", ""],
  [{ phase: "over", player: "B" }, "Dark won.", "", ""],
  [{ plug: false }, "The board has no power.", "", "plug"],
  [{ mode: "roller" }, "The board is in another mode: begin a new game.", "", ""],
  [{ phase: "setup" }, "The pieces are being set up.", "", ""],
  [{ phase: "opening", due: "throw" }, "Who begins?", "Both throw; the higher sum begins.", "throw"],
  [{ phase: "throw", you: "A", due: "throw" }, "Your throw", "", "throw"],
  [{ phase: "throw", you: "B", mode: "solo" }, "The board throws", "", ""],
  [{ phase: "throw", player: "B" }, "Dark throws", "", ""],
  [{ scene: "lost", due: "lost" }, "No piece can move with dal and 3.", "The turn is lost.", "end"],
  [{ scene: "lost" }, "No piece can move with dal and 3.", "The turn is lost.", ""],
  [{ moving: true, you: "A" }, "Your turn", "", ""],
  [{ you: "B", mode: "solo", thinking: true }, "The board plays dal and 3", "Thinking ...", ""],
  [{ you: "A" }, "Your turn", "Play dal and 3. Lift a piece with a ring.", ""],
  [{ played: "1" }, "Light's turn", "The dal is played. Now play the 3.", ""],
  [{ throw: "33", played: "3" }, "Light's turn", "One 3 is played. Now play the other.", ""],
  [{ throw: "144", played: "41" }, "Light's turn", "4 and dal are played. Now play the 4.", ""],
  [{ done: "A1-M3" }, "Turn done.", "Take it back if you want another.", "end"],
];

for (const [values, ...expected] of CASES) {
  test(JSON.stringify(values), () => assert.deepEqual(said(values), expected));
}

test("where a piece may go is one sentence, the nearest first", () => {
  const plays = { A1: { M3: "13", M1: "1", M2: "3" } };
  const [say, sub, controls] = said({ plays }, { chosen: "A1", at: (hole) => (hole === "M2" ? "b" : ".") });
  assert.deepEqual([say, controls], ["Where to?", "back"]);
  assert.equal(sub, "To M1 with dal, capture on M2 with 3 or to M3 with dal and 3.");
});

test("what a landing does is said as the game has it", () => {
  const chosen = { chosen: "M4", at: (hole) => ({ M6: "k", M7: "B" })[hole] || "." };
  const plays = { M4: { M6: "2", M7: "3" } };
  const where = (hull) => said({ gear: { ...GEAR, hull }, plays }, chosen)[1];
  assert.equal(where("plank"), "The king on M6 with 2 or capture on M7 with 3.");
  assert.equal(where("sand"), "The king on M6 with 2 or hit M7 with 3.");
});

test("turns that look alike are asked for, each as a button", () => {
  const sent = [];
  const [say, , actions] = sentence({
    v: V,
    chosen: null,
    alike: ["A1-M1", "A2-A1"],
    send: (command) => sent.push(command),
  });
  assert.deepEqual([say, actions.length, actions[1][0]], ["Which turn was it?", 2, "A2 to A1"]);
  actions[1][2]();
  assert.deepEqual(sent, [{ do: "choose", turn: "A2-A1" }]);
});

test("what a lesson says goes before all else", () => {
  assert.deepEqual(said({ phase: "over", speech: () => ["Lesson", "Do it", []] }), ["Lesson", "Do it", ""]);
});
