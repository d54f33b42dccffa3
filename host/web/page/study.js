// @ts-check
// The analysis of what is looked through, on the play board: best turns, turns played otherwise, other dice.

import { inWords, said } from "./dice.js";
import { $, all, draw, mark, n, t, write } from "./dom.js";
import { SIGNS, nodeOf, notesOf, noted, played, readBranch, thrownAt, written } from "./line.js";
import { isBoth, merged, partsOf } from "./position.js";
import { judgeText, sideName } from "./review.js";
import { SetUp } from "./setup.js";
import { pressable, unpressable, wireKeys } from "./studykeys.js";
import { drawAhead, drawBest, drawGame, pointOut, points } from "./turns.js";

const GAMES = 4096; // play-outs of each turn
const [LOW, APART] = [60, 22]; // pixels: a curve without room for signs; between two of them
const WAIT_MS = 80; // before a step is looked at, or scrubbing would ask about each
const [SAME, LESS] = [0.005, 0.02]; // chances apart: equal, worth a word
const NARROW = matchMedia("(max-width: 719px)");

export class Study {
  /** @typedef {import("./position.js").Known} Known
   * @typedef {{ mayHelp: () => boolean, here: () => [position: string, rules: string, near: string], missed: () => void,
   *   changed: () => void, clear: () => void, games: (rows: string) => void }} Doors mayHelp: whether what is looked at may be analysed; here: position and
   * rules of the game; clear: takes the last error away */

  /** @param {import("./types").Plan} plan @param {import("./types").Send} send @param {import("./replay.js").Replay} replay
      @param {import("./boat.js").Boat} boat @param {Doors} doors */
  constructor(plan, send, replay, boat, doors) {
    this.plan = plan;
    this.send = send;
    this.replay = replay;
    this.doors = doors;
    /** What is known about positions. @type {Record<string, Known[]>} */
    this.known = {};
    /** The last answer about each, and the last from play-outs. @type {Record<string, any>} */
    this.told = {};
    /** @type {any} */
    this.outs = null;
    /** @type {import("./line.js").Branch | null} */
    this.branch = null;
    /** Of an address, still to be found. @type {ReturnType<typeof readBranch>} */
    this.pending = [];
    this.pendingText = "";
    /** @type {import("./line.js").Note[]} */
    this.notes = [];
    this.shown = this.listed = this.pointed = "";
    this.running = false;
    this.timer = 0;
    this.setup = new SetUp(plan, send, boat, this);
    $("anaplay").addEventListener("click", () => (this.running ? this.stop() : this.playOut()));
    $("pull").addEventListener("click", () => this.pull(!document.body.classList.contains("pulled")));
    const list = $("anaturns");
    for (const event of ["pointerover", "focusin"]) {
      list.addEventListener(event, (/** @type {Event} */ e) => this.point(e.target));
    }
    for (const event of ["pointerleave", "focusout"]) list.addEventListener(event, () => this.point(null));
    wireKeys(this);
    NARROW.addEventListener("change", () => replay.show());
    replay.study = this;
    if (replay.game) this.begin();
  }

  get rules() {
    return this.replay.looked.rules;
  }

  /** Whether this may be analysed: it is no game that is to be played without help. */
  get able() {
    return this.doors.mayHelp();
  }

  // --- a game begins to be looked through, and ends ---

  begin() {
    const { replay } = this;
    this.branch = this.outs = null;
    this.known = {};
    this.told = {};
    this.shown = this.listed = "";
    this.running = false;
    this.pendingText = replay.wantedBranch;
    this.pending = replay.wantedBranch ? readBranch(replay.wantedBranch) : [];
    replay.wantedBranch = "";
    $("study").hidden = false;
    document.body.classList.add("studying");
    const { record, free } = replay.looked;
    if (!free && this.able && !noted(record).length && replay.turns) replay.reviews.of(record);
    this.reviewed();
    $("replaybar").scrollIntoView({ block: "nearest" });
  }

  end() {
    this.stop();
    $("study").hidden = true;
    this.pull(false);
    document.body.classList.remove("studying");
    unpressable($("dicepair"));
  }

  /** Ask for what has not come: a lost connection has lost the question. */
  again() {
    if (!this.replay.game) return;
    this.shown = "";
    this.running = false;
    this.show();
  }

  /** The notes of the game are there, or more of them. */
  reviewed() {
    const { record } = this.replay.looked;
    this.notes = notesOf(this.replay.reviews.known[record]?.noted || record);
    this.listed = "";
    this.replay.judged();
  }

  // --- what is shown ---

  /** The game is at another step. */
  went() {
    this.pending = [];
  }

  /** What follows in the address. */
  more() {
    if (this.pending.length) return `/what/${this.pendingText}`;
    return this.branch && this.replay.what ? `/what/${written(this.branch)}` : "";
  }

  /** The turns of the position that is shown, best first. */
  get turns() {
    return this.known[this.replay.node().position] || [];
  }

