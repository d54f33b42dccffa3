// Browser-independent logic: moments of a story, the outlook, the daily puzzle, the clock, addresses.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const page = "../../host/web/page";
const { accounted, moment } = await import(`${page}/story.js`);
const { mirrored, ofDay, puzzleAtWill, puzzleOf, themeOf, withBlunders } = await import(`${page}/puzzle.js`);
const { filled, justNow } = await import(`${page}/outlook.js`);
const { turnsOf } = await import(`${page}/position.js`);
const { headline } = await import(`${page}/picture.js`);
const { standOf } = await import(`${page}/position.js`);
const { Clock, shown } = await import(`${page}/clock.js`);
const weekly = await import(`${page}/week.js`);
const { Settings } = await import(`${page}/settings.js`);
const { asked } = await import(`${page}/rooms.js`);

const TURN = { number: 7, player: "A", throw: "13", turn: "M1-M4", best: "M1xM5", luck: 0.1, error: 0.2 };
const MOMENTS = [
  [{}, ["You missed a capture on M5", "Played: M1 to M4. Better: M1 takes M5.", -20]],
  [{ best: "M1-M5" }, ["You had a better turn", "Played: M1 to M4. Better: M1 to M5.", -20]],
  [{ player: "B" }, ["The board missed a capture on M5", "Played: M1 to M4. Better: M1 takes M5.", 20]],
  [{ error: 0, turn: "M1xM5 A2xA1" }, ["You captured on M5 and A1", "With dal and 3: M1 takes M5, A2 takes A1.", 10]],
  [{ error: 0 }, ["Your throw was lucky", "With dal and 3: M1 to M4.", 10]],
  [{ error: 0, luck: -0.3 }, ["Your throw was unlucky", "With dal and 3: M1 to M4.", -30]],
  [{ error: 0, luck: -0.3, turn: "--" }, ["You could not move", "With dal and 3: no move.", -30]],
];
for (const [values, expected] of MOMENTS) {
  test(expected[0], () => {
    const { title, detail, points } = moment({ ...TURN, ...values }, "A", "A");
    assert.deepEqual([title, detail, points], expected);
  });
}

test("an error is shown beside the better turn, luck alone", () => {
  assert.deepEqual(moment(TURN, "A").shots, [["A", "M1-M4", "played"], ["A", "M1xM5", "better"]]); // prettier-ignore
  assert.deepEqual(moment({ ...TURN, error: 0 }, "A").shots, [["A", "M1-M4", "better"]]);
});

test("a balance says where the chance has gone", () => {
  const balance = { first: 0.5, luck: 0.2, errors: 0.1, gifts: 0.4, last: 1 };
  const { head, parts } = accounted(balance, "A", "");
  assert.equal(head, "Light: from 50 at the start to 100");
  assert.deepEqual(parts, [["luck", "Luck", 20], ["slips", "Light's slips", -10], ["skill", "Dark's slips", 40]]); // prettier-ignore
  const own = accounted(balance, "A", "A");
  assert.equal(own.head, "From 50 at the start to 100");
  assert.deepEqual(own.parts.map(([, text]) => text), ["Luck", "Your slips", "The board's slips"]); // prettier-ignore
});

test("a position of a shorter boat stands on the whole one", () => {
  assert.equal(standOf("ab/..A/BB A 12", 4), "ab...." + "A..BB..");
});

test("a picture says who won, from whoever's page", () => {
  assert.equal(headline({ winner: "A", you: "A", counts: [16, 11] }), "I beat the board, 16 to 11");
  assert.equal(headline({ winner: "B", you: "A", counts: [9, 16] }), "The board won, 16 to 9");
  assert.equal(headline({ winner: "B", you: "", counts: [9, 16] }), "Dark won, 16 to 9");
});

test("a puzzle is the same all day, for everybody, and Light's", () => {
  const shipped = Array.from({ length: 120 }, (_, k) => [`position ${k}`, "turn"]);
  const days = Array.from({ length: 120 }, (_, k) => ofDay(new Date(2026, 0, 1 + k, k % 24), 120));
  assert.equal(new Set(days).size, 120);
  assert.equal(ofDay(new Date(2026, 5, 7, 1), 120), ofDay(new Date(2026, 5, 7, 23), 120));
  assert.deepEqual(puzzleOf(shipped, [], new Date(2026, 5, 8)).turn, "turn");
  const own = [{ position: "mine", turn: "better" }];
  assert.equal(puzzleOf(shipped, own, new Date(2026, 5, 7)).own, true);
  assert.equal(puzzleOf(shipped, own, new Date(2026, 5, 8)).own, undefined);
  assert.deepEqual(mirrored("a./.B./bA B 12", "B2xB1"), { position: "aB/.A./b. A 12", turn: "A2xA1" });
});

