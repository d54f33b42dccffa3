// The room of the puzzles: one's rung, each theme's next puzzle as a cut-out of the deck, the week's position, the days.

import { inWords, movesOf, sign } from "./dice.js";
import { $, counted, draw, find, make, mark, n, t, write } from "./dom.js";
import { GAMES, KINDS, THEMES } from "./lessons.js";
import { dayOf, ofWeek, puzzleAtWill, themeOf } from "./puzzle.js";
import { hardness, isSolved, known, solved } from "./solving.js";
import { rulesName } from "./rules.js";
import { drawSmall } from "./smallboat.js";
import { answers, ofNumber, ranked, waiting, weekOf } from "./week.js";
import { drawPiece } from "./wood.js";

/** @typedef {import("./puzzle.js").Shipped} Shipped */

const [LOWEST, STEP, RUNGS] = [1000, 50, 17];
const [FIRST, APART] = [4.5, 5.6875]; // of the ladder's holes, in hundredths of its length
const LABELLED = [0, 4, 8, 12, 16];
const CUT = [122, 67.5]; // of a cut-out, in units of the drawing: seven holes of each row
const [PITCH, EDGE] = [17.5, 11]; // of the holes; beyond the last one, where the way bends
const MOST = 40; // an end of a turn, in pieces
const NEAR = 8; // puzzles that fit a rating about as well
const KEPT = 60; // days

/** How many days in a row have a solved puzzle, up to today, or to yesterday as long as today's is not solved.
    @param {Date} date @param {string[]} days */
export function inARow(date, days) {
  const has = (/** @type {number} */ k) =>
    days.includes(dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - k)));
  const from = has(0) ? 0 : 1;
  let count = 0;
  while (count < KEPT && has(from + count)) count++;
  return count;
}

/** The rung of a rating, from 0 on. @param {number} rating */
export const rungOf = (rating) => Math.max(0, Math.min(RUNGS - 1, Math.floor((rating - LOWEST) / STEP)));

/** A button with a name among the controls. @param {Element} parent @param {string} id @param {string} control
    @param {() => unknown} press */
function button(parent, id, control, press) {
  const made = Object.assign(make(parent, "button"), { id });
  made.dataset.control = control;
  made.addEventListener("click", press);
  return made;
}

export class PuzzleRoom {
  /** @param {import("./types").Plan} plan @param {import("./types").State} state @param {import("./types").Send} send
      @param {import("./sheet.js").Sheet} sheet @param {import("./lessons.js").Lessons} lessons */
  constructor(plan, state, send, sheet, lessons) {
    this.plan = plan;
    this.state = state;
    this.send = send;
    this.sheet = sheet;
    this.lessons = lessons;
    this.said = "";
    /** The week's position, whether its judge is asked, and all its turns once they are known. */
    this.position = "";
    this.asking = false;
    /** @type {import("./week.js").Known[]} */
    this.turns = [];
    lessons.judged = (found) => this.judged(found);
    this.build();
  }

  build() {
    const { lessons } = this;
    const room = make($("puzzles"), "div");
    room.id = "room";
    const rung = Object.assign(make(room, "p"), { id: "rung" });
    make(rung, "b");
    make(rung, "span");
    button(room, "puzzlenext", "puzzle-next", () => this.next()).className = "main";
    draw(room, "svg", { id: "ladder", role: "img" });
    const choice = Object.assign(make(room, "div"), { id: "puzzlechoice" });
    const games = Object.assign(make(choice, "div"), { id: "puzzlegame" });
    mark(games, "role", "group");
    for (const game of GAMES) button(games, "", "puzzle-game", () => this.choose(game)).value = game;
    const more = make(choice, "div");
    button(more, "puzzleown", "puzzle-own", () => lessons.puzzle("own"));
    const making = async () => (await lessons.shelved()).press(lessons.puzzles);
    button(more, "puzzlemake", "puzzle-make", making);
    Object.assign(make(choice, "progress"), { id: "makebar", hidden: true });
    for (const id of ["makesay", "noblunder"]) mark(Object.assign(make(choice, "p"), { id }), "role", "status");
    const themes = Object.assign(make(room, "div"), { id: "themes" });
    for (const kind in THEMES) {
      const theme = button(themes, "puzzle" + kind, "puzzle-" + kind, () => lessons.puzzle(kind));
      make(theme, "b");
      make(theme, "span");
    }
    make(room, "hr");
    const week = button(room, "puzzleweek", "puzzle-week", () => lessons.puzzle("week"));
    make(week, "b");
    make(week, "span", "", "mini");
    make(week, "span", "", "said");
    Object.assign(make(week, "span"), { id: "weekanswers" });
    const day = button(room, "puzzle", "puzzle", () => lessons.puzzle());
    make(day, "b");
    draw(day, "svg", { id: "dayholes", viewBox: "0 0 190 32", "aria-hidden": "true" });
    make(day, "span");
    make(day, "em");
  }