  /** @returns {import("./types").Shot[]} */
  shots() {
    const { position, turn } = this.replay.node();
    const { side } = partsOf(position);
    const [best, second] = this.turns.map((one) => one.turn);
    /** @type {import("./types").Shot[]} */
    const found = [];
    const add = (/** @type {string} */ its, /** @type {string} */ kind) =>
      its && its !== "--" && !found.some(([, other]) => other === its) && found.push([side, its, kind]);
    if (this.pointed) add(this.pointed, this.pointed === best ? "better" : this.pointed === turn ? "played" : "second");
    add(best || this.replay.judgedTurn()[1], "better");
    add(turn, "played");
    if (!NARROW.matches && !this.pointed) add(second, "second");
    return found.reverse();
  }

  /** What the turn played here has lost, null if that is not known. */
  loss() {
    const { turn } = this.replay.node();
    const [best] = this.turns;
    const own = turn && this.turns.find((one) => one.turn === turn);
    return own ? Math.max(0, best.chance - own.chance) : null;
  }

  /** The verdict, in two lines; null where there is none yet. @returns {import("./sentences.js").Sentence | null} */
  speech() {
    const { position, turn } = this.replay.node();
    const { side, thrown } = partsOf(position);
    if (!this.able) return null;
    if (!turn) {
      if (thrown === "#" || (!this.replay.what && !this.replay.looked.free)) return null;
      const dice = /^\d+$/.test(thrown) ? said(thrown) : t("no throw yet");
      return [t("{name}: {dice}", { name: sideName(side), dice }), "", []];
    }
    const loss = this.loss();
    if (loss === null || this.turns.length < 2) return null;
    const words = `${sideName(side)}: ${inWords(turn)}.`;
    if (loss < SAME) return [t("The best turn."), words, []];
    if (loss < LESS) return [t("A good turn."), words, []];
    const better = t("Better: {turn}", { turn: inWords(this.turns[0].turn) });
    return [t("This cost {points} of 100", { points: Math.round(100 * loss) }), `${words} ${better}.`, []];
  }

  show() {
    const { position } = this.replay.node();
    if (position !== this.shown) {
      if (this.running) this.stop();
      this.shown = position;
      this.outs = null;
      this.pointed = "";
      clearTimeout(this.timer);
      if (!this.known[position] && this.able && isBoth(position)) {
        this.timer = window.setTimeout(() => this.ask(0, []), WAIT_MS);
      }
    }
    pressable($("dicepair"), position, () => Boolean(this.replay.game));
    this.lists();
    this.setup.show();
    this.say();
  }

  /** The headline, and how far play-outs are. @param {string} [wrong] */
  say(wrong) {
    const { thrown } = partsOf(this.replay.node().position);
    const known = this.told[this.shown];
    $("anaplay").disabled = !known || thrown === "#";
    mark($("anaplay"), "aria-pressed", String(this.running));
    write($("anaplay"), this.running ? t("Stop") : t("Play it out"));
    write($("anasay"), wrong || this.headline());
    const { games = 0, rest = 0 } = this.outs || {};
    const text = t("{count} play-outs of each turn, with the same dice; ± is the standard error.", { count: games });
    write($("anaprogress"), this.running ? `${games} / ${games + rest || GAMES}` : games ? text : "");
  }

  headline() {
    const { position } = this.replay.node();
    const { side, thrown } = partsOf(position);
    if (!this.able) return "";
    if (thrown === "#") return t("{player} has won", { player: sideName(side) });
    if (!isBoth(position)) return t("Both sides need pieces: press the holes.");
    const told = this.outs || this.told[position];
    if (!told) return t("Thinking ...");
    const { chance, error, exact } = told;
    const text = exact
      ? n("{player} wins {count} games in 100, exactly.")
      : n("{player} wins about {count} games in 100.");
    return t(text, { player: sideName(side), count: points(chance, error) }) + judgeText(told);
  }

  /** The best turns, and the one played; the turns of the game, with the branch below where it begins. */
  lists() {
    const { replay, branch } = this;
    drawBest(this.turns, replay.node().turn, (turn) => this.play(turn));
    const state = [document.documentElement.lang, JSON.stringify(branch), Object.keys(this.known).length].join();
    const list = { go: (/** @type {number} */ k) => replay.go(k), enter: (/** @type {number} */ k) => this.enter(k) };
    if (this.listed !== state) {
      drawGame({
        ...list,
        steps: replay.looked.steps,
        notes: this.notes,
        branch,
        known: this.known,
        bounds: this.plan.bounds,
      });
      this.ahead();
    }
    this.listed = state;
    pointOut(replay.what ? `data-at="${branch?.at}"` : `data-step="${Math.min(replay.at, replay.turns)}"`);
  }

  ahead() {
    const { curve, chances } = this.replay;
    for (const old of all("#curve .ahead")) old.remove();
    if (curve && this.branch) drawAhead(curve, chances, this.branch, this.known);
  }

