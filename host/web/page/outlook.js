// @ts-check
// The winning chance during the game, for users who want it: a figure, its curve, and the last event.

import { $, n, t, write } from "./dom.js";
import { inWords } from "./dice.js";
import { turnsOf } from "./position.js";
import { drawCurve, sideName } from "./review.js";

/** Windows with enough room. */
const ROOM = matchMedia(
  "(min-width: 1360px) and (min-height: 720px), (min-width: 600px) and (min-height: 860px) and (max-aspect-ratio: 11/10)",
);

/** The other side's last action; empty: none yet. @param {string[]} turns @param {string} side @param {string} [you] */
export function justNow(turns, side, you) {
  const last = turns.at(-1)?.split(" ");
  if (!last || last[1] === side) return "";
  return t("Just now: {name}, {turn}.", { name: sideName(last[1], you), turn: inWords(last.slice(3).join(" ")) });
}

/** The chance after each turn; an unknown one repeats the one before. @param {number[]} known @param {number} count */
export function filled(known, count) {
  let chance = 0.5;
  return Array.from({ length: count + 1 }, (_, k) => (chance = known[k] ?? chance));
}

export class Outlook {
  /** @param {() => boolean} wished @param {() => void} changed */
  constructor(wished, changed) {
    this.wished = wished;
    ROOM.addEventListener("change", changed);
    /** @type {number[]} chances of one side, by the turns played */
    this.known = [];
    this.of = "";
    this.drawn = "";
  }

  /** Whether it is visible, so that chances are requested. */
  get seen() {
    return this.wished() && ROOM.matches;
  }

  /** @param {import("./types").View & Record<string, any>} v @param {boolean} hidden */
  show(v, hidden) {
    const you = v.mode === "solo" ? v.you : "";
    const side = you || "A";
    const turns = turnsOf(v.record);
    this.remember(v, side, turns.length);
    const shown = this.seen && !hidden && this.known.length > 0;
    $("outlook").hidden = !shown;
    if (!shown) return;
    write($("outlooknow"), justNow(turns, side, you));
    this.draw(filled(this.known, this.known.length - 1), side, you);
  }

  /** Keep the current chance; forget those of another game, and of turns taken back.
      @param {import("./types").View & Record<string, any>} v @param {string} side @param {number} count */
  remember(v, side, count) {
    const of = `${side} ${v.rules} ${(v.record || "").match(/^0 .*$/gm)}`;
    if (of !== this.of) this.known = [];
    this.of = of;
    this.known.length = Math.min(this.known.length, count + 1);
    const { chances } = v;
    if (!chances || chances.position !== v.position) return;
    const best = chances.turns[0]?.[1] ?? chances.chance;
    if (typeof best === "number") this.known[count] = v.player === side ? best : 1 - best;
  }

  /** @param {number[]} all @param {string} side @param {string} you */
  draw(all, side, you) {
    const state = [document.documentElement.lang, side, ...all].join();
    if (state === this.drawn) return;
    this.drawn = state;
    const [before, now] = [all.at(-2) ?? 0.5, all.at(-1) ?? 0.5].map((chance) => Math.round(100 * chance));
    const gained = now - before;
    const change = gained ? t(gained > 0 ? n("up {count}") : n("down {count}"), { count: Math.abs(gained) }) : "";
    write($("outlookof"), you ? t("Your chance to win") : t("{name}'s chance to win", { name: sideName(side) }));
    write($("outlookpoints"), String(now));
    write($("outlooksay"), [t("in 100"), change].filter(Boolean).join(", "));
    const other = side === "A" ? "B" : "A";
    drawCurve($("outlookcurve"), all, [sideName(side, you), sideName(other, you)], [], 320).go(all.length - 1);
  }
}
