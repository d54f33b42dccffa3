// The archive of games: continue, replay, save as a file or delete them, and judge them.

import { $, all, counted, find, make, mark, n, t, write } from "./dom.js";
import { finished } from "./figures.js";
import { FILTERS, Finding, TIMES, asked, baseOf, rowsOf, within, written } from "./finding.js";
import { Head, day, named } from "./gamehead.js";
import { saveFile } from "./panels.js";
import { drawBar } from "./review.js";
import { rulesName } from "./rules.js";
import { YOU, accounts, endOf, person } from "./mistakes.js";
import { drawSmall } from "./smallboat.js";
import { LEVELS } from "./start.js";

const AT_ONCE = 50; // games listed at once
const JUDGED = 60; // the newest finished games, that are judged

/** @typedef {import("./figures.js").Kept} Kept */

/** @type {Record<string, string>} */
const ENDS = { "": n("All"), won: n("Won"), lost: n("Lost"), going: n("Going on"), none: n("nobody won") };

/** The lists that choose, and what each one does. @type {Record<string, "who" | "rules" | "time">} */
const LISTS = { gamewho: "who", gamerules: "rules", gametime: "time" };
/** @type {Record<string, string>} */
const WHEN = { "": n("Any time"), year: n("This year"), month: n("This month") };

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
    this.head = new Head(() => this.figures());
    /** @type {Kept[]} those that are judged, the newest first */
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
    for (const [id, key] of Object.entries(LISTS)) {
      $(id).addEventListener("change", () => this.filter({ [key]: $(id).value }));
    }
    $("gamefind").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.filter({ at: rowsOf($("gameat").value) });
    });
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
      const ask = () => (this.hand(null), this.ask());
      if (this.sheet.query) this.filters = asked(this.sheet.query);
      this.sheet.query = "";
      Object.assign($("gameat"), { value: this.filters.at, placeholder: t("With the position") });
      this.finding.look(this.filters.at);
      this.clear();
      this.sheet.arrive("games", ask);
    }
    this.games.push(...games);
    this.list();
    if (!whole) {
      $("games").classList.remove("empty");
      this.count(" ...");
      this.send({ do: "games", begins: false });
      return;
    }
    this.nothing();
    this.count();
    this.send({ do: "going" }); // which brings one's own rating, too
    this.offer();
    $("gamesall").hidden = !this.games.length;
    this.finished = this.games.filter(finished).slice(0, JUDGED);
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
    this.count();
    this.figures();
  }

  /** Say how many there are, to whoever does not see them. @param {string} [more] */
  count(more = "") {
    const found = more ? this.games : this.matching;
    write($("gamecount"), counted(found.length, n("{count} game"), n("{count} games")) + more);
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

  /** Those of the chosen opponent, rules and time. */
  get among() {
    const { who, rules, time } = this.filters;
    const now = new Date();
    const today = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}`;
    return this.games.filter(
      (game) =>
        (!who || this.other(game) === who) &&
        (!rules || baseOf(game.rules) === rules) &&
        within(game.date, time, today),
    );
  }

  /** The games that the filters let through. */
  get matching() {
    const { end } = this.filters;
    const ended = (/** @type {Kept} */ game) => !end || endOf(game, this.own(game)) === end;
    return this.among.filter((game) => ended(game) && this.finding.has(game.name));
  }

  /** Offer everybody that was played against, and all rules and times. */
  offer() {
    const names = [...new Set(this.games.map((game) => this.other(game)))].sort();
    const rules = [...new Set(this.games.filter(({ broken }) => !broken).map((game) => baseOf(game.rules)))].sort();
    const lists = {
      gamewho: [["", t("Against anybody")], ...names.map((name) => [name, name])],
      gamerules: [["", t("Any rules")], ...rules.map((name) => [name, rulesName(name)])],
      gametime: TIMES.map((name) => [name, t(WHEN[name])]),
    };
    const lost = [];
    for (const [id, all] of Object.entries(lists)) {
      const [list, was] = [$(id), this.filters[LISTS[id]]];
      list.replaceChildren();
      for (const [value, text] of all) make(list, "option", text).value = value;
      list.value = all.some(([value]) => value === was) ? was : "";
      if (was !== list.value) lost.push([LISTS[id], ""]);
    }
    if (lost.length) this.filter(Object.fromEntries(lost));
    const going = this.games.filter((game) => endOf(game, this.own(game)) === "going").length;
    find("[data-end=going]").dataset.count = going || "";
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
    this.head.judged(this.finished, this.known, this.failed);
    this.figures();
    for (const bars of all(".bars", $("gamelist"))) this.bars(bars);
  }

  /** The figures of the games chosen. */
  figures() {
    this.head.show(this.among, this.known, localStorage.farname || "");
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

  /** What luck and skill have brought in a game of the list, once it is judged. @param {Element} place */
  bars(place) {
    const item = /** @type {HTMLElement} */ (place.closest("li"));
    const game = this.finished.find(({ name }) => name === item.dataset.game);
    if (!game || !(game.key in this.known) || place.firstChild) return;
    const looked = /** @type {Element} */ (item.querySelector(".looked"));
    const found = accounts(this.known[game.key], this.own(game));
    const said = [looked.getAttribute("aria-label")];
    for (const [kind, points] of /** @type {["luck" | "skill", number][]} */ (Object.entries(found))) {
      const text = t(kind === "luck" ? n("luck") : n("skill"));
      drawBar(place, kind, text, points, 100);
      said.push(`${text} ${place.lastChild?.textContent}`);
    }
    looked.setAttribute("aria-label", said.join(", "));
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
      looked.addEventListener("click", () => this.send({ do: "game", name, what: "replay" }));
      this.near.observe(item);
      const told = this.title(make(item, "span", undefined, "titled"), game);
      looked.setAttribute("aria-label", [t("Look through it"), ...told].join(", "));
      this.bars(make(item, "div", undefined, "bars"));
    }
    const place = make(item, "div", undefined, "acts");
    const long = counted(turns, n("{count} turn"), n("{count} turns"));
    if (!broken) make(place, "small", [long, rulesName(rules)].join(", "));
    const acts = /** @type {[what: string, text: string, can: boolean][]} */ ([
      ["resume", t("Go on"), result === "*" && !broken],
      ["text", t("Save"), true],
      ["delete", t("Delete"), true],
    ]);
    for (const [what, text] of acts.filter(([, , can]) => can)) {
      make(place, "button", text, what).addEventListener("click", () => {
        this.send({ do: "game", name, what });
        if (what === "resume") this.resumed();
      });
    }
  }

  /** How it ended, against whom, and when; for two, who won; and the same as words. @param {Element} place @param {Kept} game */
  title(place, game) {
    const [end, own] = [endOf(game, this.own(game)), this.person(game, this.own(game))];
    const text = end === "going" || own === YOU ? t(ENDS[end || "none"]) : t("nobody won");
    const winner = /** @type {"A" | "B"} */ (game.result);
    const won = ["won", "lost"].includes(end) && own !== YOU;
    const level = own === YOU && LEVELS[Number(game.level) - 1];
    const told = [
      won ? t("{name} won", { name: named(this.person(game, winner)) }) : text,
      own === YOU ? [this.other(game), level && t(level)].filter(Boolean).join(", ") : "",
      day(game.date),
    ];
    make(place, "b", told[0], end === "won" ? end : "");
    const foe = make(place, "span", level ? "" : told[1]);
    if (level) {
      make(foe, "em", `${this.other(game)}, `); // where there is room
      foe.append(t(level));
    }
    make(place, "i", told[2]);
    return told.filter(Boolean);
  }
}
