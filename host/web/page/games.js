// The archive of games: continue, replay, save as a file or delete them; statistics, and the mistakes over time.

import { $, counted, decimal, find, make, mark, n, t, write } from "./dom.js";
import { figures } from "./figures.js";
import { FILTERS, Finding, asked, rowsOf, written } from "./finding.js";
import { saveFile } from "./panels.js";
import { drawBar, sideName } from "./review.js";
import { rulesName } from "./rules.js";
import { drawMistakes } from "./mistakecurve.js";
import { BOARD, LAST, YOU, accounts, each, endOf, person, persons } from "./mistakes.js";
import { drawSmall } from "./smallboat.js";
import { LEVELS } from "./start.js";

const AT_ONCE = 50; // games listed at once
const JUDGED = 60; // the newest finished games, of which the mistakes are shown

/** @typedef {import("./figures.js").Kept} Kept */

/** @type {Record<string, string>} */
const ENDS = { "": n("All"), won: n("Won"), lost: n("Lost"), going: n("Going on"), none: n("nobody won") };

/** A day, as one speaks of it. @param {string} date */
function day(date) {
  const ago = Math.round((Date.parse(new Date().toDateString()) - Date.parse(`${date}T00:00`)) / 86400000);
  if (!(ago >= 0)) return date;
  if (ago < 2) return t(ago ? n("yesterday") : n("today"));
  const how = ago < 7 ? { weekday: "long" } : { day: "numeric", month: "short", year: "numeric" };
  return new Date(`${date}T00:00`).toLocaleDateString(document.documentElement.lang, /** @type {any} */ (how));
}

/** A person's name, as on the page. @param {string} who */
const named = (who) => (who === "A" || who === "B" ? sideName(who) : who === YOU || who === BOARD ? t(who) : who);

