// The rooms that are fetched when they are first wanted: the games, what is handed over, the puzzles, the
// analysis.

import { $, t } from "./dom.js";
import { dressed, later, wish } from "./later.js";
import { alone } from "./state.js";

/** @typedef {object} Parts of the page
 * @property {import("./types").Plan} plan
 * @property {import("./types").State} state
 * @property {import("./types").Send} send
 * @property {import("./types").Tell} tell
 * @property {import("./alarm.js").Alarm} alarm
 * @property {import("./sheet.js").Sheet} sheet
 * @property {import("./replay.js").Replay} replay
 * @property {import("./boat.js").Boat} boat
 * @property {import("./lessons.js").Lessons} lessons
 */

/** resumed: a kept game goes on; blundered: takes turns that lost much, of a side; changed: another screen is shown.
    @param {Parts} parts
    @param {{ resumed: () => void, changed: () => void,
    blundered: (turns: import("./story.js").Decisive[], side: string) => void }} does */
export function laterRooms({ plan, state, send, tell, alarm, sheet, replay, boat, lessons }, does) {
  const games = later(tell, async () => {
    const [{ Games }] = await Promise.all([import("./games.js"), dressed("css/games.css")]);
    /** @param {File | null} file */
    const hand = (file) => handing((part) => (file ? part.begin(file, "add") : part.again()));
    return new Games(plan, send, sheet, () => (sheet.close(), does.resumed()), hand, does.blundered);
  });
  const handing = later(tell, async () => {
    const { Handing } = await import("./import.js");
    const read = (/** @type {string} */ text) => send({ do: "read", text });
    return new Handing(send, tell, read, () => games((part) => part.ask()));
  });
  lessons.room = later(tell, async () => {
    const [{ PuzzleRoom }] = await Promise.all([import("./puzzleroom.js"), dressed("css/puzzles.css")]);
    return new PuzzleRoom(plan, state, send, sheet, lessons);
  });
  /** Look through a file's first game; add its games, where they are listed. @param {File} file */
  const open = (file) => handing((part) => part.begin(file, sheet.element.open && !$("games").hidden ? "add" : "read"));
  /** @returns {[position: string, rules: string, near: string]} */
  const here = () =>
    alone(state) ? ["", "", boat.scene.near] : [state.v.position || "", state.v.rules || "", boat.scene.near];
  /** A far game is not looked through with help as long as it is played. */
  const mayHelp = () => !alone(state) || replay.looked.record !== state.v.record;
  /** List the kept games that have had a position. @param {string} rows */
  const gamesWith = (rows) => {
    sheet.query = `at=${encodeURIComponent(rows)}`;
    sheet.wait();
    send({ do: "games", begins: true });
  };
  const study = later(tell, async () => {
    const [{ Study }] = await Promise.all([import("./study.js"), dressed("css/study.css")]);
    const missed = () => tell(t("There is nothing at this address."), true);
    const doors = {
      mayHelp,
      here,
      missed,
      changed: does.changed,
      clear: () => alarm.say(""),
      games: gamesWith,
    };
    return new Study(plan, send, replay, boat, doors);
  });

  /** A turn of a kept game. @param {number} step @param {string} name @param {string} branch */
  const kept = (step, name, branch) => {
    replay.want(step, branch);
    send({ do: "game", name, what: "replay" });
  };
  /** A position, by its text or the game's. @param {string} position @param {string} rules @param {string} branch */
  const analyse = (position = "", rules = "", branch = "") => {
    const wanted = wish();
    study((part) => {
      if (!wanted()) return;
      sheet.close();
      lessons.leave();
      replay.wantedBranch = branch;
      part.setup.open(position, rules);
    });
  };
  return { analyse, games, handing, kept, open, study };
}
