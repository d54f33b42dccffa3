// The panel at the end of a game: who won, how long it took, and what decided it.

import { $, mark, t, write } from "./dom.js";
import { drawCurve, listDecisive, sideName } from "./review.js";

function wonBy(player, you) {
  if (!you) return t("{name} won.", { name: sideName(player) });
  return you === player ? t("You won") : t("The board won");
}

export class End {
  constructor(reviews, look) {
    this.reviews = reviews;
    this.look = look;
    $("endcurve").addEventListener("click", (event) => this.curve && look(this.curve.step(event)));
  }

  show(v, over) {
    const turns = over && v.record.match(/^[1-9]/gm); // from a board they come a moment after its end
    const shown = Boolean(turns);
    $("end").hidden = !shown;
    const comes = shown && !document.body.classList.contains("ended");
    document.body.classList.toggle("ended", shown);
    if (comes) $("end").scrollIntoView({ block: "nearest" });
    mark($("end"), "data-winner", v.phase === "over" ? v.player : "");
    if (!shown) return;
    const you = v.mode === "solo" ? v.you : "";
    write($("endsay"), wonBy(v.player, you));
    write($("endwhy"), t("{name}: no pieces left.", { name: sideName(v.player === "A" ? "B" : "A", you) }));
    this.facts(v, turns.length);
    this.judged(v.record, you || "A", you);
  }

  facts({ left, start }, turns) {
    const [a, b] = left || [0, 0];
    sessionStorage.ended ||= Date.now();
    const minutes = sessionStorage.started
      ? Math.max(1, Math.round((sessionStorage.ended - sessionStorage.started) / 60000))
      : 0;
    write($("endturns"), String(turns));
    write($("endtime"), minutes ? t("{minutes} min", { minutes }) : "–");
    write($("endA"), String((start || 16) - b));
    write($("endB"), String((start || 16) - a));
  }

  judged(record, side, you) {
    const review = this.reviews.of(record);
    const state = `${document.documentElement.lang} ${side} ${you} ${Boolean(review)} ${record.length}`;
    if (this.state === state) return;
    this.state = state;
    const names = { A: sideName("A", you), B: sideName("B", you) };
    const other = side === "A" ? "B" : "A";
    $("enddecide").replaceChildren();
    $("endcurve").replaceChildren();
    this.curve = null;
    write($("endbalance"), review ? "" : t("Looking through the game ..."));
    if (!review?.chances.length) return;
    const chances = side === "A" ? review.chances : review.chances.map((chance) => 1 - chance);
    this.curve = drawCurve(
      $("endcurve"),
      chances,
      [names[side], names[other]],
      review.decisive.map(({ number }) => number),
      400,
    );
    write($("endbalance"), listDecisive($("enddecide"), review, names, side, this.look));
  }
}
