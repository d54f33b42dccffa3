// What the page's controls do: each press becomes an action of the page, or a command.

import { $, all, copy, make, t } from "./dom.js";
import { FAULTS, helpInto } from "./help.js";
import { PANELS, saveText } from "./panels.js";
import { press } from "./soon.js";

/**
 * @typedef {object} Actions
 * @property {() => void} takeBack
 * @property {() => void} flip
 * @property {() => void} renew asks for a new game
 * @property {() => void} hint
 * @property {() => void} resign asks whether to
 * @property {() => void} options
 * @property {() => void} workshop
 * @property {(hands: string) => void} hands
 * @property {() => void} look goes through the game that ended
 * @property {() => void} analysis
 * @property {(position: string) => void} pasted
 * @property {() => unknown} share what is looked through
 * @property {() => void} games
 * @property {(file: File) => void} open looks through what is handed over
 * @property {(language: string) => unknown} language
 * @property {() => void} wanted asks for the values of open panels
 * @property {(line: object) => unknown} command to a board
 * @property {import("./types").Send} send
 * @property {import("./types").Tell} tell
 * @property {import("./sharing.js").Sharing} sharing
 * @property {import("./types").State} state
 */

/** @param {string} id @param {string} event @param {(event: any) => unknown} action */
const on = (id, event, action) => $(id).addEventListener(event, action);

/** @param {Actions} does */
export function wire(does) {
  const { send, sharing, state } = does;
  const { v } = state;
  /** @type {Record<string, () => unknown>} */
  const presses = {
    "t-undo": does.takeBack,
    "t-hint": does.hint,
    "t-resign": does.resign,
    share: does.share,
    endlook: does.look,
    endshare: () => sharing.link(v.record),
    endpicture: () => sharing.picture(),
    endsave: () => saveText(v.record, "daldos.txt"),
    save: () => saveText(v.record, "daldos.txt"),
    replay: () => send({ do: "read", text: v.record }),
    ask: () => send({ do: "seat" }),
  };
  for (const id in presses) on(id, "click", presses[id]);
  press($("t-flip"), does.flip);
  press($("t-new"), does.renew);
  press($("t-settings"), does.options);
  press($("t-shop"), does.workshop);
  press($("t-analysis"), does.analysis);
  press($("t-games"), does.games);
  on("hands", "change", ({ target }) => does.hands(target.value));
  on("language", "change", ({ target }) => does.language((localStorage.language = target.value)));
  on("copy", "click", async () => {
    await copy($("record"));
    does.tell(t("The record is copied."));
  });
  on("open", "change", ({ target }) => {
    if (target.files[0]) does.open(target.files[0]);
    target.value = ""; // so that the same file can be opened again
  });
  on("code", "submit", (event) => {
    event.preventDefault();
    send({ do: "code", code: $("code").querySelector("input").value });
  });
  wireWorkshop(does);
  for (const { name } of PANELS) on(name, "toggle", does.wanted);
  on("help", "toggle", () => helpInto($("helptext")));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files[0]) does.open(event.dataTransfer.files[0]);
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain");
    if (!text || (event.target instanceof Element && event.target.closest("input, textarea"))) return;
    if (/^\s*[.\w]+\/[.\w]+\/[.\w]+ +[AB] +\S+\s*$/.test(text)) does.pasted(text.trim());
    else does.open(new File([text], ""));
  });
}

/** @param {Actions} does */
function wireWorkshop({ command, send, tell, state: { v } }) {
  for (const button of all("[data-do]")) button.addEventListener("click", () => command({ do: button.dataset.do }));
  on("report", "click", () => send({ do: "report" }));
  on("console", "submit", (event) => {
    event.preventDefault();
    let line = { do: $("line").value.trim() };
    try {
      line = JSON.parse(line.do);
    } catch {
      // a name alone; the board reports an unknown one
    }
    command({ ...line, id: "typed" });
  });
  on("plug", "click", () => send({ do: "plug", in: !v.plug }));
  on("new", "click", () => send({ do: "setup", how: "start" }));
  on("tidy", "click", () => send({ do: "setup", how: "game" }));
  on("undo", "click", () => command({ do: "undo" }));
  on("rules", "change", ({ target }) => {
    command({ do: "rules", rules: target.value });
    if (/^[1-9]/m.test(v.record)) tell(t("These rules apply from the next game."));
  });
  on("mode", "change", ({ target }) => command({ do: "mode", mode: target.value }));
  // The board does not report this setting: show "…" until it is chosen here.
  for (const setting of all("[data-key]")) {
    setting.addEventListener("change", () => {
      if (setting.value) command({ do: "set", key: setting.dataset.key, value: JSON.parse(setting.value) });
    });
  }
  on("dice", "submit", (event) => {
    event.preventDefault();
    command({ do: "dice", throw: $("thrown").value });
  });
  on("break", "submit", (event) => {
    event.preventDefault();
    const words = $("where").value.toUpperCase().split(/\s+/).filter(Boolean);
    const args = words.map((/** @type {string} */ word) => (/^\d+$/.test(word) ? +word : word));
    send({ do: "fault", name: $("fault").value, args });
  });
  on("heal", "click", () => send({ do: "heal" }));
  on("cable", "change", ({ target }) => send({ do: "cable", on: target.checked }));
}

/** The board's button: it is held as long as the pointer or the key. @param {HTMLElement} button
    @param {(down: boolean) => unknown} press */
export function holdButton(button, press) {
  let held = false;
  const set = (/** @type {boolean} */ down) => {
    if (down !== held) press((held = down));
  };
  const key = (/** @type {boolean} */ down) => (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault(); // prevents a click afterwards
    set(down);
  };
  button.addEventListener("pointerdown", (event) => event.button === 0 && set(true));
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => set(false));
  button.addEventListener("keydown", key(true));
  button.addEventListener("keyup", key(false));
  button.addEventListener("blur", () => set(false));
  // a click without pointer or key, as aids send it, is a short press
  button.addEventListener("click", (event) => {
    if (event.detail) return;
    press(true);
    press(false);
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Fill the lists of modes, faults and languages; returns the language to begin with.
    @param {import("./types").Plan} plan */
export function fill({ modes, languages }) {
  for (const name of modes) make($("mode"), "option", name).value = name;
  for (const name of FAULTS) make($("fault"), "option", name).value = name;
  for (const name in languages) {
    const option = make($("language"), "option", languages[name]);
    option.value = option.lang = name;
  }
  /** @type {Record<string, string>} */
  const same = { no: "nb", nn: "nb" };
  const wanted = [localStorage.language || "", ...navigator.languages].map((name) => name.slice(0, 2));
  return ($("language").value = wanted.map((name) => same[name] || name).find((name) => name in languages) || "en");
}