test("puzzles have themes, and come one after the other", () => {
  const boat = `A...a${".".repeat(11)}/${".".repeat(17)}/BBBBBB..........`;
  const shipped = ["A1-M1", "A5-A4 A1-M1", "A1xB3", "A5xA4"].map((turn) => [`${boat} A 14`, turn, 800, 700, 0, 5]);
  assert.deepEqual(shipped.map(themeOf), ["run", "dal", "capture", "capture"]);
  assert.equal(themeOf([`${boat.replace("BBBB", "....")} A 14`, "A1xB3", 800, 700, 1, 5]), "ending");
  assert.deepEqual(
    [0, 1, 2].map((k) => puzzleAtWill("capture", shipped, [], k).turn),
    ["A1xB3", "A5xA4", "A1xB3"],
  );
  assert.equal(puzzleAtWill("ending", shipped, [], 0), null);
  assert.equal(puzzleAtWill("own", shipped, [], 0), null);
});

test("a week's position is everybody's, its answers stand beside each other, equal ones too", () => {
  const { answer, answers, compared, heard, link, ofNumber, waiting, weekOf } = weekly;
  assert.equal(weekOf(new Date(2026, 10, 23)), weekOf(new Date(2026, 10, 29)));
  assert.equal(weekOf(new Date(2026, 10, 30)), weekOf(new Date(2026, 10, 29)) + 1);
  const shipped = Array.from({ length: 300 }, (_, k) => [k]);
  assert.equal(new Set(Array.from({ length: 300 }, (_, week) => ofNumber(shipped, week)[0])).size, 300);
  assert.equal(ofNumber([...shipped, [300]], 7), ofNumber(shipped, 7)); // more puzzles change no week
  globalThis.localStorage = { farname: "Bo & Åse" };
  answer(5, "M1xM5 A2-A1");
  answer(5, "A2-A1"); // only the first one counts
  const sent = new URL(link(5, "http://here/"));
  const [place, query] = sent.hash.split("?");
  assert.equal(place, "#/week/5");
  globalThis.localStorage = {};
  heard(5, query);
  heard(5, query); // opened twice
  heard(5, "");
  heard(5, "a=nonsense");
  assert.equal(waiting(5), "Answered already: Bo & Åse, A friend.");
  const turns = [
    { turn: "M1xM5 A2-A1", chance: 0.9 },
    { turn: "A2-A1", chance: 0.7 },
  ];
  answer(5, "A2-A1");
  assert.equal(compared(5, turns), "Bo & Åse: M1 takes M5, A2 to A1, 90 in 100. You: A2 to A1, 70 in 100.");
  heard(5, new URL(link(5, "http://here/")).hash.split("?")[1]); // one's own
  assert.equal(answers(5).others.length, 2);
  answer(6, "A2-A1");
  assert.match(compared(6, turns), /^You: .* The best: M1 takes M5, A2 to A1, 90 in 100\.$/);
});

test("blunders are kept once, the newest first, mistakes of others never", () => {
  const decisive = [
    { ...TURN, position: "a/./b A 13" },
    { ...TURN, player: "B", position: "x/./y B 1" },
  ];
  const kept = withBlunders([{ position: "old", turn: "t" }], decisive, "A", 0.1);
  assert.deepEqual(kept.map(({ position }) => position), ["a/./b A 13", "old"]); // prettier-ignore
  assert.equal(withBlunders(kept, decisive, "A", 0.1).length, 2);
});

test("an outlook knows the last chance where none is known, and what happened last", () => {
  const known = [0.5];
  known[2] = 0.7;
  assert.deepEqual(filled(known, 3), [0.5, 0.5, 0.7, 0.7]);
  const turns = turnsOf("Rules: danish\n\n0 A 12\n1 A 12 A1-M3\n2 B 13 B1-M1 M1xM4\n");
  assert.equal(turns.length, 2);
  assert.equal(justNow(turns, "A", "A"), "Just now: The board, B1 to M1, M1 takes M4.");
  assert.equal(justNow(turns, "B", "B"), "");
});

test("a clock shows minutes and seconds, never less than nothing", () => {
  assert.deepEqual([600000, 59001, 1, -5].map(shown), ["10:00", "1:00", "0:01", "0:00"]);
});

/** A clock of 10 minutes and 5 seconds a turn, and what it has told. */
function ticking(mode, you) {
  const elements = {};
  const element = () => ({ getAttribute: () => null, setAttribute() {} });
  const document = { getElementById: (id) => (elements[id] ??= element()) };
  Object.assign(globalThis, { document, localStorage: { clock: "10+5" }, sessionStorage: {}, setInterval() {}, addEventListener() {} }); // prettier-ignore
  const time = { now: 0 };
  const told = [];
  const clock = new Clock((frame) => told.push(frame), () => time.now); // prettier-ignore
  const view = { behind: "game", mode, you, phase: "play", player: "A", throw: "12", record: "Id: 1\n\n0 A 12\n" };
  const show = (changed = {}, runs = true) => clock.show(Object.assign(view, changed), runs, true);
  return { time, told, clock, elements, show };
}
const SEEN = 700; // the dice lie

