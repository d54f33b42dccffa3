// The pictures of the start card: today's puzzle on the boat, and the games that are going on. A first visit sees one
// picture of the game instead.

import { sign } from "./dice.js";
import { $, all, counted, draw, find, make, mark, n, t, write } from "./dom.js";
import { standOf, turnsOf } from "./position.js";
import { ofWeek } from "./puzzle.js";
import { standing } from "./puzzling.js";
import { sideName } from "./review.js";
import { drawSmall } from "./smallboat.js";
import { press } from "./soon.js";
import { DANISH } from "./tasks.js";

/** @typedef {import("./types").View} View */
/** @typedef {{ name: string, a: string, b: string, turns: number, position: string, gear: import("./types").Gear }} Going */

const BOARD = "The board"; // as records name it
const WEEK = 7;
/** What a digit presses on the start card. @type {Record<string, string>} */
const DOORS = { 1: "start-board", 2: "puzzles", 3: "games", 4: "learn" };

export class Home {
  shown = false;
  /** The language of what is written here. */
  said = "";
  /** The game whose boat is drawn on the button that goes on with it. */
  drawn = "";

  /** resumed: called when a kept game goes on; changed: when there is another picture.
      @param {import("./types").Plan} plan @param {import("./types").State} state @param {import("./boat.js").Boat} boat
      @param {import("./types").Send} send @param {import("./lessons.js").Lessons} lessons
      @param {() => void} resumed @param {() => void} changed */
  constructor(plan, state, boat, send, lessons, resumed, changed) {
    this.plan = plan;
    this.state = state;
    this.send = send;
    this.lessons = lessons;
    this.resumed = resumed;
    this.changed = changed;
    for (const door of all("#start [data-door]")) {
      press(door, () => $(door.dataset.door || "").click());
    }
    $("today").addEventListener("click", () => lessons.puzzle());
    $("nextweek").addEventListener("click", () => lessons.puzzle("week"));
    $("nextlesson").addEventListener("click", () => lessons.open(this.ahead + 1, false, "danish"));
    addEventListener("keydown", (event) => this.key(event));
    boat.svg.addEventListener("click", () => this.shown && !$("today").hidden && lessons.puzzle());
  }

  /** @param {View} v @param {boolean} card whether the start card is shown */
  show(v, card) {
    const { lang } = document.documentElement;
    const comes = card && (!this.shown || this.said !== lang);
    this.said = lang;
    this.shown = card;
    if (!card) return;
    const turns = turnsOf(v.record).length;
    const fresh = !localStorage.guide && !localStorage.lessons && !turns;
    document.body.classList.toggle("fresh", fresh);
    $("today").hidden = fresh || Boolean(this.state.offer);
    find("#bar [data-door=t-games]").hidden = $("t-games").hidden;
    this.resume(v, turns);
    if (!comes) return;
    if (!fresh) this.onward();
    if (!fresh) this.puzzle();
    else if (v.gear?.hull === "boat") this.take({ ...firstTurn(this.state.names, v.stand) });
    if (!$("t-games").hidden) this.send({ do: "going" });
  }

  /** @param {KeyboardEvent} event */
  key({ key, target, ctrlKey, altKey, metaKey }) {
    const typing = find("dialog[open]") || /** @type {Element} */ (target).closest?.("select, input, textarea");
    if (!this.shown || typing || ctrlKey || altKey || metaKey || !(key in DOORS)) return;
    const button = find(`[data-control=${DOORS[key]}]`);
    if (!button.hidden) button.click();
  }

  /** Draw the game that is open here. @param {View} v @param {number} turns */
  resume(v, turns) {
    const button = find("[data-control=start-resume]");
    button.hidden = !turns || v.phase === "over";
    $("going").hidden = button.hidden && !$("goinglist").childElementCount;
    if (button.hidden) return;
    write($("lastgame"), counted(turns, n("{count} turn so far"), n("{count} turns so far")));
    const now = `${v.position} ${v.you}`;
    if (this.drawn === now) return;
    this.drawn = now;
    button.querySelector("svg")?.remove();
    const near = v.you.length === 1 ? v.you : "A";
    button.prepend(drawSmall(button, this.plan, v.position, [], { whole: true, near, gear: v.gear }));
  }