  /** Dots on the curve where a turn was bad, with its sign where there is room. */
  dots() {
    const { curve, chances } = this.replay;
    this.ahead();
    const room = $("scrub").clientHeight > LOW;
    let last = -APART;
    this.notes.forEach(({ grade = "" }, k) => {
      if (!curve || !["mistake", "blunder"].includes(grade) || !(k + 1 in chances)) return;
      const [cx, cy] = curve.at(k + 1, chances[k + 1]);
      draw($("curve"), "circle", { class: "bad", cx, cy, r: 4 });
      if (!room || cx - last < APART) return;
      last = cx;
      draw($("curve"), "text", { class: "bad", x: cx, y: cy + (cy > 100 ? -10 : 16) }, SIGNS[grade]);
    });
  }

  /** A turn of the list is pointed at, or focused. @param {any} target */
  point(target) {
    const turn = target?.closest?.("[data-turn]")?.dataset.turn || "";
    if (turn === this.pointed) return;
    this.pointed = turn;
    this.replay.show();
  }

  // --- done ---

  /** @param {number} games @param {string[]} turns */
  ask(games, turns) {
    this.send({ do: "analyse", position: this.shown, rules: this.rules, games, turns });
  }

  playOut() {
    this.running = true;
    this.ask(GAMES, []);
    this.say();
  }

  stop() {
    clearTimeout(this.timer);
    if (!this.running) return;
    this.running = false;
    this.send({ do: "analyse", position: "", rules: "danish", games: 0, turns: [] });
    if (this.replay.game) this.say();
  }

  /** Take an answer. @param {any} answer */
  take(answer) {
    if (!this.replay.game) return;
    if (answer.failed) {
      this.running = false;
      return this.say(t(answer.failed));
    }
    const { position } = answer;
    this.told[position] ??= answer;
    this.known[position] = merged(this.known[position] || [], answer.turns || []);
    if (this.pending.length) this.pursue();
    if (position !== this.shown) return;
    if (answer.games) this.outs = answer;
    if (this.running && answer.games && !answer.rest) this.playedOut();
    this.replay.show();
  }

  /** The best turns are played out; the one played may not be among them. */
  playedOut() {
    const { turn } = this.replay.node();
    const own = this.turns.find((one) => one.turn === turn);
    if (own && own.error === undefined) this.ask(GAMES, [this.turns[0].turn, turn]);
    else this.running = false;
  }

  /** Play a turn where we are; another one than in the game begins a branch. @param {string} turn */
  play(turn) {
    const { replay } = this;
    const node = replay.node();
    const its = this.turns.find((one) => one.turn === turn);
    if (!its) return;
    if (turn === node.turn) return replay.step(1);
    const inside = replay.what ? this.branch : null;
    this.branch = played(inside, replay.at, { position: node.position, turn }, its.result);
    this.enter(this.branch.nodes.length);
  }

  /** @param {number} at of the branch's positions */
  enter(at) {
    if (!this.branch) return;
    this.branch.at = at;
    this.replay.what = nodeOf(this.branch);
    this.replay.show();
    this.doors.changed();
  }

  /** Take one step in the branch; false: there is none. @param {number} by */
  step(by) {
    const { branch, replay } = this;
    if (!branch || !replay.what) return false;
    const to = branch.at + by;
    if (to < 0) replay.go(replay.at);
    else this.enter(Math.min(to, branch.nodes.length));
    return true;
  }

  /** Look at another throw. @param {string} thrown */
  setThrow(thrown) {
    const { replay } = this;
    const { position } = replay.node();
    if (partsOf(position).thrown === "#" || !this.able) return;
    const { steps, free } = replay.looked;
    if (free && !replay.what) return this.setup.set(thrownAt(null, 0, position, thrown).tip);
    if (!replay.what && !replay.at && steps.length > 1) return; // both throw for the start
    const inside = replay.what ? this.branch : null;
    if (!inside?.at && !inside?.nodes.length && thrown === steps[replay.at]?.throw) return replay.go(replay.at);
    this.branch = thrownAt(inside, replay.at, position, thrown);
    this.enter(this.branch.nodes.length);
  }

  /** Go on along the branch of an address. */
  pursue() {
    const { replay } = this;
    while (this.pending.length) {
      const [{ thrown, turn }] = this.pending;
      const { position } = replay.node();
      if (thrown !== partsOf(position).thrown && /^\d+$/.test(thrown)) {
        this.branch = thrownAt(replay.what ? this.branch : null, replay.at, position, thrown);
        replay.what = nodeOf(this.branch);
        continue;
      }
      if (turn && !this.known[position]) break;
      const its = this.turns.find((one) => one.turn === turn);
      this.pending = turn && !its ? [] : this.pending.slice(1);
      if (turn && !its) this.doors.missed();
      if (!its) continue;
      this.branch = played(replay.what ? this.branch : null, replay.at, { position, turn }, its.result);
      replay.what = nodeOf(this.branch);
    }
    replay.show();
  }

  /** @param {boolean} up */
  pull(up) {
    document.body.classList.toggle("pulled", up);
    mark($("pull"), "aria-expanded", String(up));
  }
}
