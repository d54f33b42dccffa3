// The game: choosing pieces and moves, and showing what has happened. `plays` lists the possible moves: hole -> hole ->
// the dice that lead there; a press plays one. The page sets the pace: it shows moves in sequence, and requests the
// next action after a pause. Nothing else waits for either.

import { drawPiece } from "./wood.js";
import { travel } from "./motion.js";
import { Guide } from "./guide.js";
import { $, draw, make, mark, n, t, write } from "./dom.js";
import { captured } from "./boat.js";
import { focusBoat } from "./keys.js";
import { writeChoices } from "./voice.js";
import { drawDice, inWords, movesOf } from "./dice.js";
import { sideName } from "./review.js";
import { done, isMine, sentence, targets } from "./sentences.js";

const DRAG_MM = 3; // a longer movement is a drag
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const DUE_MS = { throw: 700, lost: 2500, turn: 2500 }; // time to look at the position, or to take the turn back
const AGAIN_MS = 5000; // before the next action is requested again
const LOOK_MS = 500; // time to see another player's dice
const HISTORY = 60; // turns listed
const STEP = 10; // between captured pieces in their tray
const SHOWN_MAX = 8; // with this many new moves, none are animated
// The grades of a turn by its loss, with the server's bounds. From ASKED on, the tutor asks first.
const CLASSES = [n("The best turn."), n("A good turn."), n("Inaccurate."), n("A mistake."), n("A blunder.")];
const ASKED = 3;

const NOTHING = { phase: "play", plays: {}, stuck: {}, done: "", due: "", outcome: "", alike: [], moving: true };

// Why a piece cannot move, by the engine's reason; other reasons use the engine's text.
const WHY = {
  not_dalled: n("That piece is not turned: it needs a dal."),
  not_sternmost: n("The piece nearest the stern is turned first."),
  jumps_own: n("Your own piece is in the way."),
  own_there: n("Your own piece is in the way."),
  jumps_enemy: n("The other side's piece is in the way."),
  other_die: n("Then the other die could not be played."),
};

