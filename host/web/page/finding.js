// @ts-check
// Which of the kept games are listed: by how they ended, against whom, by which rules, when, and by a position that they have
// had. The choice stands in the address, such as `#/games?won&rules=danish&who=Bo&at=ROWS`.

import { $, counted, n, t, write } from "./dom.js";

/** How a game can have ended, for its owner. */
export const FILTERS = ["", "won", "lost", "going"];

/** Since when. */
export const TIMES = ["", "year", "month"];

/** @typedef {{ end: string, who: string, rules: string, time: string, at: string }} Wanted which games; empty: all */

/** What an address asks for. @param {string} query @returns {Wanted} */
export function asked(query) {
  const told = new URLSearchParams(query);
  const end = FILTERS.find((one) => one && told.has(one)) || "";
  const time = TIMES.find((one) => one && told.has(one)) || "";
  const [who, rules, at] = ["who", "rules", "at"].map((key) => told.get(key) || "");
  return { end, who, rules, time, at: rowsOf(at) };
}

/** The same as part of an address. @param {Wanted} wanted */
export function written({ end, who, rules, time, at }) {
  const rest = Object.entries({ rules, who, at }).map(([key, value]) => value && `${key}=${encodeURIComponent(value)}`);
  const told = [end, time, ...rest].filter(Boolean);
  return told.length ? `?${told.join("&")}` : "";
}

/** The rules of a game without their options. @param {string} rules */
export const baseOf = (rules) => rules.split(",")[0];

/** Whether a date lies in the year or the month of another. @param {string} date @param {string} time @param {string} now */
export const within = (date, time, now) =>
  !time || date.slice(0, time === "year" ? 4 : 7) === now.slice(0, time === "year" ? 4 : 7);

/** The three rows of a position; empty: it is none. @param {string} text */
export const rowsOf = (text) => /^[.a-zA-Z]+(\/[.a-zA-Z]+){2}$/.exec(text.trim().split(/\s+/)[0])?.[0] || "";

/** Looks for the games with a position, part by part. */
export class Finding {
  /** found: called when others are found. @param {import("./types").Send} send @param {() => void} found */
  constructor(send, found) {
    this.send = send;
    this.found = found;
    this.at = "";
    /** @type {Set<string>} the names of those found */
    this.names = new Set();
    this.whole = true;
  }

  /** Look for a position, from the first game on; empty: for none. @param {string} at */
  look(at) {
    this.at = at;
    this.names = new Set();
    this.whole = !at;
    write($("gamefound"), at ? t("Looking through the games ...") : "");
    if (at) this.send({ do: "find", rows: at, begins: true });
  }

  /** Whether a game is listed. @param {string} name */
  has(name) {
    return !this.at || this.names.has(name);
  }

  /** A part of the answer. @param {{ rows: string, names: string[], looked: number, whole: boolean }} told */
  take({ rows, names, looked, whole }) {
    if (rows !== this.at) return;
    for (const name of names) this.names.add(name);
    this.whole = whole;
    const games = counted(this.names.size, n("{count} game with it"), n("{count} games with it"));
    write($("gamefound"), whole ? games : t("{games}, {looked} looked through ...", { games, looked }));
    if (names.length) this.found();
    if (!whole) this.send({ do: "find", rows, begins: false });
  }
}
