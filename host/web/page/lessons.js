// Learning the game: seven positions on the boat. The server decides what is legal, and whether the task is solved.

import { $, make, mark, n, t, write } from "./dom.js";
import { lesser, puzzleAtWill, puzzleOf } from "./puzzle.js";

const LESSONS = [
  [
    n("The dal"),
    n("The ✕ is a dal: it turns a piece and moves it one step. Press the ringed piece of the row, then the ✕."),
    n("Turned: now it can move. A turned piece lies along its way."),
  ],
  [
    n("Move"),
    n(
      "A turned piece moves by any die: along its row to the stern, then up the middle row. Take the piece on A2 three steps, then play the 2.",
    ),
    n("Round the stern, into the middle row. It never comes home again."),
  ],
  [
    n("Jump"),
    n(
      "A piece may jump over the other side's pieces, never over its own. Jump with the piece on M4, and try the one on A6.",
    ),
    n("Both dark pieces are passed, and stay."),
  ],
  [
    n("Capture"),
    n(
      "Landing on a piece of the other side captures it, turned or not. Take the dark piece on M7, then play the other die.",
    ),
    n("Captured: it is out of the game."),
  ],
  [
    n("Two dice"),
    n(
      "One piece may take both dice: 2 and 4 are six steps. It captures only where it ends. Take the dark piece on M10.",
    ),
    n("Both dice must be played whenever that is possible, by one piece or by two."),
  ],
  [
    n("Dal-dal"),
    n("Two dals turn two pieces, or move any by one, and then you throw again. Play both dals, then the second throw."),
    n("Two dals: another throw, as often as they come."),
  ],
  [
    n("The end"),
    n("Who has no pieces left has lost. Take the last dark piece with the 3."),
    n("Won. You know all you need: play against the board."),
  ],
];

const PUZZLE = 8; // the number of a puzzle, which is not a lesson
/** @type {Record<string, [title: string, todo: string]>} */
const KINDS = {
  "": [n("Puzzle of the day"), n("Find the best turn for Light.")],
  own: [n("From your games"), n("From a game of yours: this time find the best turn for Light.")],
  ending: [n("An ending"), n("Find the best turn for Light.")],
};

export class Lessons {
  /** @param {import("./types").State} state @param {import("./types").Send} send @param {() => void} changed @param {import("./sheet.js").Sheet} sheet */
  constructor(state, send, changed, sheet) {
    this.state = state;
    this.send = send;
    this.sheet = sheet;
    this.changed = changed;
    this.outcome = "";
    for (const list of [$("lessons"), $("lessonlist")]) {
      LESSONS.forEach((_, k) => {
        const button = make(make(list, "li"), "button", `${k + 1} `);
        make(button, "span");
        button.addEventListener("click", () => this.open(k + 1));
      });
    }
    $("t-learn").addEventListener("click", () => this.list());
    this.kind = "";
    this.count = 0;
    /** @type {any} the puzzle, and all its turns with their chances once they are known */
    this.asked = null;
    for (const kind in KINDS) $("puzzle" + kind).addEventListener("click", () => this.puzzle(kind));
    for (const button of document.querySelectorAll("[data-control=start-learn]")) {
      button.addEventListener("click", () => this.open(1));
    }
  }

  /** The numbers of the lessons done, in this tab or another. */
  get done() {
    return new Set((localStorage.lessons || "").split(","));
  }

  /** @param {number} number @param {boolean} [show] */
  open(number, show = false) {
    this.sheet.close();
    const { position, turn } = this.asked || {};
    if (number === PUZZLE) this.send({ do: "puzzle", position, turn, show });
    else this.send({ do: "learn", lesson: number, show });
  }

  /** The address of the lesson or puzzle. */
  address() {
    const number = this.state.lesson?.lesson;
    return number === PUZZLE ? `#/puzzle/${this.kind}` : `#/learn/${number}`;
  }

  /** Go back to the game, if a lesson is in its place. */
  leave() {
    if (this.state.lesson) this.open(0);
  }

