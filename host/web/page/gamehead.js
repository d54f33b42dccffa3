// The head of the games: whose games they are, and three figures of them; a figure that is not known is left out.

import { $, decimal, make, n, t, write } from "./dom.js";
import { figures, finished, persons } from "./figures.js";
import { YOU } from "./mistakes.js";
import { sideName } from "./review.js";

/** A person's name, as on the page. @param {string} who */
export const named = (who) => (who === "A" || who === "B" ? sideName(who) : t(who));

export class Head {
  /** changed: another person's figures are asked for. @param {() => void} changed */
  constructor(changed) {
    $("whose").addEventListener("change", changed);
  }

  /** @param {import("./figures.js").Kept[]} games the newest first, of them the figures
      @param {Record<string, import("./mistakes.js").Sums>} known @param {string} me */
  show(games, known, me) {
    const { of, won, given, luck } = figures(games, known, this.whose(games, me), me);
    $("gamefigures").replaceChildren();
    if (of) this.figure("won", String(won), t("of {count} won", { count: of }));
    if (given.length) this.figure("given", given.map(Math.round).join(" → "), t("given away a game"));
    if (luck !== null) {
      const sign = Math.round(10 * luck) < 0 ? "−" : "+";
      this.figure("chance", sign + decimal(Math.abs(luck)), t("luck a game"));
    }
  }

  /** @param {string} kind @param {string} number @param {string} text */
  figure(kind, number, text) {
    const place = make($("gamefigures"), "p", undefined, kind);
    make(place, "b", number);
    place.append(" ");
    make(place, "span", text);
  }

  /** Offer everybody; the one chosen, else oneself. @param {import("./figures.js").Kept[]} games @param {string} me */
  whose(games, me) {
    const list = $("whose");
    const names = persons(games, me).sort((one, other) => Number(other === YOU) - Number(one === YOU));
    const chosen = names.includes(list.value) ? list.value : names[0];
    list.replaceChildren();
    for (const name of names) make(list, "option", named(name)).value = name;
    list.value = chosen;
    list.hidden = names.length < 2;
    return chosen;
  }

  /** How far the games are judged. @param {import("./figures.js").Kept[]} games
      @param {Record<string, unknown>} known @param {Set<string>} failed */
  judged(games, known, failed) {
    const all = games.filter(finished);
    const not = all.filter(({ name }) => failed.has(name)).length;
    const done = not + all.filter(({ key }) => key in known).length;
    const told = [
      not && t("{count} cannot be judged.", { count: not }),
      done < all.length && t("Judged: {done} of {count} ...", { done, count: all.length }),
    ];
    write($("mistakesay"), told.filter(Boolean).join(" "));
  }
}

/** A day, as one speaks of it. @param {string} date */
export function day(date) {
  const now = new Date();
  const ago = Math.round((Date.parse(now.toDateString()) - Date.parse(`${date}T00:00`)) / 86400000);
  if (!(ago >= 0)) return date;
  if (ago < 2) return t(ago ? n("yesterday") : n("today"));
  const year = date.startsWith(`${now.getFullYear()}-`) ? {} : { year: "numeric" };
  const how = ago < 7 ? { weekday: "long" } : { day: "numeric", month: "short", ...year };
  return new Date(`${date}T00:00`).toLocaleDateString(document.documentElement.lang, /** @type {any} */ (how));
}
