// Learning a game: some positions on the boat. The server decides what is legal, and whether the task is solved.

import { $, make, mark, n, t, write } from "./dom.js";
import { wish } from "./later.js";
import { answered, dayOf, lesser, ofDay, puzzleAtWill, puzzleOf, themeOf, unpacked } from "./puzzle.js";
import { standing } from "./puzzling.js";
import { rulesName } from "./rules.js";
import { LESSONS } from "./tasks.js";

const KEPT = 60; // days whose puzzle was solved
const PUZZLE = 8; // the number of a puzzle, which is not a lesson
const FIND = n("Find the best turn for Light.");
/** @type {Record<string, [title: string, todo: string]>} */
export const THEMES = {
  capture: [n("A capture"), FIND],
  dal: [n("A dal"), FIND],
  king: [n("The king"), FIND],
  run: [n("A run"), FIND],
  ending: [n("An ending"), FIND],
};
/** @type {Record<string, [title: string, todo: string]>} */
export const KINDS = {
  ...THEMES,
  "": [n("Puzzle of the day"), FIND],
  own: [n("From your games"), n("From a game of yours: this time find the best turn for Light.")],
  week: [n("The week's position"), n("Find the best turn for Light. Your first answer counts: send it to a friend.")],
};

/** Games with puzzles. */
export const GAMES = ["danish", "vuovdaguoika", "sig", "sig-short"];

/** The game whose lessons are those of these rules. @param {string} rules */
const lessonsOf = (rules) => (rules in LESSONS ? rules : rules.startsWith("sig") ? "sig" : "danish");

/** A lesson's name among those done, and in its address. @param {string} game @param {number} number
    @param {string} [between] */
const named = (game, number, between = " ") => (game === "danish" ? String(number) : game + between + number);

export class Lessons {
  /** @param {import("./types").State} state @param {import("./types").Send} send @param {() => void} changed @param {import("./sheet.js").Sheet} sheet */
  constructor(state, send, changed, sheet) {
    this.state = state;
    this.send = send;
    this.sheet = sheet;
    this.changed = changed;
    this.outcome = "";
    this.game = "danish";
    this.goal = 0; // the lesson that was asked for last
    this.listed = ""; // the game whose lessons are listed beside the boat
    for (const game in LESSONS) {
      if (game !== this.game) make($("lessonlist"), "h3").dataset.game = game;
      this.fill(make($("lessonlist"), "ol"), game);
    }
    this.beside(this.game);
    $("t-learn").addEventListener("click", () => this.list());
    this.kind = "";
    this.puzzles = "danish"; // the game of the puzzles
    /** @type {Promise<import("./puzzle.js").Shipped[]> | undefined} */
    this.danish = undefined;
    /** What comes with the page and is made by it, once it is wanted. @type {import("./shelf.js").Shelf | null} */
    this.shelf = null;
    /** What solving does, with that. @type {typeof import("./solving.js") | null} */
    this.solving = null;
    /** The week's position, once it is wanted, and its number. @type {typeof import("./week.js") | null} */
    this.week = null;
    this.number = 0;
    /** Gives a link away. @type {(url: string) => unknown} */
    this.give = () => 0;
    /** @type {Record<string, number>} the last puzzle shown of each kind */
    this.last = {};
    /** @type {any} the puzzle, and all its turns with their chances once they are known */
    this.asked = null;
    /** Calls a function with the puzzles' room, once it is there.
        @type {(use: (room: import("./puzzleroom.js").PuzzleRoom) => unknown) => unknown} */
    this.room = () => 0;
    /** Takes the chances of a position's turns for that room; false: it is about another position.
        @type {(found: { position: string, turns?: import("./week.js").Known[] }) => boolean} */
    this.judged = () => false;
    $("t-puzzles").addEventListener("click", () => (sheet.wait(), this.room((room) => room.open())));
    for (const button of document.querySelectorAll("[data-control=start-learn]")) {
      button.addEventListener("click", () => this.open(1, false, lessonsOf($("pickrules").value)));
    }
  }

  /** List a game's lessons. @param {HTMLElement} list @param {string} game */
  fill(list, game) {
    list.dataset.game = game;
    LESSONS[game].forEach((_, k) => {
      const button = make(make(list, "li"), "button", `${k + 1} `);
      make(button, "span");
      button.addEventListener("click", () => this.open(k + 1, false, game));
    });
  }

