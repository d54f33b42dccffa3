// @ts-check
// The analysis: any position, entered by presses or as text; its best turns, play-outs, and two turns side by side.

import { ofPosition } from "./addresses.js";
import { faces, inWords } from "./dice.js";
import { $, all, draw, make, mark, n, t, write } from "./dom.js";
import { judgeText, sideName } from "./review.js";
import { drawSmall } from "./smallboat.js";
import { drawPiece } from "./wood.js";
import { apart, begins, fresh, isBoth, merged, partsOf, placed, toggled, withParts } from "./position.js";

const GAMES = 4096; // play-outs of each turn
const TURNS_MAX = 12; // listed
const NEAR = 16; // from a hole's middle, in units of the drawing
const THROWS = ["11", "12", "13", "14", "22", "23", "24", "33", "34", "44"];
/** @type {[string, string][]} */
const BRUSHES = [
  ["a", n("Light, not turned")],
  ["A", n("Light, turned")],
  ["b", n("Dark, not turned")],
  ["B", n("Dark, turned")],
];
const NARROW = matchMedia("(max-width: 719px)");

/** @param {number} chance */
const percent = (chance) => `${(100 * chance).toFixed(1)} %`;

/** @param {number | null | undefined} error */
const plusMinus = (error) => (error ? ` ± ${(100 * error).toFixed(1)}` : "");

