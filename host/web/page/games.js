// The archive of games: continue, replay, save as a file or delete them; statistics, and the mistakes over time.

import { $, counted, draw, make, n, t, write } from "./dom.js";
import { figures } from "./figures.js";
import { saveFile } from "./panels.js";
import { sideName } from "./review.js";
import { rulesName } from "./rules.js";
import { BOARD, LAST, YOU, each, person, persons } from "./mistakes.js";

const AT_ONCE = 50; // games listed at once
const JUDGED = 60; // the newest finished games, of which the mistakes are shown

/** @typedef {import("./figures.js").Kept} Kept */

/** A game in one line. @param {Kept} game */
function titled({ name, date, rules, turns, result, broken }) {
  if (broken) return `${name} · ${t("cannot be read as a game")}`;
  const end = { "*": t("not finished"), "-": t("nobody won") }[result] || t("{name} won", { name: sideName(result) });
  return [date, rulesName(rules), counted(turns, n("{count} turn"), n("{count} turns")), end].join(" · ");
}

/** A person's name, as on the page. @param {string} who */
const named = (who) => (who === "A" || who === "B" ? sideName(who) : who === YOU || who === BOARD ? t(who) : who);

export class Games {
  /**
   * hand: hands a file over. blundered: called with the turns of a game that lost much, and the side that this page has played.
   * @param {import("./types").Send} send
   * @param {import("./sheet.js").Sheet} sheet
   * @param {() => void} resumed
   * @param {(file: File | null) => void} hand null: go on after a lost connection
   * @param {(turns: import("./story.js").Decisive[], side: string) => void} blundered
   */
  constructor(send, sheet, resumed, hand, blundered) {
    this.send = send;
    this.sheet = sheet;
    this.resumed = resumed;
    this.hand = hand;
    /** @type {Kept[]} all of the list, the newest first */
    this.games = [];
    this.listed = 0; // of them on the page
    this.wanted = AT_ONCE; // of them, as far as somebody has scrolled
    this.blundered = blundered;
    /** @type {Kept[]} those whose mistakes are shown, the newest first */
    this.finished = [];
    /** @type {Record<string, import("./mistakes.js").Sums>} */
    this.known = JSON.parse(localStorage.mistakes || "{}");
    /** @type {Set<string>} */
    this.failed = new Set();
    /** @type {string[]} the parts of the file of all games */
    this.saved = [];
    $("mistakes").addEventListener("toggle", () => this.judge());
    $("whose").addEventListener("change", () => this.mistakes());
    $("gamesall").addEventListener("click", () => {
      this.saved = [];
      send({ do: "save", begins: true });
    });
    $("gamesimport").addEventListener("change", (/** @type {any} */ { target }) => {
      if (target.files[0]) hand(target.files[0]);
      target.value = ""; // so that the same file can be opened again
    });
  }

  /** Ask for the list again. */
  ask() {
    this.send({ do: "games", begins: true });
  }

  /** A part of the list, from the game of this number on; whole: that is all. @param {Kept[]} games @param {number} at @param {boolean} whole */
  show(games, at, whole) {
    if (at === 0) {
      this.games = [];
      this.listed = 0;
      this.wanted = AT_ONCE;
      $("gamelist").replaceChildren();
      write($("gamefigures"), "");
      const ask = () => (this.hand(null), this.ask());
      this.sheet.open("games", ask);
    }
    this.games.push(...games);
    this.list();
    if (!whole) {
      write($("gamefigures"), counted(this.games.length, n("{count} game"), n("{count} games")) + " ...");
      this.send({ do: "games", begins: false });
      return;
    }
    write($("gamefigures"), figures(this.games));
    $("gamesall").hidden = !this.games.length;
    this.finished = this.games.filter(({ result, broken }) => result !== "*" && !broken).slice(0, JUDGED);
    this.failed.clear();
    this.judge();
  }

  /** A part of the file of all games. @param {string} text @param {boolean} whole */
  save(text, whole) {
    this.saved.push(text);
    if (whole) saveFile(new Blob(this.saved, { type: "text/plain" }), "daldos.txt");
    else this.send({ do: "save", begins: false });
  }

  /** Ask for the mistakes of the next game, the oldest first, as long as somebody looks. */
  judge() {
    if (!$("mistakes").open || !this.sheet.element.open) return;
    const next = this.finished.findLast(({ name, key }) => !(key in this.known) && !this.failed.has(name));
    if (next) this.send({ do: "game", name: next.name, what: "errors" });
    this.mistakes();
  }

  /** Take the mistakes of a game. @param {any} told */
  judged({ name, rest, failed, sums, blunders }) {
    const game = this.finished.find((one) => one.name === name);
    if (rest || !game) return;
    if (failed) this.failed.add(name);
    else {
      this.known[game.key] = sums;
      localStorage.mistakes = JSON.stringify(
        Object.fromEntries(
          this.finished.filter(({ key }) => key in this.known).map(({ key }) => [key, this.known[key]]),
        ),
      );
      const side = ["A", "B"].find((one) => this.person(game, one) === YOU);
      if (side && game.rules === "danish") this.blundered(blunders, side);
    }
    this.judge();
  }