  /** List a game's lessons beside the boat. @param {string} game */
  beside(game) {
    if (this.listed === game) return;
    this.listed = game;
    $("lessons").replaceChildren();
    this.fill($("lessons"), game);
    this.speak();
  }

  /** The lessons done, in this tab or another: the number, of other games than Daldøs after the rules. */
  get done() {
    return new Set((localStorage.lessons || "").split(","));
  }

  /** @param {number} number @param {boolean} [show] @param {string} [game] */
  open(number, show = false, game = this.game) {
    this.sheet.close();
    this.goal = number;
    this.game = game;
    const { position, turn } = this.asked || {};
    if (number === PUZZLE && show) this.counted(false);
    if (number === PUZZLE) this.send({ do: "puzzle", position, turn, rules: this.asked.rules, show });
    else this.send({ do: "learn", game, lesson: number, show });
  }

  /** Open the lesson of an address, which has a number, or a game and a number. @param {string} place */
  at(place) {
    const [, , which, number] = place.split("/");
    const isGame = which in LESSONS;
    this.open(+(isGame ? number : which) || 1, false, isGame ? which : "danish");
  }

  /** The address of the lesson or puzzle. */
  address() {
    const number = this.state.lesson?.lesson;
    if (number === PUZZLE && this.kind === "week") return `#/week/${this.number}`;
    if (number !== PUZZLE) return `#/learn/${named(this.game, number || 0, "/")}`;
    const game = this.asked.rules === "danish" ? "" : `${this.asked.rules}/`;
    return `#/puzzle/${game}${this.kind}${this.kind && `/${this.asked.number}`}`;
  }

  /** Go back to the game, if a lesson is in its place, or to come. */
  leave() {
    if (this.state.lesson || this.goal) this.open(0);
  }

  /** List all lessons, and which are done. */
  list() {
    for (const list of $("lessonlist").querySelectorAll("ol")) {
      [...list.children].forEach((item, k) =>
        item.classList.toggle("done", this.done.has(named(list.dataset.game, k + 1))),
      );
    }
    this.sheet.open("learn");
  }

  /** The Danish puzzles, fetched once, though home asks twice. */
  shipped() {
    this.danish ??= fetch("puzzles-danish.json").then((answer) => answer.json());
    this.danish.catch(() => (this.danish = undefined)); // another time
    return this.danish;
  }

  /** The puzzle of today. */
  async today() {
    return puzzleOf(await this.shipped(), JSON.parse(localStorage.blunders || "[]"), new Date());
  }

  /** Open the puzzle of an address, which may name its game; false: there is none. @param {string} place */
  puzzleAt(place) {
    const [, , ...words] = place.split("/");
    const game = GAMES.includes(words[0]) ? words[0] : "danish";
    const [kind = "", number] = words.slice(words[0] === game ? 1 : 0);
    if (!(kind in KINDS) || (!kind && game !== "danish")) return false;
    this.puzzles = game;
    this.puzzle(kind, number);
  }

  /** The shelf, once it is there. */
  async shelved() {
    const { Shelf } = await import("./shelf.js");
    this.solving ??= await import("./solving.js");
    return (this.shelf ??= new Shelf(this.send));
  }

  /** Open the position of a week, by its address, which may have somebody's answer. @param {string} place */
  async weekAt(place) {
    const wanted = wish();
    this.week = await import("./week.js");
    const [, , rest = ""] = place.split("/");
    const [number, query = ""] = rest.split("?");
    if (/^\d{1,6}$/.test(number)) this.week.heard(+number, query);
    if (wanted()) this.puzzle("week", number);
  }

