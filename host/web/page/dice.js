// Long dice as seen from above, a little in front: a dal is a cross, the other faces are pips.

import { draw, mark, t } from "./dom.js";

const PIPS = { 2: [44, 88], 3: [36, 66, 96], 4: [28, 53, 79, 104] };

/** A throw in words: "dal and 3". */
export const said = (thrown) => [...thrown].map((die) => (die === "1" ? t("dal") : die)).join(" " + t("and") + " ");

/** The moves of a turn, `A1-M1 M4xM6`: from, to, whether it captures. */
export const movesOf = (turn) =>
  turn.split(" ").flatMap((word) => {
    const holes = word.split(/[-x=]/).filter(Boolean);
    const end = (k) => word.indexOf("x" + holes[k]) >= 0;
    return holes.length > 1
      ? holes.slice(1).map((to, k) => [holes[k], to, end(k + 1)])
      : holes.map((hole) => [hole, hole, false]);
  });

/** A turn as it would be spoken. */
export const inWords = (turn) =>
  turn === "--"
    ? t("no move")
    : movesOf(turn)
        .map(([from, to, captures]) =>
          from === to
            ? t("turn {hole}", { hole: from })
            : captures
              ? t("{from} takes {to}", { from, to })
              : t("{from} to {to}", { from, to }),
        )
        .join(", ");

/** Draw the dice of a throw; used: those played, lit: those that lead somewhere. Drawn only if they change. */
export function drawDice(element, thrown, used, lit) {
  const state = [thrown, used, lit].join("|");
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  mark(element, "aria-label", thrown ? said(thrown) : t("No dice"));
  element.replaceChildren();
  let [gone, bright] = [used, lit];
  for (const die of thrown || "--") {
    const isUsed = gone.includes(die);
    if (isUsed) gone = gone.replace(die, "");
    const isLit = bright.includes(die);
    if (isLit) bright = bright.replace(die, "");
    const svg = draw(element, "svg", {
      viewBox: "0 0 132 46",
      "aria-hidden": "true",
      class: `longdie${isUsed ? " used" : ""}${isLit ? " lit" : ""}`,
    });
    draw(svg, "path", { class: "side", d: "M3.5 28H128.5L126.5 41Q126 45 121 45H11Q6 45 5.5 41Z" });
    draw(svg, "path", { class: "face", d: "M6 5Q7 1 12 1H120Q125 1 126 5L129 26Q129.5 31 124 31H8Q2.5 31 3 26Z" });
    if (die === "1") draw(svg, "path", { class: "cross", d: "M55 7.5L77 25.5M77 7.5L55 25.5" });
    for (const x of PIPS[die] || []) draw(svg, "circle", { class: "dot", cx: x, cy: 16.5, r: 5 });
  }
}
