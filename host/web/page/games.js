// The archive of games: continue, replay, save as a file or delete them; and statistics.

import { $, counted, figures, make, n, rulesName, sideName, t, write } from "./main.js";

const PART = 50000;
const AT_ONCE = 50; // games listed at once

/** @typedef {import("./figures.js").Kept} Kept */

/** A game in one line. @param {Kept} game */
function titled({ name, date, rules, turns, result, broken }) {
  if (broken) return `${name} · ${t("cannot be read as a game")}`;
  const end = result === "*" ? t("not finished") : t("{name} won", { name: sideName(result) });
  return [date, rulesName(rules), counted(turns, n("{count} turn"), n("{count} turns")), end].join(" · ");
}

export class Games {
  /**
   * @param {(command: object) => unknown} send
   * @param {import("./sheet.js").Sheet} sheet
   * @param {() => void} resumed
   */
  constructor(send, sheet, resumed) {
    this.send = send;
    this.sheet = sheet;
    this.resumed = resumed;
    $("gamesall").addEventListener("click", () => send({ do: "game", name: "", what: "all" }));
    $("gamesimport").addEventListener("change", async (/** @type {any} */ { target }) => {
      if (target.files[0]) this.add(await target.files[0].text());
      target.value = ""; // so that the same file can be opened again
    });
  }

  /** Send the games of a text, some at a time, because the size of a frame is limited. @param {string} text */
  add(text) {
    let part = "";
    for (const game of text.replaceAll("\r", "").split(/\n\n(?=[A-Za-z]+: )/)) {
      if (part && part.length + game.length > PART) {
        this.send({ do: "import", text: part });
        part = "";
      }
      part += game.trimEnd() + "\n\n";
    }
    if (part.trim()) this.send({ do: "import", text: part });
  }

  /** @param {Kept[]} games */
  show(games) {
    $("gamelist").replaceChildren();
    write($("gamefigures"), figures(games));
    $("gamesall").hidden = !games.length;
    this.list(games);
    this.sheet.open("games");
  }

  /** List some, and more when the last one scrolls into view. @param {Kept[]} games */
  list(games) {
    for (const game of games.slice(0, AT_ONCE)) this.item(game);
    if (games.length <= AT_ONCE) return;
    const end = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      end.disconnect();
      this.list(games.slice(AT_ONCE));
    });
    end.observe($("gamelist").lastElementChild);
  }

  /** @param {Kept} game */
  item(game) {
    const item = make($("gamelist"), "li");
    make(item, "span", titled(game));
    const { name, result, broken } = game;
    for (const [what, text] of [
      ["resume", t("Go on")],
      ["replay", t("Look through it")],
      ["text", t("Save")],
      ["delete", t("Delete")],
    ]) {
      if ((what === "resume" && result !== "*") || (broken && ["resume", "replay"].includes(what))) continue;
      make(item, "button", text).addEventListener("click", () => {
        this.send({ do: "game", name, what });
        if (what === "resume") this.resumed();
      });
    }
  }
}