  /** Open today's puzzle, or one of a kind, the next if none is named. @param {string} [kind] @param {string} [number] */
  async puzzle(kind = "", number) {
    const wanted = wish();
    const rules = kind in THEMES ? this.puzzles : "danish";
    const [own, today] = [JSON.parse(localStorage.blunders || "[]"), new Date()];
    const found = await this.found(kind, own, number ? +number || 0 : undefined, today);
    if (!wanted()) return;
    if (!found) this.sheet.wait();
    if (!found && kind !== "own") return this.emptied(rules);
    if (!found) return this.room((room) => room.open(n("None yet: play against the board, then open My games.")));
    this.kind = kind;
    const known = kind === "week" && this.week?.answers(this.number).you;
    this.asked = { ...found, rules, turns: [], counted: Boolean(known) };
    if (kind) this.last[`${rules} ${kind}`] = found.number ?? 0;
    this.open(PUZZLE);
    this.send({ do: "analyse", position: found.position, rules, games: 0, turns: [] });
  }

  /** All of a theme are solved: the page makes new ones. @param {string} game */
  emptied(game) {
    this.room(async (room) => {
      room.open();
      (await this.shelved()).start(game, true);
    });
  }

  /** The puzzle of a kind, of this number; without one it is the next that is not solved, or this week's.
      @param {string} kind @param {import("./puzzle.js").Puzzle[]} own
      @param {number | undefined} number @param {Date} today */
  async found(kind, own, number, today) {
    const shelf = await this.shelved();
    if (kind === "own") return puzzleAtWill(kind, [], own, number ?? (this.last["danish own"] ?? -1) + 1);
    if (kind in THEMES) return this.ofTheme(kind, await shelf.all(this.puzzles), number, today);
    const shipped = await shelf.shipped("danish");
    if (!kind) return puzzleOf(shipped, own, today);
    this.week ??= await import("./week.js");
    this.number = number ?? this.week.weekOf(today);
    return unpacked(this.week.ofNumber(shipped, this.number));
  }

  /** The puzzle of a theme and number; without one it is the next that is not solved, from the day's on; null: none is
      left. @param {string} kind @param {import("./puzzle.js").Shipped[]} all @param {number | undefined} number
      @param {Date} today */
  ofTheme(kind, all, number, today) {
    if (number !== undefined) return puzzleAtWill(kind, all, [], number);
    const from = (this.last[`${this.puzzles} ${kind}`] ?? ofDay(today, 1000) - 1) + 1;
    for (let k = from; k < from + all.length; k++) {
      const found = puzzleAtWill(kind, all, [], k);
      if (found && !this.solving?.isSolved(this.puzzles, found.position)) return found;
    }
    return null;
  }

  /** The puzzle is solved, or not, at the first try. @param {boolean} solved */
  counted(solved) {
    if (this.asked.counted || !this.asked.shipped) return;
    this.asked.counted = true;
    this.solving?.count(this.asked.shipped, solved);
  }

  /** Take the chances of the puzzle's turns; false: it is about another position. @param {any} analysis */
  told(analysis) {
    const { position, turns = [] } = analysis;
    const judged = this.judged(analysis);
    if (!this.state.lesson || position !== this.asked?.position) return judged;
    this.asked.turns = turns;
    this.changed();
    return true;
  }

  /** Take the lesson's state; null: it has ended. @param {any} lesson */
  take(lesson) {
    if (lesson?.outcome && lesson.lesson === PUZZLE) {
      if (this.kind === "week") this.week?.answer(this.number, lesson.turn);
      this.counted(lesson.outcome === "done");
      if (lesson.outcome === "done") this.solving?.solve(this.asked.rules, this.asked.position);
    }
    this.state.lesson = lesson && {
      ...lesson,
      phase: "play",
      mode: "game",
      scene: "",
      plug: true,
      you: "A",
      done: "",
      speech: (/** @type {any} */ shown) => this.speech(shown),
      ...(lesson.lesson === PUZZLE && lesson.outcome ? answered(this.asked, lesson.turn) : {}),
    };
    $("lessons").hidden = lesson?.lesson === PUZZLE;
    document.body.classList.toggle("learning", Boolean(lesson));
    if (lesson && lesson.lesson !== PUZZLE) {
      this.game = lesson.rules;
      this.beside(lesson.rules);
    }
    [...$("lessons").children].forEach((item, k) =>
      mark(item.firstChild, "aria-current", lesson?.lesson === k + 1 ? "step" : "false"),
    );
    this.changed();
  }

