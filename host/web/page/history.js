// The turns of the game, newest first: number, side, dice, notation.

import { inWords, sign } from "./dice.js";
import { $, draw, make } from "./dom.js";
import { turnsOf } from "./position.js";
import { sideName } from "./review.js";
import { drawPiece } from "./wood.js";

const LISTED = 60;

export class History {
  /** The turns listed, and in which language. @type {string[]} */
  turns = [];
  language = "";

  /** @param {string} record */
  show(record) {
    const list = $("history");
    const language = document.documentElement.lang;
    const turns = turnsOf(record);
    const same = language === this.language && this.turns.every((line, k) => line === turns[k]);
    if (!same) list.replaceChildren();
    const known = list.firstChild ? this.turns.length : 0; // of these nothing has changed
    for (const line of turns.slice(Math.max(known, turns.length - LISTED))) {
      const [number, player, thrown, ...turn] = line.split(" ");
      const item = make(list, "li");
      list.prepend(item);
      make(item, "small", number);
      const disc = { viewBox: "-9 -9 18 18", role: "img", "aria-label": sideName(player), class: "disc" };
      drawPiece(draw(item, "svg", disc), player, 0, 0);
      const dice = make(item, "span", undefined, "mini");
      for (const die of thrown) make(dice, "i", sign(die));
      make(item, "span", turn.join(" ").replaceAll("-", "–").replaceAll("x", "×")).title = inWords(turn.join(" "));
    }
    while (list.children.length > LISTED) list.lastChild.remove();
    [this.turns, this.language] = [turns, language];
  }
}