export class Play {
  /** changed: called when another state must be shown; settings: this player's;
      paced: whether this page requests the next action. */
  constructor(boat, send, changed, settings) {
    this.boat = boat;
    this.send = send;
    this.changed = changed;
    this.settings = settings;
    /** @type {any} */
    this.v = {};
    this.chosen = null;
    this.enabled = false;
    this.paced = false;
    this.hinted = 0;
    this.queue = [];
    this.listed = []; // turns of the history, in this language
    this.lang = "";
    this.move = null;
    this.seen = 0;
    /** @type {any[]} */
    this.risk = [];
    this.watched = this.seated = false;
    this.better = "";
    this.loss = 0;
    this.guide = new Guide(boat);
    /** @type {(hole: string) => void} */
    this.holds = () => {};
    const { svg } = boat;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.at(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.drop());
    for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => this.finish(), true);
    document.addEventListener("visibilitychange", () => this.finish());
    addEventListener("keydown", (event) => event.key === "Escape" && this.enabled && this.choose(null));
  }

  get tutor() {
    return this.settings.is("tutor");
  }

  /** Take the newest shown values; has: tells which have changed. */
  show(v, has) {
    this.v = v;
    if (has("done") && v.done) [this.verdict, this.shown] = ["", ""];
    if (v.position !== this.about) this.hinted = 0;
    this.about = v.position;
    if (has("plays")) {
      this.choose(this.chosen in (v.plays || {}) && !this.sent ? this.chosen : null);
      if (this.enabled) this.boat.reveal(Object.keys(v.plays || {}));
    }
    this.speak();
    this.pace();
  }

  // --- choosing ---

  /** Select a piece, and show where it may go; null: none. */
  choose(name) {
    const { boat, v } = this;
    this.chosen = name;
    this.holds(name || "");
    [this.why, this.sent] = ["", false];
    const plays = (this.enabled && v.plays) || {};
    for (const hole of boat.names) {
      mark(boat.holes[hole].element, "data-target", (name && plays[name]?.[hole]) || "");
      boat.holes[hole].element.classList.toggle("ready", hole in plays && !name);
      boat.pieces[hole]?.classList.toggle("up", hole === name && hole in plays);
    }
    writeChoices(plays, name);
    boat.setTargets(name ? plays[name] || {} : {}, name);
    this.speak();
    if (plays[name]) boat.reveal([name, ...Object.keys(plays[name])]);
  }

  /** Handle a press on a hole: choose its piece, or play the chosen one there. */
  use(name) {
    if (!this.enabled || !name || this.sent) return;
    const plays = this.v.plays || {};
    if (plays[this.chosen]?.[name]) this.play(this.chosen, name);
    else if (name in plays && name !== this.chosen) this.take(name, Object.keys(plays[name]));
    else this.refuse(name);
  }

  /** Choose a piece; with one die left and one place to go it is played at once. */
  take(name, ends) {
    if (this.v.played && ends.length === 1 && this.settings.is("onetap")) this.play(name, ends[0]);
    else this.choose(name);
  }

  /** Explain why nothing can be done there. */
  refuse(name) {
    const nowhere = this.chosen && name !== this.chosen;
    const code = (this.v.stuck || {})[name];
    this.choose(null);
    if (code) this.why = t(WHY[code] || this.boat.plan.reasons[code] || n("That piece cannot move with these dice."));
    else if (nowhere) this.why = t("No die takes that piece there.");
    this.speak();
  }

  play(from, to) {
    this.sent = true; // the piece stays chosen until the move is played
    this.send({ do: "play", from, to });
  }

  /** Request the next action at once. */
  end() {
    this.wait(this.state && AGAIN_MS); // the request may get lost
    this.send({ do: "end" });
  }

  // --- pointers ---

  down(event) {
    if (!this.enabled || event.button > 0) return;
    const name = this.boat.nearest(...this.boat.place(event.clientX, event.clientY), 12);
    if (!name) return this.choose(null);
    this.start = this.boat.place(event.clientX, event.clientY);
    const targets = (this.v.plays || {})[this.chosen];
    this.was = this.chosen;
    this.use(name);
    this.from = this.chosen && !(targets && name in targets) ? this.chosen : null;
    event.preventDefault();
    this.boat.holes[name].element.focus({ preventScroll: true });
  }

  at(event) {
    if (!this.from) return;
    const place = this.boat.place(event.clientX, event.clientY);
    if (!this.flying && Math.hypot(place[0] - this.start[0], place[1] - this.start[1]) > DRAG_MM) {
      const letter = this.boat.stand[this.boat.names.indexOf(this.from)];
      this.flying = this.boat.draw(this.boat.held, letter, this.from);
      this.flying.classList.add("up");
      this.boat.pieces[this.from]?.setAttribute("visibility", "hidden");
    }
    if (this.flying) this.flying.style.transform = `translate(${place[0]}px, ${place[1]}px)`;
  }

  up(event) {
    if (this.flying) {
      const from = this.from;
      const name = this.boat.nearest(...this.boat.place(event.clientX, event.clientY), 14);
      this.drop();
      this.dragged = `${from} ${name}`;
      if (name && name !== from) this.use(name);
      else this.choose(null);
    } else if (this.from && this.from === this.was) this.choose(null);
    this.from = null;
  }

  drop() {
    this.flying?.remove();
    this.flying = null;
    if (this.from) this.boat.pieces[this.from]?.removeAttribute("visibility");
  }

  // --- pace ---

  /** Take the moves of a view, and show new ones in sequence. Returns whether the display has changed. */
  follow(view) {
    const moves = view.moves || [];
    const about = `${view.behind} ${view.mode} ${view.lesson}`;
    const fresh = about === this.of ? moves.filter(({ n }) => n > this.seen) : [];
    this.of = about;
    this.seen = moves.at(-1)?.n ?? 0;
    if (this.watched && fresh.length < SHOWN_MAX && !document.hidden && !stillness.matches) this.queueUp(fresh, view);
    if (this.move || !this.queue.length) return false;
    this.next();
    return true;
  }

  /** Queue moves to show, except one dragged here, or an own lost turn. */
  queueUp(moves, { you }) {
    for (const move of moves) {
      const own = (you || "").includes(move.player);
      const dragged = own && this.dragged === `${move.path[0]} ${move.path.at(-1)}`;
      if (own) this.dragged = "";
      if (!dragged && (move.path.length || !own)) this.queue.push({ ...move, own });
    }
  }

  /** A view as shown while a move is under way. */
  now(view) {
    return this.move ? { ...view, ...this.scene } : view;
  }

  next() {
    const before = this.move;
    this.travelling?.remove();
    this.move = this.queue.shift() || null;
    if (this.move) this.timer = setTimeout(() => (this.next(), this.changed()), this.travel(this.move, before));
  }

  /** Show the newest state. */
  finish() {
    if (!this.move) return;
    clearTimeout(this.timer);
    this.queue = [];
    this.next();
    this.changed();
  }

  /** Show a move; returns the time that takes. before: the one shown before it. */
  travel(move, before) {
    const { boat } = this;
    const { path, player, own } = move;
    const stands = boat.names.indexOf(path[0]);
    const goesOn =
      before &&
      before.player === player &&
      before.throw === move.throw &&
      before.played.length + before.dice.length < 2;
    move.played = goesOn ? before.played + before.dice : "";
    const stand = path.length ? move.before.slice(0, stands) + "." + move.before.slice(stands + 1) : move.before;
    const left = ["A", "B"].map((side) => [...move.before.toUpperCase()].filter((letter) => letter === side).length);
    const scene = path.length ? "" : "lost";
    this.scene = {
      ...NOTHING,
      stand,
      sees: stand.toUpperCase(),
      left,
      player,
      throw: move.throw,
      played: move.played,
      scene,
    };
    const { pace } = this.settings;
    const look = own || goesOn ? 0 : LOOK_MS * pace;
    if (!path.length) return look + DUE_MS.lost * pace;
    const [piece, ms] = travel(boat, move, look, pace);
    this.travelling = piece;
    return ms;
  }

  /** Request the next action after a pause, once per state, even if updates arrive meanwhile. */
  pace() {
    const { v } = this;
    const agreed =
      v.due !== "turn" ||
      (this.settings.is("auto") && !Object.keys(v.plays || {}).length && (!this.tutor || this.grade() < ASKED));
    const due = this.paced && !this.move && !v.far?.asking && agreed && DUE_MS[v.due] * this.settings.pace;
    const state = due ? [v.due, v.player, v.position, v.played, v.record.length].join() : "";
    if (state === this.state) return;
    this.state = state;
    this.wait(due);
    if (due && v.due !== "throw") {
      this.burning = this.ring(due);
    }
  }

  /** Draw a ring around the button that ends a turn: when it has run down, the turn ends. */
  ring(ms) {
    const end = document.querySelector("#acts [data-control=end]");
    if (!end) return null;
    const rect = draw(draw(end, "svg", { class: "fuse", "aria-hidden": "true" }), "rect", { pathLength: 100 });
    const easing = matchMedia("(prefers-reduced-motion: reduce)").matches ? "steps(4)" : "linear";
    return rect.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: -100 }], {
      duration: ms,
      easing,
      fill: "forwards",
    });
  }

  wait(ms) {
    clearTimeout(this.pause);
    this.burning?.cancel();
    if (ms) this.pause = setTimeout(() => this.end(), ms);
  }

  // --- sentences ---

  /** The view if it may be explained, else null. */
  guided() {
    const { v } = this;
    return this.paced && !this.tutor && isMine(v) && v.phase === "play" && !v.moving ? v : null;
  }

  speak() {
    const { v } = this;
    if (!v.phase) return;
    const at = this.standing();
    const [say, sub, actions] = this.guide.tell(this.guided(), this.chosen, sentence(at), () => this.speak());
    const playing = v.phase === "play" && !v.speech;
    document.body.classList.toggle("asked", at.alike.length > 0);
    this.point(playing && isMine(v));
    this.boat.setShots(v.shots || (playing ? this.shots() : []));
    write($("say"), say);
    write($("sub"), this.why || sub);
    $("sub").classList.toggle("wrong", Boolean(this.why));
    this.act(this.enabled || at.alike.length ? actions : []);
    drawDice($("dicepair"), v.throw || "", v.played || "", Object.values((playing && targets(at)) || {}).join(""));
    for (const side of "AB") this.strip(side);
  }

  /** The data for the sentences. */
  standing() {
    return {
      v: this.v,
      chosen: this.chosen,
      pieces: this.boat.pieces,
      alike: (this.seated && this.v.alike) || [],
      verdict: this.verdict || "",
      hint: this.hint(),
      judged: () => this.judged(),
      send: this.send,
      end: () => this.end(),
      back: () => this.choose(null),
    };
  }

  /** A player's strip: name, pieces, and captures. */
  strip(side) {
    const { v } = this;
    const strip = $("strip" + side);
    const other = side === "A" ? "B" : "A";
    strip.classList.toggle("turn", v.player === side && v.phase !== "over");
    const you = v.you === side ? t("You") : "";
    const name = you || (v.mode === "solo" ? t(this.boat.gutter ? n("Board") : n("The board")) : sideName(side));
    write(strip.querySelector("b"), name);
    write(strip.querySelector("small"), name === sideName(side) ? "" : sideName(side));
    this.captured(
      strip,
      other.toLowerCase(),
      captured(this.boat.trayless ? v : { ...v, moving: true })["AB".indexOf(other)],
    );
  }

  /** Show the available buttons: text, control, effect. */
  act(actions) {
    const state = actions.map(([text]) => text).join("|");
    if ($("acts").dataset.state === state) return;
    $("acts").dataset.state = state;
    const held = $("acts").contains(document.activeElement);
    $("acts").replaceChildren();
    actions.forEach(([text, control, action], k) => {
      const button = make(
        $("acts"),
        "button",
        text,
        k === 0 && !["back", "choose", "know"].includes(control) ? "main" : "ghost",
      );
      button.dataset.control = control;
      button.addEventListener("click", action);
    });
    if (held) focusBoat(this.boat);
  }

  /** The tutor's grade of the complete turn; nothing until it is known. */
  grade() {
    const { chances, position, done } = this.v;
    if (chances?.position !== position || !chances?.turns.length) return undefined;
    const best = chances.turns[0];
    const mine = chances.turns.find(([turn]) => turn === done) || chances.turns.at(-1);
    this.loss = best[1] - mine[1];
    this.better = best[0];
    this.risk = mine[2] || [];
    return this.boat.plan.bounds.filter((bound) => this.loss >= bound).length;
  }

  /** The tutor's verdict on the complete turn: a question before a bad one; nothing without a tutor. @returns {any} */
  judged() {
    if (!this.tutor) return null;
    const grade = this.grade();
    const end = () => this.end();
    if (grade === undefined) return done(t("Thinking ..."), end);
    this.verdict = t(CLASSES[grade]);
    if (grade < ASKED) return done(this.verdict, end);
    const better = () => {
      this.shown = this.v.done;
      this.speak();
    };
    return [
      t("Really?"),
      this.shown === this.v.done ? t("Better: {turn}", { turn: inWords(this.better) }) : this.given(),
      [
        [t("Let me change it"), "change", () => this.send({ do: "takeback" })],
        [t("Show the better turn"), "better", better],
        [t("Play it anyway"), "end", end],
      ],
    ];
  }

  /** The turn's loss, and the better turn. */
  given() {
    const [hole, chance] = this.risk;
    const points = Math.round(100 * this.loss);
    const given = t("{verdict} It gives away {points} of 100.", { verdict: this.verdict, points });
    if (!hole) return given;
    const count = Math.round(16 * chance);
    return `${given} ${t("The piece on {hole} can be taken by {count} throws of 16.", { hole, count })}`;
  }

  captured(strip, letter, count) {
    const tray = strip.querySelector(".taken");
    write(strip.querySelector(".count"), String(count));
    if (tray.childElementCount === count) return;
    tray.replaceChildren();
    const width = count ? STEP * count + 6 : 0;
    tray.setAttribute("viewBox", `-8 -8 ${width} 16`);
    tray.style.width = `${width * 1.6}px`;
    for (let i = 0; i < count; i++) {
      drawPiece(tray, letter, STEP * i, 0, "").style.transform += " rotate(90deg) scale(.82)";
    }
  }

  /** Advance the hint: the piece, then the turn, then nothing. */
  askHint() {
    this.hinted = (this.hinted + 1) % 3;
    this.speak();
  }

  /** The next move of the best turn, or null while unknown. */
  best() {
    const { chances, position, plays } = this.v;
    if (!this.hinted || chances?.position !== position || !chances?.turns.length) return null;
    return (
      movesOf(chances.turns[0][0]).find(([from, to]) => plays?.[from] && (to in plays[from] || !this.v.played)) || []
    );
  }

  hint() {
    if (!this.hinted) return "";
    const [from] = this.best() || [null];
    if (from === null) return t("Thinking ...");
    if (from === undefined) return t("Another turn is better: take it back.");
    return this.hinted === 1
      ? t("Look at the piece on {hole}.", { hole: from })
      : t("Best: {turn}", { turn: inWords(this.v.chances.turns[0][0]) });
  }

  /** Mark the hint with rings. */
  point(mine) {
    const [from, to] = (mine && this.best()) || [];
    for (const hole of this.boat.names) {
      const pointed = hole === from || (this.hinted === 2 && hole === to);
      this.boat.holes[hole].element.classList.toggle("hinted", pointed);
    }
    mark($("t-hint"), "aria-pressed", String(this.hinted > 0));
  }

  /** Show the better turn as arrows, on request. */
  shots() {
    const { v } = this;
    const hinted = this.hinted === 2 && this.best()?.length ? v.chances.turns[0][0] : "";
    const turn = this.tutor && v.done && this.shown === v.done ? this.better : hinted;
    return turn && isMine(v) ? [[v.player, turn, "better"]] : [];
  }

  /** List the turns, newest first: number, side, dice, notation. */
  history(record) {
    const [list, { lang }] = [$("history"), document.documentElement];
    const turns = record.match(/^[1-9].*$/gm) || [];
    if (lang !== this.lang || this.listed.some((line, k) => line !== turns[k])) list.replaceChildren();
    const known = list.firstChild ? this.listed.length : 0; // of these nothing has changed
    for (const line of turns.slice(Math.max(known, turns.length - HISTORY))) {
      const [number, player, thrown, ...turn] = line.split(" ");
      const item = make(list, "li");
      list.prepend(item);
      make(item, "small", number);
      const disc = { viewBox: "-9 -9 18 18", role: "img", "aria-label": sideName(player), class: "disc" };
      drawPiece(draw(item, "svg", disc), player, 0, 0);
      const dice = make(item, "span", undefined, "mini");
      for (const die of thrown) make(dice, "i", die === "1" ? "✕" : die);
      make(item, "span", turn.join(" ").replaceAll("-", "–").replaceAll("x", "×")).title = inWords(turn.join(" "));
    }
    while (list.children.length > HISTORY) list.lastChild.remove();
    [this.listed, this.lang] = [turns, lang];
  }
}
