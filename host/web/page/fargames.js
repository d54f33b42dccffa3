// The far games of this browser: whose turn it was when last seen, and the link to each.

import { $, make, n, t } from "./dom.js";

const KEY = "fargames";
const SENT = "farsent"; // own link -> the message that was handed over, and when
const MOST = 50; // games that are remembered
const SIDES = { A: n("Light"), B: n("Dark") };
const DUE = { you: n("your turn"), send: n("send your message"), other: n("the other's turn"), over: n("over") };

/** The name of a seat's file, as every end knows it. */
export const fileOf = (link, seat = "") => {
  const of = new URLSearchParams(link.slice(1));
  return `${of.get("game")}-${seat || of.get("seat")}.far`;
};

export class FarGames {
  /** open: called with the link of a game to continue. */
  constructor(open) {
    this.open = open;
    this.games = {};
    this.read();
    this.title = document.title;
  }

  /** Read the list again, to which other tabs add theirs. */
  read() {
    try {
      this.games = JSON.parse(localStorage[KEY]);
    } catch {
      // nothing is kept yet, or there is no store
    }
    return this.games;
  }

  /** Remember the state of these links' game; due: a key of DUE. Notifies the user when it becomes this end's turn. */
  keep(links, far, due) {
    const before = this.games[links.own];
    this.tell(due === "you", before && before.due !== "you");
    if (before?.due === due && before.names.join() === far.names.join()) return;
    const others = Object.entries(this.read()).filter(([own]) => own !== links.own);
    const game = { mark: links.mark, you: far.you, names: [...far.names], due, at: Date.now() };
    this.games = Object.fromEntries([[links.own, game], ...others].slice(0, MOST));
    this.write();
  }

  /** The messages that were handed over, by their seats' links. */
  handed() {
    try {
      return JSON.parse(localStorage[SENT]);
    } catch {
      return {};
    }
  }

  /** The message of these links has been handed over. */
  sent({ own, letter }) {
    if (this.wasSent({ own, letter })) return;
    const others = Object.entries(this.handed()).filter(([name]) => name !== own);
    localStorage[SENT] = JSON.stringify(Object.fromEntries([[own, [letter, Date.now()]], ...others].slice(0, MOST)));
  }

  /** Whether it was. */
  wasSent({ own, letter }) {
    return this.handed()[own]?.[0] === letter;
  }

  /** Whom these links' game waits for, and since when. */
  waits({ own }, name) {
    const since = new Date(this.handed()[own][1]).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    return t("Waiting for {name} since {since}.", { name, since });
  }

  write() {
    try {
      localStorage[KEY] = JSON.stringify(this.games);
    } catch {
      // without a store, the link in the address leads back
    }
    this.show();
  }

  /** Whether this browser has had the seat of this link. */
  has(own) {
    return own in this.read();
  }

  /** Whether this browser has the other seat of this link's game, and not its own. */
  hasOther(link) {
    const files = Object.keys(this.read()).map((own) => fileOf(own));
    const other = { a: "b", b: "a" }[new URLSearchParams(link.slice(1)).get("seat") || ""];
    return other && files.includes(fileOf(link, other)) && !files.includes(fileOf(link));
  }

  /** This end's link of the game with this mark in messages. */
  ofMark(mark) {
    return Object.keys(this.read()).find((own) => this.games[own].mark === mark);
  }

  /** Show in the title that it is this end's turn; a hidden page also notifies, if allowed. */
  tell(mine, now) {
    document.title = (mine ? `● ${t("Your turn")} – ` : "") + this.title;
    if (!mine || !now || !document.hidden) return;
    if (globalThis.Notification?.permission === "granted") new Notification(t("Daldøs: it is your turn."));
  }

  show() {
    const list = $("fargames");
    const games = Object.entries(this.games).sort(([, a], [, b]) => b.at - a.at);
    $("farlist").hidden = !games.length;
    list.replaceChildren();
    for (const [own, { you, names, due, at }] of games) {
      const row = make(list, "li");
      const name = names["BA".indexOf(you)] || t(SIDES[you === "A" ? "B" : "A"]);
      const since = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
      const button = make(row, "button", `${name}: ${t(DUE[due])}`);
      button.dataset.control = "far-game";
      button.addEventListener("click", () => this.open(own));
      make(row, "span", ` ${t("since {since}", { since })} `, "note");
      const forget = make(row, "button", "×");
      forget.ariaLabel = t("Take {name} off the list", { name });
      forget.addEventListener("click", () => {
        delete this.read()[own];
        this.write();
      });
    }
    const waiting = games.filter(([, { due }]) => due === "you").length;
    $("farwaits").textContent = waiting ? t("{waiting} wait for your turn", { waiting }) : "";
  }
}