  /** Show the room. @param {string} [said] what there is to say */
  async open(said = "") {
    this.said = said;
    const shown = this.show();
    this.sheet.arrive("puzzles");
    await shown;
  }

  /** Everything in it, as it is now and in the language chosen. */
  async show() {
    this.showRung();
    this.showDays();
    mark($("makebar"), "aria-label", t("New puzzles"));
    mark($("puzzlegame"), "aria-label", t("Which game"));
    write($("puzzlenext"), t("Next puzzle"));
    write($("noblunder"), t(this.said));
    const own = JSON.parse(localStorage.blunders || "[]").length;
    write($("puzzleown"), own ? `${t(KINDS.own[0])}: ${own}` : t(KINDS.own[0]));
    const shelf = await this.lessons.shelved();
    shelf.more = () => this.showThemes();
    shelf.show();
    await Promise.all([this.showThemes(), this.showWeek()]);
  }

  showRung() {
    const { rating, best, tried } = known();
    const rung = rungOf(rating);
    const [head, text] = $("rung").children;
    const next = rating < LOWEST ? LOWEST : LOWEST + STEP * (rung + 1);
    const fill = { next, best: Math.round(best), rung: LOWEST + STEP * rung, last: LOWEST + STEP * (RUNGS - 1) };
    const [first, then] = !tried
      ? [n("where everybody begins."), n("The next rung is {next}")]
      : next > fill.last
        ? [n("your rung,"), n("the highest there is")]
        : best > rating + 0.5
          ? [n("your rung. The next is {next};"), n("your best was {best}")]
          : [n("your rung, the best so far."), n("The next is {next}")];
    write(head, String(Math.round(rating)));
    write(text, `${t(first, fill)}\n${t(then, fill)}`);
    const svg = $("ladder");
    svg.replaceChildren();
    mark(svg, "aria-label", t("A ladder from {first} to {last}: you are at {rung}", { ...fill, first: LOWEST }));
    for (let k = 0; k < RUNGS; k++) {
      const cx = `${FIRST + APART * k}%`;
      hole(svg, cx, "50%", k < rung);
      if (LABELLED.includes(k)) draw(svg, "text", { x: cx, y: "100%", class: k % 8 ? "few" : "" }, LOWEST + STEP * k);
    }
    const at = draw(svg, "svg", { x: `${FIRST + APART * rung}%`, y: "50%", overflow: "visible" });
    drawPiece(draw(at, "g", { class: "mine" }), "A", 0, 0);
  }

  /** This week's days, those with a solved puzzle as pegs, and how many there are in a row. */
  showDays() {
    const now = new Date();
    const solvedOn = (localStorage.solved || "").split(",");
    const { days, today } = ofWeek(now, solvedOn);
    const svg = $("dayholes");
    svg.replaceChildren();
    days.forEach((has, k) => {
      hole(svg, 15 + 26.6 * k, 16, has);
      if (k === today) draw(svg, "circle", { class: "now", cx: 15 + 26.6 * k, cy: 16, r: 13 });
    });
    const count = inARow(now, solvedOn);
    const [title, , said, door] = $("puzzle").children;
    const name = t(KINDS[""][0]);
    write(title, count ? counted(count, n("One day in a row"), n("{count} days in a row")) : name);
    write(said, days[today] ? t("Today's puzzle is solved.") : t("Today's hole is still empty."));
    write(door, count ? name : "");
  }

  /** Choose the game. @param {string} game */
  choose(game) {
    this.lessons.puzzles = game;
    this.showThemes();
  }

  /** The next puzzle of each theme that the game has, and how many are solved. */
  async showThemes() {
    const game = this.lessons.puzzles;
    for (const one of $("puzzlegame").children) {
      write(one, one.value === "danish" ? "Daldøs" : rulesName(one.value).split(",")[0]);
      mark(one, "aria-pressed", String(one.value === game));
    }
    const all = await (await this.lessons.shelved()).all(game);
    if (game !== this.lessons.puzzles) return;
    const done = solved();
    for (const kind in THEMES) {
      const its = all.filter((one) => themeOf(one) === kind);
      const theme = $("puzzle" + kind);
      theme.hidden = !its.length;
      if (theme.hidden) continue;
      const count = its.filter(([position]) => isSolved(game, position, done)).length;
      const next = this.lessons.ofTheme(kind, all, undefined, new Date()) ?? puzzleAtWill(kind, all, [], 0);
      write(theme.querySelector("b"), t(THEMES[kind][0]));
      write(theme.querySelector("span"), t("{count} of {all}", { count, all: its.length }));
      if (next) this.cutOut(theme, game, next);
    }
  }