  /** @param {Kept} game @param {any} side */
  person(game, side) {
    return person(game, side, localStorage.farname || "");
  }

  /** Show what is known of the mistakes: a curve of one person's, and both sides' in the list. */
  mistakes() {
    const all = persons(this.finished, this.known, localStorage.farname || "");
    const whose = $("whose");
    const names = Object.keys(all).sort((one, other) => Number(other === YOU) - Number(one === YOU));
    const chosen = names.includes(whose.value) ? whose.value : names[0];
    whose.replaceChildren();
    for (const name of names) make(whose, "option", named(name)).value = name;
    whose.value = chosen;
    whose.parentElement.hidden = names.length < 2;
    const played = all[chosen] || [];
    $("mistakecurve").toggleAttribute("hidden", played.length < 2);
    this.curve(played);
    write($("mistakesay"), this.say(played));
    for (const small of $("gamelist").querySelectorAll("small")) this.lost(small);
  }

  /** @param {import("./mistakes.js").Played[]} played */
  say(played) {
    const count = this.finished.length;
    const failed = this.finished.filter(({ name }) => this.failed.has(name)).length;
    const done = failed + this.finished.filter(({ key }) => key in this.known).length;
    const [last, before] = [played.slice(-LAST), played.slice(0, -LAST)];
    return [
      count ? "" : t("There is no finished game yet."),
      last.length &&
        t(
          last.length === 1
            ? n("Points of 100 lost per choice in one game: {points}.")
            : n("Points of 100 lost per choice in the last {count} games: {points}."),
          { count: last.length, points: each(last).toFixed(1) },
        ),
      before.length && t("In those before: {points}.", { points: each(before).toFixed(1) }),
      failed && t("{count} cannot be judged.", { count: failed }),
      done < count && t("Judged: {done} of {count} ...", { done, count }),
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** @param {import("./mistakes.js").Played[]} played */
  curve(played) {
    const svg = $("mistakecurve");
    svg.replaceChildren();
    if (!played.length) return;
    svg.setAttribute("viewBox", "0 0 400 130");
    const points = played.map((game) => each([game]));
    const top = Math.max(1, Math.ceil(Math.max(...points)));
    const x = (/** @type {number} */ k) => 34 + (356 * k) / Math.max(1, points.length - 1);
    const y = (/** @type {number} */ value) => 104 - (92 * value) / top;
    for (const value of [0, top]) {
      draw(svg, "path", { class: "axis", d: `M34 ${y(value)}H390` });
      draw(svg, "text", { class: "side", x: 28, y: y(value) }, value);
    }
    draw(svg, "text", { x: 66, y: 124 }, played[0].date);
    draw(svg, "text", { x: 358, y: 124 }, played.at(-1)?.date);
    draw(svg, "path", { class: "line", d: `M${points.map((value, k) => `${x(k)} ${y(value)}`).join("L")}` });
    points.forEach((value, k) => draw(svg, "circle", { cx: x(k), cy: y(value), r: 3 }));
  }

  /** What both sides have lost in a game of the list. @param {HTMLElement} small */
  lost(small) {
    const game = this.finished.find(({ name }) => name === small.dataset.game);
    const sums = game && this.known[game.key];
    const texts = !sums
      ? []
      : /** @type {("A" | "B")[]} */ (["A", "B"]).flatMap((side) => {
          const [lost, choices] = sums[side];
          return choices ? [`${named(this.person(game, side))} ${each([{ lost, choices }]).toFixed(1)}`] : [];
        });
    write(small, texts.length ? t("Points lost per choice: {each}", { each: texts.join(", ") }) : "");
  }

  /** List some more, and others when the last one scrolls into view. */
  list() {
    const upTo = Math.min(this.games.length, this.wanted);
    for (const game of this.games.slice(this.listed, upTo)) this.item(game);
    if (upTo === this.listed) return;
    this.listed = upTo;
    if (upTo < this.wanted) return; // the next part brings the rest
    const end = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      end.disconnect();
      if (this.wanted !== upTo) return;
      this.wanted += AT_ONCE;
      this.list();
    });
    end.observe($("gamelist").lastElementChild);
  }

  /** @param {Kept} game */
  item(game) {
    const item = make($("gamelist"), "li");
    make(item, "span", titled(game));
    const small = make(item, "small");
    small.dataset.game = game.name;
    this.lost(small);
    const { name, result, broken } = game;
    for (const [what, text] of [
      ["resume", t("Go on")],
      ["replay", t("Look through it")],
      ["text", t("Save")],
      ["delete", t("Delete")],
    ]) {
      if ((what === "resume" && result !== "*") || (broken && ["resume", "replay"].includes(what))) continue;
      make(item, "button", text).addEventListener("click", () => {
        this.send({ do: "game", name, what });
        if (what === "resume") this.resumed();
      });
    }
  }
}