  /** Once its outcome is shown, focus the next step. @param {{ outcome?: string }} shown */
  shown({ outcome = "" }) {
    if (outcome && outcome !== this.outcome) $("acts").querySelector("button").focus();
    const number = this.state.lesson?.lesson || 0;
    if (outcome === "done" && number === PUZZLE) {
      const solved = new Set(
        (localStorage.solved || "")
          .split(",")
          .filter(Boolean)
          .slice(1 - KEPT),
      );
      if (!this.kind) localStorage.solved = [...solved.add(dayOf(new Date()))].join();
    } else if (outcome === "done") localStorage.lessons = [...this.done.add(named(this.game, number))].join();
    this.outcome = outcome;
  }

  /** What this puzzle has done to the rating, once it has counted. */
  scored() {
    return this.asked.counted ? standing(true) : "";
  }

  speak() {
    for (const list of [$("lessons"), ...$("lessonlist").querySelectorAll("ol")]) {
      [...list.children].forEach((item, k) => write(item.querySelector("span"), t(LESSONS[list.dataset.game][k][0])));
    }
    for (const head of $("lessonlist").querySelectorAll("h3")) write(head, rulesName(head.dataset.game));
    if (this.sheet.shown === "puzzles") this.room((room) => room.show());
  }

  /** The same of a puzzle. @param {string} outcome @param {string} turn @param {any} again @param {any} show @param {any} leave */
  puzzleSpeech(outcome, turn, again, show, leave) {
    const [title, todo] = KINDS[this.kind];
    if (this.kind === "week") return this.weekSpeech(leave);
    const next = this.kind ? [[t("Next puzzle"), "next", () => this.puzzle(this.kind)]] : [];
    if (outcome === "missed") {
      const { rules, shipped, turns } = this.asked;
      const known = rules === "danish" || !shipped[4] ? turns : []; // the judge of a relative knows no exact ending
      const { text, fill } = lesser(this.asked.turn, turn, known);
      return [t(title), [t(text, fill), this.scored()].filter(Boolean).join(" "), [again, ...next, leave]];
    }
    const done = this.kind ? n("That is the best turn.") : n("That is the best turn. Another one comes tomorrow.");
    const { shipped } = this.asked;
    const why = shipped ? this.solving?.verdict(shipped, themeOf(shipped)) : "";
    const said = [t(done), why, this.scored()].filter(Boolean).join(" ");
    if (outcome) return [t(title), said, [...next, this.kind ? leave : [t("Play"), ...leave.slice(1)]]];
    return [t(title), t(this.asked.own ? KINDS.own[1] : todo), [show, leave]];
  }

  /** The same of the week's position. @param {any} leave */
  weekSpeech(leave) {
    const [title, todo] = KINDS.week;
    const { week, number, asked } = this;
    if (!week?.answers(number).you) {
      return [t(title), [t(todo), week?.waiting(number)].filter(Boolean).join(" "), [leave]];
    }
    const send = [
      t("Send my answer"),
      "week-send",
      () => this.give(week.link(number, location.origin + location.pathname)),
    ];
    return [t(title), week.compared(number, asked.turns), [send, leave]];
  }

  /** The sentence, its addition, and the buttons.
      @param {{ lesson: number, outcome: string, throw: string, turn: string }} shown */
  speech({ lesson, outcome, throw: thrown, turn }) {
    const leave = [t("Leave"), "leave", () => this.open(0)];
    const again = [t("Try again"), "undo", () => this.open(lesson)];
    const show = [t("Show me"), "show", () => this.open(lesson, true)];
    if (lesson === PUZZLE) return this.puzzleSpeech(outcome, turn, again, show, leave);
    const all = LESSONS[this.game];
    const [title, todo, done] = all[lesson - 1];
    const say = t("Lesson {number} of {count}: {title}", { number: lesson, count: all.length, title: t(title) });
    if (outcome === "missed") return [say, t("That is allowed, but not what this lesson asks for."), [again, leave]];
    if (outcome && lesson === all.length) return [say, t(done), [[t("Play"), "leave", () => this.open(0)]]];
    if (outcome) return [say, t(done), [[t("Next lesson"), "next", () => this.open(lesson + 1)], leave]];
    return [
      say,
      t(
        this.game === "danish" && lesson === 6 && thrown !== "11"
          ? n("Two dals: throw again. Now play this throw.")
          : todo,
      ),
      [show, leave],
    ];
  }
}