  /** The picture of a theme, where its next puzzle happens. @param {HTMLElement} theme @param {string} game
      @param {import("./puzzle.js").Puzzle} puzzle */
  cutOut(theme, game, { position, turn }) {
    const drawn = `${game} ${position}`;
    if (theme.dataset.boat === drawn) return;
    theme.dataset.boat = drawn;
    theme.querySelector("svg")?.remove();
    const svg = drawSmall(theme, this.plan, position, [], { high: 90, gear: this.plan.games[game] });
    mark(svg, "viewBox", around(position, turn, (name) => svg.place(name)[0]).join(" "));
    theme.prepend(svg);
  }

  /** Open a puzzle that is about as hard as one is good. */
  async next() {
    const game = this.lessons.puzzles;
    const all = await (await this.lessons.shelved()).all(game);
    const [done, { rating, tried }] = [solved(), known()];
    const far = (/** @type {Shipped} */ one) => Math.abs(hardness(one) - rating);
    const open = all.filter(([position]) => !isSolved(game, position, done)).sort((a, b) => far(a) - far(b));
    if (!open.length) return this.lessons.emptied(game);
    const one = open[tried % Math.min(NEAR, open.length)];
    const kind = themeOf(one);
    const number = all.filter((other) => themeOf(other) === kind).indexOf(one);
    this.lessons.puzzle(kind, String(number));
  }

  async showWeek() {
    const number = weekOf(new Date());
    const [position] = ofNumber(await this.lessons.shipped(), number);
    const week = $("puzzleweek");
    const [, , thrown] = position.split(" ");
    write(week.querySelector("b"), t(KINDS.week[0]));
    if (this.position !== position) {
      [this.position, this.turns, this.asking] = [position, [], false];
      week.querySelector("svg")?.remove();
      week.prepend(drawSmall(week, this.plan, position, [], { whole: true }));
      find("#puzzleweek .mini").replaceChildren();
      for (const die of thrown) make(find("#puzzleweek .mini"), "i", sign(die));
    }
    const answered = Boolean(answers(number).you);
    const rest = n("The same boat for everybody. Answer, send your link; theirs shows beside yours.");
    write(find("#puzzleweek .said"), (!answered && waiting(number)) || t(rest));
    if (answered && !this.turns.length && !this.state.replay) {
      this.asking = true;
      this.send({ do: "analyse", position, rules: "danish", games: 0, turns: [] });
    }
    this.showAnswers(number, answered);
  }

  /** One's own answer and those of the links that were opened; before one's own, none. @param {number} number
      @param {boolean} answered */
  showAnswers(number, answered) {
    const rows = $("weekanswers");
    rows.replaceChildren();
    const first = this.turns[0]?.chance ?? 0;
    for (const { name, turn, points } of answered ? ranked(number, this.turns) : []) {
      const worse = points < Math.round(100 * first) ? "worse" : "";
      make(rows, "b", name);
      make(rows, "span", turn.replaceAll("-", "–").replaceAll("x", "×").replaceAll(" ", ", "), worse).title =
        inWords(turn);
      make(rows, "i", points, worse);
    }
  }

  /** Take the chances of a position's turns; false: the week's were not asked for.
      @param {{ position: string, turns?: import("./week.js").Known[] }} found */
  judged({ position, turns = [] }) {
    if (!this.asking || position !== this.position) return false;
    this.turns = turns;
    this.asking = false;
    this.showAnswers(weekOf(new Date()), true);
    return true;
  }
}

/** A hole, with a peg in it or without. @param {ParentNode} svg @param {string | number} cx @param {string | number} cy
    @param {boolean} peg */
function hole(svg, cx, cy, peg) {
  draw(svg, "circle", { class: "bevel", cx, cy });
  draw(svg, "circle", { class: "bore", cx, cy });
  if (peg) draw(svg, "circle", { class: "peg", cx, cy });
}

/** The piece of the deck that has most of a turn, and then most pieces: a view of the drawing. @param {string} position
    @param {string} turn @param {(name: string) => number} place along the boat */
function around(position, turn, place) {
  const [wide, high] = CUT;
  const holes = position
    .split(" ")[0]
    .split("/")
    .flatMap((row, k) => [...row].map((letter, i) => ({ x: place("AMB"[k] + (i + 1)), letter })));
  const ends = movesOf(turn).flatMap(([from, to]) => [place(from), place(to)]);
  const pieces = holes.filter(({ letter }) => letter !== ".").map(({ x }) => x);
  const all = holes.map(({ x }) => x);
  const [first, last] = [Math.min(...all) - EDGE, Math.max(...all) + EDGE - wide];
  let [best, left] = [-1, first];
  for (let from = first; from <= last; from += PITCH) {
    const count = (/** @type {number[]} */ of) => of.filter((x) => x > from + 6 && x < from + wide - 6).length;
    const worth = MOST * count(ends) + count(pieces);
    if (worth > best) [best, left] = [worth, from];
  }
  return [left, -high / 2, wide, high];
}