  /** The first lesson that is not done, from 0 on; -1: all are. */
  get ahead() {
    return DANISH.findIndex((_, k) => !this.lessons.done.has(String(k + 1)));
  }

  /** What else there is: the next lesson, the week's position; and how one does at puzzles. */
  async onward() {
    const { ahead, plan } = this;
    $("nextlesson").hidden = ahead < 0;
    if (ahead >= 0) {
      const fill = { number: ahead + 1, count: DANISH.length, title: t(DANISH[ahead][0]) };
      write($("lessonahead"), t("Lesson {number} of {count}: {title}", fill));
      cutOut($("nextlesson"), plan, plan.games.danish.start);
    }
    write($("puzzled"), standing() || t("Find the best turn for Light."));
    const [week, shipped] = [await import("./week.js"), await this.lessons.shipped()];
    const number = week.weekOf(new Date());
    const own = week.answers(number).you ? n("You have answered.") : n("The same for everybody.");
    write($("weeksaid"), week.waiting(number) || t(own));
    cutOut($("nextweek"), plan, week.ofNumber(shipped, number)[0]);
  }

  /** Show today's puzzle on the boat, and which of the week's are solved. */
  async puzzle() {
    const { position } = await this.lessons.today();
    const [, , thrown] = position.split(" ");
    $("todaydice").replaceChildren();
    for (const die of thrown) make($("todaydice"), "i", sign(die));
    const week = $("todayweek");
    week.replaceChildren();
    const { days, today } = ofWeek(new Date(), (localStorage.solved || "").split(","));
    days.forEach((solved, k) => {
      const kind = [solved ? "solved" : "", k === today ? "now" : ""].filter(Boolean).join(" ");
      draw(week, "circle", { cx: 14 + 28 * k, cy: 14, r: 9, class: kind });
    });
    const count = days.filter(Boolean).length;
    week.setAttribute("aria-label", t("{count} of {all} solved this week", { count, all: WEEK }));
    const stand = standOf(position, this.plan.n);
    const { size, ...gear } = this.plan.games.danish;
    this.take({ size, gear, near: "A", turned: false, stand, game: stand, sees: stand.toUpperCase() });
  }

  /** @param {Partial<import("./types").Scene>} picture */
  take(picture) {
    this.state.picture = picture;
    this.changed();
  }

  /** List the other games that are not finished, and draw one's own rating. @param {Going[]} games
      @param {string} rated the games that it comes from */
  async list(games, rated) {
    $("goinglist").replaceChildren();
    for (const { name, a, b, turns, position, gear } of games) {
      const button = make(make($("goinglist"), "li"), "button", undefined, "going");
      drawSmall(button, this.plan, position, [], { whole: true, near: a === BOARD ? "B" : "A", gear });
      const other = [a, b].includes(BOARD) ? t(BOARD) : `${a || sideName("A")}, ${b || sideName("B")}`;
      make(button, "b", other);
      make(button, "span", counted(turns, n("{count} turn so far"), n("{count} turns so far")));
      button.addEventListener("click", () => {
        this.send({ do: "game", name, what: "resume" });
        this.resumed();
      });
    }
    this.show(this.state.v, this.shown);
    if (rated) (await import("./rated.js")).drawRating(rated);
  }
}

/** A part of a boat, at the side of a button, unless it is there. @param {HTMLElement} button @param {import("./types").Plan} plan
    @param {string} position */
function cutOut(button, plan, position) {
  if (button.dataset.boat === position) return;
  button.dataset.boat = position;
  button.querySelector("svg")?.remove();
  const svg = drawSmall(button, plan, position, [], { whole: true });
  mark(svg, "preserveAspectRatio", "xMaxYMid slice");
  button.prepend(svg);
}

/** The picture of the game: a turned piece, its way, and an enemy on it. @param {string[]} names @param {string} stand */
function firstTurn(names, stand) {
  const at = names.indexOf("A1");
  const turned = stand.slice(0, at) + "A" + stand.slice(at + 1);
  return { stand: turned, game: turned, sees: turned.toUpperCase(), lit: "A1", ready: ["A1"], aims: { B8: "" } };
}