test("a clock runs only while its player moves, from when the throw is seen, and gives time for a turn", () => {
  const { time, clock, elements, show } = ticking("solo", "A");
  show({ phase: "throw", throw: "" });
  time.now = 50_000;
  show({ phase: "play", throw: "12" });
  time.now += SEEN + 60_000;
  clock.tick();
  assert.deepEqual([elements.clockA.textContent, elements.clockB.hidden], ["9:00", true]);
  show({ moving: true }); // another's move is still seen
  time.now += 9_000;
  show({ moving: false, record: "Id: 1\n\n0 A 12\n1 A 12 A1-M3\n", player: "B", throw: "23" });
  time.now += 9_000;
  clock.tick();
  assert.equal(elements.clockA.textContent, "9:05");
  show({ record: "Id: 1\n\n0 A 12\n1 A 12 A1-M3\n2 B 23 --\n", player: "A", throw: "24", due: "lost" });
  time.now += 9_000;
  clock.tick();
  assert.equal(elements.clockA.textContent, "9:05"); // nothing can be played
});

test("a clock waits for a lesson and for a game with somebody elsewhere, and tells what was left", () => {
  const { time, told, clock, elements, show } = ticking("game", "AB");
  show();
  time.now = SEEN + 60_000;
  for (const away of [{ you: "" }, { mode: "far", you: "A" }]) {
    show(away, false);
    assert.equal(elements.clockA.hidden, true);
    time.now += 5_000;
    show({ mode: "game", you: "AB" });
    assert.deepEqual([elements.clockA.hidden, elements.clockA.textContent], [false, "9:00"]);
  }
  const tells = (record, left) => {
    show({ record: `Id: 1\n\n0 A 12\n${record}`, player: "B", phase: "throw" });
    assert.deepEqual(told.splice(0).map((frame) => [frame.do, frame.game, [...frame.left]]), left); // prettier-ignore
  };
  tells("1 A 12 A1-M3\n", [["clock", "1", ["9:05"]]]);
  tells("1 A 12 A1-M3\n; clock=9:05\n2 B 24 --\n", [["clock", "1", ["9:05", "10:00"]]]);
  tells("1 A 12 A1-M3\n2 B 24 --\n; clock=9:00\n", []);
  tells("", []); // taken back
  tells("1 A 12 A1-M3\n", [["clock", "1", [""]]]); // and played again: no more time
  clock.told = ""; // another server
  tells("1 A 12 A1-M3\n", [["clock", "1", [""]]]);
});

test("whose time is up has lost, once, also after a reload", () => {
  const { time, told, clock, elements, show } = ticking("solo", "A");
  show();
  time.now = SEEN + 599_900;
  clock.tick();
  const again = new Clock((frame) => told.push(frame), () => time.now); // prettier-ignore
  again.show(
    { behind: "game", mode: "solo", you: "A", phase: "play", player: "A", throw: "12", record: "Id: 1\n\n0 A 12\n" },
    true,
    true,
  );
  time.now += SEEN + 100;
  again.tick();
  again.tick();
  assert.deepEqual(told, [{ do: "flag", who: "A" }]);
  assert.equal(elements.clockA.textContent, "Time is up");
});

test("a clock is kept once a second, not at each tick", () => {
  const { time, clock, show } = ticking("solo", "A");
  show();
  let kept = 0;
  clock.keep = () => kept++;
  for (time.now = SEEN; time.now < SEEN + 10_000; time.now += 200) clock.tick();
  assert.deepEqual([clock.left.A, kept], [600_000 - 9_800, 9]);
});

test("a setting changed in another tab is shown and holds here", () => {
  const [controls, heard, changed] = [{}, {}, []];
  const document = { getElementById: (id) => (controls[id] ??= { type: "checkbox", addEventListener() {} }) };
  Object.assign(globalThis, { document, localStorage: {}, addEventListener: (kind, does) => (heard[kind] = does) });
  const settings = new Settings((name) => changed.push(name));
  localStorage.tutor = "yes";
  heard.storage({ key: "tutor" });
  heard.storage({ key: "mistakes" });
  assert.deepEqual([controls["set-tutor"].checked, settings.is("tutor"), changed], [true, true, ["tutor"]]);
});

test("an address says in which house the page is", () => {
  assert.deepEqual(asked("?kiosk"), { embed: false, kiosk: 90, puzzle: false });
  assert.deepEqual(asked("?embed&puzzle&kiosk=20"), { embed: true, kiosk: 20, puzzle: true });
});