export class Analysis {
  /**
   * here: the position, rules and nearest side of the game behind the page, the first two empty where it must be played
   * without help; on: called to
   * play on, with `begin`'s arguments.
   * @param {any} plan @param {import("./types").Send} send @param {import("./sheet.js").Sheet} sheet
   * @param {() => [position: string, rules: string, near: string]} here @param {(game: object) => void} on
   */
  constructor(plan, send, sheet, here, on) {
    this.plan = plan;
    this.send = send;
    this.sheet = sheet;
    this.here = here;
    this.brush = "A";
    this.rules = "danish";
    this.position = "";
    /** @type {import("./position.js").Known[]} */
    this.known = [];
    /** @type {string[]} */
    this.chosen = [];
    /** @type {any} the last answer, and the last from play-outs */
    this.told = this.played = null;
    this.running = false;
    for (const throwing of ["-", ...THROWS]) make($("anathrow"), "option", throwing).value = throwing;
    for (const [letter] of BRUSHES) this.button("anabrush", letter, letter);
    for (const side of "AB") this.button("anaside", side, side);
    const press = (/** @type {string} */ id, /** @type {() => void} */ action) =>
      $(id).addEventListener("click", action);
    press("anahere", () => this.set(.../** @type {[string, string]} */ (here().slice(0, 2))));
    press("anastart", () => this.set(fresh(this.size)));
    press("anaclear", () => this.set(fresh(this.size, "..")));
    press("anaplay", () => (this.running ? this.stop() : this.playOut()));
    press("anaon", () => {
      const { side, thrown } = partsOf(this.position);
      const [rules, other] = [this.rules, side === "A" ? "B" : "A"];
      sheet.close();
      on({
        ...{ mode: "solo", rules, side: other, text: begins(rules, this.position) },
        throw: thrown === "-" ? "" : thrown,
      });
    });
    $("anathrow").addEventListener("change", () => this.set(withParts(this.position, { thrown: $("anathrow").value })));
    $("anarules").addEventListener("change", () => {
      this.rules = $("anarules").value;
      this.set(fresh(this.size));
      this.first();
    });
    $("anatext").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.set($("anaposition").value.trim().split(/\s+/).join(" "), this.rules, true);
    });
    $("anafirst").addEventListener("toggle", () => this.first());
    NARROW.addEventListener("change", () => this.shown() && this.draw());
    sheet.element.addEventListener("close", () => this.running && this.stop());
  }

  get size() {
    return this.plan.games[this.rules].size;
  }

  shown() {
    return this.sheet.element.open && !$("analysis").hidden;
  }

  /** @param {string} id @param {string} value @param {string} letter the piece on it */
  button(id, value, letter) {
    const button = make($(id), "button");
    button.type = "button";
    button.value = value;
    drawPiece(draw(button, "svg", { viewBox: "-10 -9 20 18", "aria-hidden": "true" }), letter, 0, 0);
    button.addEventListener("click", () => {
      if (id === "anaside") return this.set(withParts(this.position, { side: value }));
      this.brush = value;
      this.controls();
    });
  }

  /** Open with a position that can be drawn, else with the last one, or the game's. @param {string} [position] @param {string} [rules] */
  open(position, rules = "") {
    this.sheet.open("analysis", () => this.again());
    const game = rules in this.plan.games;
    if (game) this.rules = rules;
    if (position && game && this.fits(position)) return this.set(position);
    if (this.position) {
      this.again();
      return this.show();
    }
    const [now, its] = sessionStorage.analysed ? JSON.parse(sessionStorage.analysed) : this.here();
    if (isBoth(now) && its in this.plan.games) this.set(now, its);
    else this.set(fresh(this.size));
  }

  /** Analyse another position; typed: as it was entered, right or wrong. @param {string} position
      @param {string} [rules] @param {boolean} [typed] */
  set(position, rules = this.rules, typed = false) {
    this.rules = rules;
    if (typed && !this.fits(position)) return;
    this.position = position;
    this.known = this.chosen = [];
    this.told = this.played = null;
    this.running = false;
    if (isBoth(position)) this.ask(0, []);
    this.show();
  }

  /** Whether a text can be drawn; else the engine says what is wrong with it. @param {string} text */
  fits(text) {
    const { rows, side } = partsOf(text);
    const [home, middle] = this.size;
    const right =
      rows.length === 3 &&
      "AB".includes(side || "-") &&
      [home, middle, home].every((holes, k) => rows[k].length === holes);
    if (!right) this.send({ do: "analyse", position: text || "-", rules: this.rules, games: 0, turns: [] });
    return right;
  }

  /** @param {number} games @param {string[]} turns */
  ask(games, turns) {
    this.send({ do: "analyse", position: this.position, rules: this.rules, games, turns });
  }

  /** Ask for what has not come, for its answer may be lost. */
  again() {
    if (this.running) this.playOut();
    else if (!this.told && isBoth(this.position)) this.ask(0, []);
    if ($("anathrows").children.length < THROWS.length) this.first();
  }

  playOut() {
    this.running = true;
    this.ask(GAMES, this.chosen.length === 2 ? this.chosen : []);
    this.say();
  }

  stop() {
    this.running = false;
    this.send({ do: "analyse", position: "", rules: this.rules, games: 0, turns: [] });
    this.say();
  }

  /** Take an answer; one to an older question is not wanted any more. @param {any} answer */
  take(answer) {
    if (answer.failed) {
      this.running = false;
      return this.say(t(answer.failed));
    }
    if (answer.position !== this.position) return;
    this.told = answer;
    if (answer.games) this.played = answer;
    this.running = this.running && Boolean(answer.rest || !answer.games);
    this.known = merged(this.known, answer.turns || []);
    sessionStorage.analysed = JSON.stringify([this.position, this.rules]);
    this.say();
    this.list();
    this.compare();
  }

  // --- shown ---

  show() {
    this.sheet.at(ofPosition(this.position, this.rules));
    this.controls();
    this.draw();
    this.say();
    this.list();
    this.compare();
  }

  controls() {
    const { side, thrown } = partsOf(this.position);
    const [now, rules] = this.here();
    for (const button of all("button", $("anabrush"))) {
      mark(button, "aria-pressed", String(button.value === this.brush));
      mark(button, "aria-label", t(BRUSHES.find(([letter]) => letter === button.value)?.[1] || ""));
    }
    for (const button of all("button", $("anaside"))) {
      mark(button, "aria-pressed", String(button.value === side));
      mark(button, "aria-label", sideName(button.value));
    }
    for (const option of $("anathrow").options) write(option, option.value === "-" ? t("none") : faces(option.value));
    $("anathrow").value = thrown;
    $("anarules").value = this.rules;
    $("anaposition").value = this.position;
    $("anahere").disabled = !now || !(rules in this.plan.games);
    $("anaon").disabled = !now || !isBoth(this.position);
  }

  draw() {
    $("anaboat").replaceChildren();
    const svg = drawSmall($("anaboat"), this.plan, this.position, [], this.how());
    svg.addEventListener("click", (/** @type {MouseEvent} */ { clientX, clientY }) => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
      const far = (/** @type {string} */ name) => Math.hypot(svg.place(name)[0] - x, svg.place(name)[1] - y);
      const [hole] = this.holes().sort(
        (/** @type {string} */ one, /** @type {string} */ other) => far(one) - far(other),
      );
      if (far(hole) < NEAR) this.set(placed(this.position, hole, this.brush));
    });
  }

  /** How its boats lie: as the board of the game. */
  how() {
    const gear = this.plan.games[this.rules];
    return { whole: true, upright: NARROW.matches, near: this.here()[2], gear };
  }

  /** The names of the holes in play. */
  holes() {
    const [home, middle] = this.size;
    const names = this.plan.holes.map((/** @type {{ name: string }} */ { name }) => name);
    return names.filter((/** @type {string} */ name) => +name.slice(1) <= (name[0] === "M" ? middle : home));
  }

  /** The headline and the buttons. @param {string} [wrong] */
  say(wrong) {
    const two = this.chosen.length === 2;
    $("anaplay").disabled = !this.told;
    mark($("anaplay"), "aria-pressed", String(this.running));
    const play = two ? t("Play these two out") : t("Play it out");
    write($("anaplay"), this.running ? t("Stop") : play);
    write($("anasay"), wrong || this.headline());
    const { games = 0, rest = 0 } = this.played || {};
    const text = t("{count} play-outs of each turn, with the same dice; ± is the standard error.", { count: games });
    write($("anaprogress"), this.running ? `${games} / ${games + rest || GAMES}` : games ? text : "");
  }

  headline() {
    if (!isBoth(this.position)) return t("Both sides need pieces: press the holes.");
    if (!this.told) return t("Thinking ...");
    const { chance, error, exact } = this.played && !this.chosen.length ? this.played : this.told;
    const text = exact ? n("{player} wins with {chance}, exactly.") : n("{player} wins with about {chance}.");
    return (
      t(text, { player: sideName(partsOf(this.position).side), chance: percent(chance) + plusMinus(error) }) +
      judgeText(this.told)
    );
  }

  list() {
    $("anaturns").replaceChildren();
    for (const { turn, chance, error } of this.known.slice(0, TURNS_MAX)) {
      const button = make(make($("anaturns"), "li"), "button");
      make(button, "span", inWords(turn));
      make(button, "b", percent(chance) + plusMinus(error));
      make(button, "span", undefined, "chance").style.width = `${Math.round(100 * chance)}%`;
      mark(button, "aria-pressed", String(this.chosen.includes(turn)));
      button.addEventListener("click", () => {
        this.chosen = toggled(this.chosen, turn);
        this.say();
        this.list();
        this.compare();
      });
    }
    $("anahow").hidden = this.known.length < 2;
  }

  /** Two turns side by side: where they lead, their chances, and how far they are apart. */
  compare() {
    const two = this.known.filter(({ turn }) => this.chosen.includes(turn));
    $("anatwo").replaceChildren();
    $("anaapart").hidden = two.length < 2;
    if (two.length < 2) return;
    const { side } = partsOf(this.position);
    for (const { turn, result, chance, error } of two) {
      const card = make($("anatwo"), "figure");
      drawSmall(card, this.plan, result, turn === "--" ? [] : [[side, turn, "better"]], this.how());
      const caption = make(card, "figcaption");
      make(caption, "span", inWords(turn));
      make(caption, "b", percent(chance) + plusMinus(error));
    }
    const [points, error] = apart(two[0], two[1]);
    const fill = { points: points.toFixed(1), error: error?.toFixed(1) || "" };
    write(
      $("anaapart"),
      t(error ? n("The first is {points} ± {error} points better.") : n("The first is {points} points better."), fill),
    );
  }

  /** The first throws, with the best turns and answers; asked for once they are wanted. @param {any} [told] */
  first(told) {
    if (!$("anafirst").open) return;
    const list = $("anathrows");
    if (!told) {
      write($("anawait"), t("Thinking ..."));
      list.replaceChildren();
      return this.send({ do: "first", rules: this.rules });
    }
    if (told.rules !== this.rules) return;
    write($("anawait"), told.rest ? `${told.rows.length} / ${THROWS.length}` : "");
    list.replaceChildren();
    for (const { throw: thrown, turn, chance, result, answers } of told.rows) {
      const item = make(list, "li");
      const button = make(item, "button");
      make(button, "span", `${faces(thrown)}: ${inWords(turn)}`);
      make(button, "b", percent(chance));
      button.addEventListener("click", () => this.set(withParts(fresh(this.size), { thrown })));
      const texts = answers
        .filter((/** @type {string[]} */ [, answer]) => answer !== "--")
        .map(
          (/** @type {[string, string, number]} */ [dice, answer, its]) =>
            `${faces(dice)}: ${inWords(answer)}, ${percent(its)}`,
        );
      const name = sideName(result.split(" ")[1]);
      if (texts.length) make(item, "small", t("Then {name}: {turns}.", { name, turns: texts.join("; ") }));
    }
  }
}
