// The games that have been kept: gone on with, gone through, saved as a file, deleted; and figures over them.

import { $, make, t, write } from "./dom.js";

const PART = 50000;
const AT_ONCE = 50; // games that are put into the list

export class Games {
  constructor(send, resumed) {
    Object.assign(this, { send, resumed });
    $("gamesall").addEventListener("click", () => send({ do: "game", name: "", what: "all" }));
    $("t-games").addEventListener("click", () => ($("games").hidden ? send({ do: "games" }) : this.close()));
    $("gamesimport").addEventListener("change", async ({ target }) => {
      if (target.files[0]) this.add(await target.files[0].text());
      target.value = ""; // so that the same file can be opened again
    });
    $("gamesclose").addEventListener("click", () => this.close());
  }

  /** Send the games of a text, some at a time: a frame holds so many characters. */
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

  close() {
    $("games").hidden = true;
    $("t-games").focus();
  }

  show(games) {
    $("gamelist").replaceChildren();
    this.figures(games);
    this.list(games);
    $("games").hidden = false;
  }

  /** Some, and more of them when the last one comes into view. */
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

  item({ name, date, rules, result, turns, broken }) {
    const item = make($("gamelist"), "li");
    const player = { A: "Light", B: "Dark" }[result];
    const won = player ? t("{player} has won", { player: t(player) }) : t("unfinished");
    const about = broken ? [name, t("cannot be read as a game")] : [date, rules, t("{turns} turns", { turns }), won];
    make(item, "span", about.join(" · "));
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

  /** Over all games. */
  figures(games) {
    const ended = games.filter(({ result, broken }) => result !== "*" && !broken);
    const against = ended.filter(({ a, b }) => a === "The board" || b === "The board");
    const lost = against.filter(({ a, result }) => (a === "The board") === (result === "A")).length;
    const mean = ended.length ? Math.round(ended.reduce((sum, { turns }) => sum + turns, 0) / ended.length) : 0;
    const fill = { games: games.length, ended: ended.length, mean, won: against.length - lost, lost };
    write(
      $("gamefigures"),
      games.length
        ? t(
            "{games} games, {ended} to the end, {mean} turns in the mean; against the board {won} won, {lost} lost.",
            fill,
          )
        : t("No game has been kept yet."),
    );
    $("gamesall").hidden = !games.length;
  }
}
