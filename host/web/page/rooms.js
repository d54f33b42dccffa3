// @ts-check
// Variants of the page: within another page (?embed), on a public screen (?kiosk), at the puzzle of the day (?puzzle).

const IDLE_S = 90;

/** The variant that an address asks for. @param {string} search */
export function asked(search) {
  const words = new URLSearchParams(search);
  return {
    embed: words.has("embed"),
    kiosk: words.has("kiosk") ? +(words.get("kiosk") || 0) || IDLE_S : 0,
    puzzle: words.has("puzzle"),
  };
}

/** Apply the address's variant; again: return to the start card; puzzle: open the puzzle.
    @param {{ again: () => void, puzzle: () => void }} doors */
export function house({ again, puzzle }) {
  const { embed, kiosk, puzzle: wanted } = asked(location.search);
  document.body.classList.toggle("embed", embed);
  document.body.classList.toggle("kiosk", kiosk > 0);
  if (wanted) puzzle();
  if (!kiosk) return;
  let timer = setTimeout(again, kiosk * 1000);
  for (const event of ["pointerdown", "keydown", "input"]) {
    addEventListener(
      event,
      () => {
        clearTimeout(timer);
        timer = setTimeout(again, kiosk * 1000);
      },
      true,
    );
  }
}