export class Games {
  /**
   * hand: hands a file over. blundered: called with the turns of a game that lost much, and the side that this page has played.
   * @param {import("./types").Plan} plan
   * @param {import("./types").Send} send
   * @param {import("./sheet.js").Sheet} sheet
   * @param {() => void} resumed
   * @param {(file: File | null) => void} hand null: go on after a lost connection
   * @param {(turns: import("./story.js").Decisive[], side: string) => void} blundered
   */
  constructor(plan, send, sheet, resumed, hand, blundered) {
    this.plan = plan;
    this.send = send;
    this.sheet = sheet;
    this.resumed = resumed;
    this.hand = hand;
    /** @type {Kept[]} all of the list, the newest first */
    this.games = [];
    this.listed = 0; // of them on the page
    this.filters = asked(""); // which of them are listed
    this.finding = new Finding(send, () => this.again());
    /** @type {string[]} games whose pictures are to be drawn; the first one is asked for */
    this.wants = [];
    this.near = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) this.picture(target);
    });
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
    for (const end of FILTERS) {
      const button = make($("gamefilter"), "button", t(ENDS[end]));
      button.addEventListener("click", () => this.filter({ end }));
      Object.assign(button.dataset, { end, t: "", text: ENDS[end] }); // said again in another language
    }
    $("gamewho").addEventListener("change", () => this.filter({ who: $("gamewho").value }));
    $("gamefind").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.filter({ at: rowsOf($("gameat").value) });
    });
    $("mistakes").addEventListener("toggle", () => this.judge());
    $("whose").addEventListener("change", () => this.mistakes());
    $("firstgame").addEventListener("click", () => {
      sheet.close();
      find("[data-control=start-board]").click();
    });
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
      this.wants = [];
      this.clear();
      write($("gamefigures"), "");
      const ask = () => (this.hand(null), this.ask());
      if (this.sheet.query) this.filters = asked(this.sheet.query);
      this.sheet.query = "";
      $("gameat").value = this.filters.at;
      this.finding.look(this.filters.at);
      this.clear();
      this.sheet.open("games", ask);
    }
    this.games.push(...games);
    this.list();
    if (!whole) {
      $("games").classList.remove("empty");
      write($("gamefigures"), counted(this.games.length, n("{count} game"), n("{count} games")) + " ...");
      this.send({ do: "games", begins: false });
      return;
    }
    this.nothing();
    write($("gamefigures"), figures(this.games));
    this.send({ do: "going" }); // which brings one's own rating, too
    this.others();
    $("gamesall").hidden = !this.games.length;
    this.finished = this.games.filter(({ result, broken }) => result !== "*" && !broken).slice(0, JUDGED);
    this.failed.clear();
    this.judge();
  }

  /** While there is no game, an empty boat and *Play* are all there is. */
  nothing() {
    $("games").classList.toggle("empty", !this.games.length);
    $("nogames").hidden = $("firstgame").hidden = Boolean(this.games.length);
    const [row, middle] = this.plan.games.danish.size.map((holes) => ".".repeat(holes));
    const rows = [row, middle, row].join("/");
    if (!$("emptyboat").firstChild) drawSmall($("emptyboat"), this.plan, rows, [], { whole: true });
  }

  /** List only those that another filter lets through. @param {Partial<import("./finding.js").Wanted>} changed */
  filter(changed) {
    this.filters = { ...this.filters, ...changed };
    if ("at" in changed) this.finding.look(this.filters.at);
    this.again();
  }

  again() {
    this.clear();
    this.list();
  }

  clear() {
    this.sheet.at(written(this.filters));
    this.listed = 0;
    this.wanted = AT_ONCE;
    this.near.disconnect();
    $("gamelist").replaceChildren();
    for (const button of $("gamefilter").children) {
      mark(button, "aria-pressed", String(button.dataset.end === this.filters.end));
    }
  }

  /** The side that is seen as one's own: yours, else Light. @param {Kept} game @returns {"A" | "B"} */
  own(game) {
    return this.person(game, "B") === YOU ? "B" : "A";
  }

  /** @param {Kept} game */
  other(game) {
    return named(this.person(game, this.own(game) === "A" ? "B" : "A"));
  }

  /** The games that the filters let through. */
  get matching() {
    const { end, who } = this.filters;
    return this.games.filter(
      (game) =>
        (!end || endOf(game, this.own(game)) === end) &&
        (!who || this.other(game) === who) &&
        this.finding.has(game.name),
    );
  }

  /** Offer everybody that was played against. */
  others() {
    const [list, was] = [$("gamewho"), this.filters.who];
    const names = [...new Set(this.games.map((game) => this.other(game)))].sort();
    list.replaceChildren();
    make(list, "option", t("Any opponent")).value = "";
    for (const name of names) make(list, "option", name).value = name;
    list.value = names.includes(was) ? was : "";
    if (was !== list.value) this.filter({ who: "" });
  }

  /** Ask for the picture of a game that has come into view. @param {Element} item */
  picture(item) {
    this.near.unobserve(item);
    this.wants.push(/** @type {HTMLElement} */ (item).dataset.game || "");
    if (this.wants.length === 1) this.look();
  }

  look() {
    if (this.wants.length) this.send({ do: "game", name: this.wants[0], what: "look" });
  }

  /** Draw how a game stands at its end. @param {{ name: string, position: string, gear: import("./types").Gear }} end */
  ended({ name, position, gear }) {
    this.wants = this.wants.filter((other) => other !== name);
    const game = this.games.find((one) => one.name === name);
    const place = $("gamelist").querySelector(`[data-game="${CSS.escape(name)}"] .looked`);
    if (game && place && !place.firstChild) {
      drawSmall(place, this.plan, position, [], { whole: true, near: this.own(game), gear });
    }
    this.look();
  }

  /** A part of the file of all games. @param {string} text @param {boolean} whole */
  save(text, whole) {
    this.saved.push(text);
    if (whole) saveFile(new Blob(this.saved, { type: "text/plain" }), "daldos.txt");
    else this.send({ do: "save", begins: false });
  }

  /** Ask for the mistakes of the next game, the oldest first, as long as somebody looks. */
  judge() {
    if (!this.sheet.element.open || $("games").hidden) return;
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
    drawMistakes($("mistakecurve"), played);
    write($("mistakesay"), this.say(played));
    for (const small of $("gamelist").querySelectorAll(".lost")) this.lost(small);
    for (const bars of $("gamelist").querySelectorAll(".bars")) this.bars(bars);
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
          { count: last.length, points: decimal(each(last)) },
        ),
      before.length && t("In the games before: {points}.", { points: decimal(each(before)) }),
      failed && t("{count} cannot be judged.", { count: failed }),
      done < count && t("Judged: {done} of {count} ...", { done, count }),
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** What luck and skill have brought in a game of the list, once it is judged. @param {Element} place */
  bars(place) {
    const game = this.judgedGame(place);
    if (!game || place.firstChild) return;
    const found = accounts(this.known[game.key], this.own(game));
    for (const [kind, points] of /** @type {["luck" | "skill", number][]} */ (Object.entries(found))) {
      drawBar(place, kind, t(kind === "luck" ? n("luck") : n("skill")), points, 100);
    }
  }

  /** The game of a part of the list, if its mistakes are known. @param {Element} place */
  judgedGame(place) {
    const of = /** @type {HTMLElement} */ (place.closest("li")).dataset.game;
    const game = this.finished.find(({ name }) => name === of);
    return game && game.key in this.known ? game : undefined;
  }

  /** What both sides have lost in a game of the list. @param {HTMLElement} small */
  lost(small) {
    const game = this.judgedGame(small);
    const sums = game && this.known[game.key];
    const texts = !sums
      ? []
      : /** @type {("A" | "B")[]} */ (["A", "B"]).flatMap((side) => {
          const [lost, choices] = sums[side];
          return choices ? [`${named(this.person(game, side))} ${decimal(each([{ lost, choices }]))}`] : [];
        });
    write(small, texts.length ? t("Points lost per choice: {each}", { each: texts.join(", ") }) : "");
  }

  /** List some more, and others when the last one scrolls into view. */
  list() {
    if (this.listed === this.wanted) return;
    const games = this.matching;
    const upTo = Math.min(games.length, this.wanted);
    for (const game of games.slice(this.listed, upTo)) this.item(game);
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
    const { name, result, broken, rules, turns } = game;
    item.dataset.game = name;
    if (broken) make(item, "span", `${name} · ${t("cannot be read as a game")}`, "titled");
    else {
      const looked = make(item, "button", undefined, "looked");
      looked.setAttribute("aria-label", t("Look through it"));
      looked.addEventListener("click", () => this.send({ do: "game", name, what: "replay" }));
      this.near.observe(item);
      this.title(make(item, "span", undefined, "titled"), game);
      make(item, "small", [rulesName(rules), counted(turns, n("{count} turn"), n("{count} turns"))].join(", "));
      this.bars(make(item, "div", undefined, "bars"));
      this.lost(make(item, "small", undefined, "lost"));
    }
    const acts = /** @type {[what: string, text: string, can: boolean][]} */ ([
      ["resume", t("Go on"), result === "*" && !broken],
      ["replay", t("Look through it"), !broken],
      ["text", t("Save"), true],
      ["delete", t("Delete"), true],
    ]);
    for (const [what, text] of acts.filter(([, , can]) => can)) {
      make(item, "button", text, what).addEventListener("click", () => {
        this.send({ do: "game", name, what });
        if (what === "resume") this.resumed();
      });
    }
  }

  /** How it ended, against whom, and when; for two, who won. @param {Element} place @param {Kept} game */
  title(place, game) {
    const [end, own] = [endOf(game, this.own(game)), this.person(game, this.own(game))];
    const text = end === "going" || own === YOU ? t(ENDS[end || "none"]) : t("nobody won");
    const winner = /** @type {"A" | "B"} */ (game.result);
    const won = ["won", "lost"].includes(end) && own !== YOU;
    make(
      place,
      "b",
      won ? t("{name} won", { name: named(this.person(game, winner)) }) : text,
      end === "won" ? end : "",
    );
    const level = LEVELS[Number(game.level) - 1];
    make(place, "span", own === YOU ? [this.other(game), level && t(level)].filter(Boolean).join(", ") : "");
    make(place, "i", day(game.date));
  }
}