  /** List all lessons, and which are done. */
  list() {
    [...$("lessonlist").children].forEach((item, k) => item.classList.toggle("done", this.done.has(String(k + 1))));
    write($("noblunder"), "");
    this.sheet.open("learn");
  }

  /** Open today's puzzle, or the next one of a kind. @param {string} [kind] */
  async puzzle(kind = "") {
    const shipped = await (await fetch("puzzles.json")).json();
    const [own, today] = [JSON.parse(localStorage.blunders || "[]"), new Date()];
    const found = kind ? puzzleAtWill(kind, shipped, own, today, this.count++) : puzzleOf(shipped, own, today);
    if (!found) {
      return write($("noblunder"), t("None yet: play against the board, then open the mistakes in My games."));
    }
    this.kind = kind;
    this.asked = { ...found, turns: [] };
    this.open(PUZZLE);
    this.send({ do: "analyse", position: found.position, rules: "danish", games: 0, turns: [] });
  }

  /** Take the chances of the puzzle's turns; false: it is about another position. @param {any} analysis */
  told({ position, turns = [] }) {
    if (!this.state.lesson || position !== this.asked?.position) return false;
    this.asked.turns = turns;
    this.changed();
    return true;
  }

  /** Take the lesson's state; null: it has ended. @param {any} lesson */
  take(lesson) {
    this.state.lesson = lesson && {
      ...lesson,
      phase: "play",
      mode: "game",
      rules: "danish",
      scene: "",
      plug: true,
      you: "A",
      done: "",
      speech: (/** @type {any} */ shown) => this.speech(shown),
    };
    document.body.classList.toggle("learning", Boolean(lesson));
    [...$("lessons").children].forEach((item, k) =>
      mark(item.firstChild, "aria-current", lesson?.lesson === k + 1 ? "step" : "false"),
    );
    this.changed();
  }

  /** Once its outcome is shown, focus the next step. @param {{ outcome?: string }} shown */
  shown({ outcome = "" }) {
    if (outcome && outcome !== this.outcome) $("acts").querySelector("button").focus();
    if (outcome === "done") localStorage.lessons = [...this.done.add(String(this.state.lesson?.lesson))].join();
    this.outcome = outcome;
  }

  speak() {
    for (const list of [$("lessons"), $("lessonlist")]) {
      [...list.children].forEach((item, k) => write(item.querySelector("span"), t(LESSONS[k][0])));
    }
  }

  /** The sentence, its addition, and the buttons.
      @param {{ lesson: number, outcome: string, throw: string, turn: string }} shown */
  speech({ lesson, outcome, throw: thrown, turn }) {
    const leave = [t("Leave"), "leave", () => this.open(0)];
    const again = [t("Try again"), "undo", () => this.open(lesson)];
    const show = [t("Show me"), "show", () => this.open(lesson, true)];
    if (lesson === PUZZLE) {
      const [title, todo] = KINDS[this.kind];
      const next = this.kind ? [[t("Next puzzle"), "next", () => this.puzzle(this.kind)]] : [];
      if (outcome === "missed") {
        const { text, fill } = lesser(this.asked.turn, turn, this.asked.turns);
        return [t(title), t(text, fill), [again, ...next, leave]];
      }
      const done = this.kind ? n("That is the best turn.") : n("That is the best turn. Another one comes tomorrow.");
      if (outcome) return [t(title), t(done), [...next, this.kind ? leave : [t("Play"), ...leave.slice(1)]]];
      return [t(title), t(this.asked.own ? KINDS.own[1] : todo), [show, leave]];
    }
    const [title, todo, done] = LESSONS[lesson - 1];
    const say = t("Lesson {number} of 7: {title}", { number: lesson, title: t(title) });
    if (outcome === "missed") return [say, t("That is allowed, but not what this lesson asks for."), [again, leave]];
    if (outcome && lesson === 7) return [say, t(done), [[t("Play"), "leave", () => this.open(0)]]];
    if (outcome) return [say, t(done), [[t("Next lesson"), "next", () => this.open(lesson + 1)], leave]];
    return [
      say,
      t(lesson === 6 && thrown !== "11" ? n("Two dals: throw again. Now play this throw.") : todo),
      [show, leave],
    ];
  }
}
