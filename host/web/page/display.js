// How the page's state is shown: each changed value at its place, the boat and the table, and the cards.

import { speakOf } from "./dice.js";
import { $, all, localized, mark, write } from "./dom.js";
import { PANELS, showFaults, showScore, showWon } from "./panels.js";
import { turnsOf } from "./position.js";
import { pickRules } from "./rules.js";
import { sceneOf } from "./scene.js";
import { soon } from "./soon.js";
import * as is from "./state.js";
import { showWho } from "./who.js";

/** @typedef {import("./types").View} View */
/** @typedef {(seen: View, shown: View) => unknown} Show seen: with a move under way, or a lesson in the game's place;
    shown: or a step of a record */
/**
 * @typedef {object} Parts
 * @property {import("./alarm.js").Alarm} alarm
 * @property {import("./boat.js").Boat} boat
 * @property {import("./clock.js").Clock} clock
 * @property {{ show: (v: View, over: boolean) => void }} end
 * @property {import("./far.js").Far} far
 * @property {import("./firmware.js").Firmware} firmware
 * @property {import("./guide.js").Guide} guide
 * @property {import("./hands.js").Hands} hands
 * @property {import("./history.js").History} history
 * @property {import("./home.js").Home} home
 * @property {import("./lessons.js").Lessons} lessons
 * @property {import("./lights.js").Lights} lights
 * @property {import("./outlook.js").Outlook} outlook
 * @property {import("./pace.js").Pace} pace
 * @property {import("./settings.js").Settings} settings
 * @property {import("./sheet.js").Sheet} sheet
 * @property {import("./start.js").Start} start
 * @property {import("./table.js").Table} table
 * @property {import("./voice.js").Voice} voice
 */

export class Display {
  /** wanted: asks for the values that are shown only on request.
      @param {import("./types").State} state @param {import("./types").Plan} plan @param {Parts} parts
      @param {() => void} wanted */
  constructor(state, plan, parts, wanted) {
    this.state = state;
    this.parts = parts;
    this.wanted = wanted;
    this.say = () => parts.table.show();
    this.judged = false; // whether the chances were wanted for the outlook
    /** @type {[of: string[], how: Show][]} */
    this.rows = [
      ...rows(state, plan, parts, () => this.choose()),
      [["player_page", "pages", "plug", "has_hands", "behind"], () => this.seat()],
    ];
  }

  /** Show the changed values; a lesson, or a move under way, takes their place. @param {object} changed */
  show(changed) {
    const { state, parts } = this;
    const { boat, pace, lessons, voice } = parts;
    is.forget(state);
    const [seen, shown] = [is.seen(state), is.shown(state)];
    if (shown.gear) speakOf(shown.gear);
    this.cards(seen); // how the boat lies depends on them
    this.draw();
    for (const [of, how] of this.rows) if (of.some((key) => key in changed)) how(seen, shown);
    pace.show();
    if ("plays" in changed) boat.reveal(Object.keys(is.plays(state)));
    lessons.shown(shown);
    mark(boat.svg, "data-you", seen.you || "");
    mark(boat.svg, "data-hands", is.helped(state) ? "helped" : "own");
    voice.follow(state.v);
    if (state.v.phase === undefined) return; // only the seats are known yet
    document.body.classList.replace("loading", "arriving"); // it is laid out behind the first picture
    if (boat.bare) soon(this.hull);
    else mark(boat.svg, "data-ready", "true");
  }

  /** Show the boat, in tasks of its own: all at once takes a phone half a second, in which it answers nothing. */
  hull = () => {
    this.parts.boat.appear();
    setTimeout(this.pieces);
  };

  pieces = () => {
    const { boat } = this.parts;
    boat.man();
    document.body.classList.remove("arriving");
    mark(boat.svg, "data-ready", "true");
  };

  /** Show what depends on the user's choice, too: the boat and the table. */
  draw() {
    const { state, parts } = this;
    is.forget(state);
    const { gear } = is.shown(state);
    if (gear) speakOf(gear);
    const scene = sceneOf(state, parts.guide.look());
    parts.table.show(); // on a phone its height decides the boat's
    parts.boat.show(scene);
    parts.table.strips();
  }

