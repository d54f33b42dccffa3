// @ts-check
// Any position, put on the play board by presses or as text, for the analysis; and the first throws of its rules.

import { faces, inWords } from "./dice.js";
import { $, all, draw, make, mark, n, t, write } from "./dom.js";
import { begins, empty, partsOf, placed, standOf, withParts } from "./position.js";
import { sideName } from "./review.js";
import { drawPiece } from "./wood.js";

const NEAR = 12; // from a hole's middle, in units of the drawing
/** @type {[string, string][]} */
const BRUSHES = [
  ["a", n("Light, not turned")],
  ["A", n("Light, turned")],
  ["b", n("Dark, not turned")],
  ["B", n("Dark, turned")],
];

export class SetUp {
  /** @param {import("./types").Plan} plan @param {import("./types").Send} send @param {import("./boat.js").Boat} boat
      @param {import("./study.js").Study} study */
  constructor(plan, send, boat, study) {
    this.plan = plan;
    this.send = send;
    this.boat = boat;
    this.study = study;
    this.brush = "A";
    for (const [letter] of BRUSHES) this.button("anabrush", letter);
    for (const side of "AB") this.button("anaside", side);
    const press = (/** @type {string} */ id, /** @type {() => void} */ action) =>
      $(id).addEventListener("click", action);
    press("anahere", () => this.set(.../** @type {[string, string]} */ (study.doors.here().slice(0, 2))));
    press("anastart", () => this.set(this.start()));
    press("anagames", () => study.doors.games(this.position.split(" ")[0]));
    press("anaclear", () => this.set(empty(this.size)));
    $("anarules").addEventListener("change", () => this.set(this.start($("anarules").value), $("anarules").value));
    $("anatext").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.enter($("anaposition").value);
    });
    $("setup").addEventListener("toggle", () => $("setup").open && study.pull(true));
    $("anafirst").addEventListener("toggle", () => this.first());
    boat.svg.addEventListener("pointerdown", (event) => this.pressed(event));
  }

  get rules() {
    const [base] = this.study.rules.split(",");
    return [this.study.rules, base, "danish"].find((rules) => rules in this.plan.games) || "";
  }

  get size() {
    return this.plan.games[this.rules].size;
  }

  start(rules = this.rules) {
    return `${this.plan.games[rules].start} A -`;
  }

  /** @param {string} id @param {string} value of a piece, too */
  button(id, value) {
    const button = make($(id), "button");
    button.type = "button";
    button.value = value;
    drawPiece(draw(button, "svg", { viewBox: "-10 -9 20 18", "aria-hidden": "true" }), value, 0, 0);
    button.addEventListener("click", () => {
      if (id === "anaside") return this.set(withParts(this.position, { side: value }));
      this.brush = value;
      this.show();
    });
  }

  /** The position that is shown. */
  get position() {
    return this.study.replay.node().position;
  }

  /** Look at a position, in place of the game. @param {string} position @param {string} [rules] */
  set(position, rules = this.rules) {
    const { size, ...gear } = this.plan.games[rules];
    const step = { stand: standOf(position, this.plan.n), player: "", throw: "", turn: "" };
    const record = begins(rules, position);
    const game = { headers: {}, rules, result: "*", record, size, gear, steps: [step], position, free: true };
    const held = document.activeElement;
    this.study.replay.open(game);
    if ($("study").contains(held) || $("dicepair").contains(held)) /** @type {any} */ (held).focus();
    this.study.doors.changed();
  }

  /** Open with a position that can be drawn, else with the last one, or the game's. @param {string} [text] @param {string} [rules] */
  open(text = "", rules = "danish") {
    if (text && rules in this.plan.games && this.fits(text, rules)) return this.set(text, rules);
    const [now, its] = this.study.doors.here();
    if (!text && now && its in this.plan.games) this.set(now, its);
    else this.set(this.start("danish"), "danish");
  }

  /** A position was typed or pasted. @param {string} text */
  enter(text) {
    const plain = text.trim().split(/\s+/).join(" ");
    this.study.doors.clear();
    if (this.fits(plain, this.rules)) this.set(plain);
  }

  /** Whether a text can be drawn; else the engine says what is wrong with it. @param {string} text @param {string} rules */
  fits(text, rules) {
    const { rows, side } = partsOf(text);
    const [home, middle] = this.plan.games[rules].size;
    const right =
      rows.length === 3 &&
      "AB".includes(side || "-") &&
      [home, middle, home].every((holes, k) => rows[k].length === holes);
    if (!right) this.send({ do: "analyse", position: text || "-", rules, games: 0, turns: [] });
    return right;
  }

  /** A press on the boat, while this is open, puts a piece there. @param {PointerEvent} event */
  pressed(event) {
    if (!this.study.replay.game || !$("setup").open || event.button > 0) return;
    const hole = this.boat.nearest(...this.boat.place(event.clientX, event.clientY), NEAR);
    const [home, middle] = this.size;
    if (!hole || +hole.slice(1) > (hole[0] === "M" ? middle : home)) return;
    event.preventDefault();
    this.set(placed(withParts(this.position, { thrown: "-" }), hole, this.brush));
  }

  show() {
    const { side } = partsOf(this.position);
    const [now, rules] = this.study.doors.here();
    for (const button of all("button", $("anabrush"))) {
      mark(button, "aria-pressed", String(button.value === this.brush));
      mark(button, "aria-label", t(BRUSHES.find(([letter]) => letter === button.value)?.[1] || ""));
    }
    for (const button of all("button", $("anaside"))) {
      mark(button, "aria-pressed", String(button.value === side));
      mark(button, "aria-label", sideName(button.value));
    }
    $("anarules").value = this.rules;
    $("anagames").hidden = $("t-games").hidden;
    if (document.activeElement !== $("anaposition")) $("anaposition").value = this.position;
    $("anahere").disabled = !now || !(rules in this.plan.games);
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
    write($("anawait"), told.rest ? `${told.rows.length} / ${told.rows.length + told.rest}` : "");
    list.replaceChildren();
    for (const { throw: thrown, turn, chance, result, answers } of told.rows) {
      const item = make(list, "li");
      const button = make(item, "button");
      make(button, "span", `${faces(thrown)}: ${inWords(turn)}`);
      make(button, "b", Math.round(100 * chance));
      button.addEventListener("click", () => this.set(withParts(this.start(), { thrown })));
      const texts = answers
        .filter((/** @type {string[]} */ [, answer]) => answer !== "--")
        .map(
          (/** @type {[string, string, number]} */ [dice, answer, its]) =>
            `${faces(dice)}: ${inWords(answer)}, ${Math.round(100 * its)}`,
        );
      const name = sideName(result.split(" ")[1]);
      if (texts.length) make(item, "small", t("Then {name}: {turns}.", { name, turns: texts.join("; ") }));
    }
  }
}