  /** Show what the user has chosen: on the boat at once, in words after that. */
  chosen() {
    const { state, parts } = this;
    is.forget(state);
    parts.boat.show(sceneOf(state, parts.guide.look()));
    soon(this.say);
  }

  /** Show everything again, after a switch. */
  refresh() {
    this.seat();
    if (this.state.v.phase !== undefined) this.show(this.state.v);
  }

  /** Show who plays, and let hands lift only what they may: a replay shows other pieces than the board's. */
  seat() {
    const { state, parts } = this;
    parts.hands.enabled = is.seated(state) && state.v.has_hands && !is.helped(state);
    if (!is.playing(state)) parts.hands.forget();
    showWho(state);
  }

  /** Show the cards in place of the table, or beside it. @param {View} seen */
  cards(seen) {
    const { state } = this;
    const { v, begun } = state;
    const { clock, end, far, home, outlook, sheet, start } = this.parts;
    const hidden = Boolean(state.lesson || state.replay);
    start.show(v, is.playing(state) && !hidden);
    home.show(v, is.starting(state));
    end.show(v, seen.phase === "over" && is.helped(state) && begun && !hidden);
    far.show(v, is.playing(state));
    outlook.show(v, hidden || !begun || seen.phase === "over");
    clock.show(seen, begun && !hidden, is.playing(state));
    const turns = turnsOf(v.record).length;
    $("t-resign").hidden = !is.paced(state) || !turns || v.mode === "far" || v.phase === "over";
    sheet.doors();
    if (outlook.seen === this.judged) return;
    this.judged = outlook.seen;
    this.wanted();
  }

  /** Show the rules and the mode in the workshop's lists. */
  choose() {
    const { rules, mode } = this.state.v;
    if (rules) pickRules($("rules"), rules);
    if (mode) $("mode").value = mode;
  }
}

/** How changed values are shown: the names of the values, and the function.
    @param {import("./types").State} state @param {import("./types").Plan} plan @param {Parts} parts
    @param {() => void} choose @returns {[of: string[], how: Show][]} */
function rows(state, plan, { alarm, boat, firmware, hands, history, lights }, choose) {
  const { v } = state;
  /** @param {string} key @returns {[string[], Show]} */
  const attribute = (key) => [[key], (seen) => mark(boat.svg, `data-${key}`, /** @type {any} */ (seen)[key])];
  return [
    [["leds"], () => lights.show(v.leds)],
    [["hands", "trays", "stand"], () => hands.show(v.hands || [], v.trays, state.me.you)],
    ...["phase", "player", "throw", "rules", "mode"].map(attribute),
    [["words"], () => write($("words"), localized(v.words))],
    [["phase", "player", "throw", "left", "record"], (_, shown) => showScore(shown)],
    [["record"], () => write($("record"), v.record)],
    [["record"], (seen) => seen.moving || history.show(v.record)],
    [["hint", "player_page"], () => write($("hint"), is.playing(state) ? localized(v.hint) : "")],
    [["down"], () => $("button").classList.toggle("down", v.down)],
    [["plug"], () => mark($("plug"), "aria-pressed", String(v.plug))],
    [["plug"], () => document.body.classList.toggle("unplugged", !v.plug)],
    [["mode"], () => showMode(v.mode)],
    [["won"], () => showWon(v.won)],
    [["older"], () => firmware.told(v.older)],
    [["rules", "mode"], choose],
    [["faults"], () => showFaults(v.faults)],
    [["cable"], () => ($("cable").checked = v.cable)],
    ...PANELS.map(
      ({ name, show }) => /** @type {[string[], Show]} */ ([[name], () => show(/** @type {any} */ (v)[name], plan)]),
    ),
    [["troubles"], () => alarm.hold(v.troubles || [])],
  ];
}

/** @param {string} mode */
function showMode(mode) {
  $("dice").hidden = mode !== "wooden";
  for (const part of all("[data-for]")) part.hidden = part.dataset.for !== mode;
}
