// The games that have been kept: gone on with, gone through, saved as a file, deleted; and figures over them.

import { $, make, t, write } from "./dom.js";

const PART = 50000;

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
    const list = $("gamelist");
    list.replaceChildren();
    this.figures(games);
    for (const { name, date, rules, result, turns } of games) {
      const item = make(list, "li");
      const won =
        result === "*" ? t("unfinished") : t("{player} has won", { player: t({ A: "Light", B: "Dark" }[result]) });
      make(item, "span", `${date} · ${rules} · ${t("{turns} turns", { turns })} · ${won}`);
      const resume = result === "*" ? [["resume", t("Go on")]] : [];
      for (const [what, text] of [
        ...resume,
        ["replay", t("Look through it")],
        ["text", t("Save")],
        ["delete", t("Delete")],
      ]) {
        make(item, "button", text).addEventListener("click", () => {
          this.send({ do: "game", name, what });
          if (what === "resume") this.resumed();
        });
      }
    }
    $("games").hidden = false;
  }

  /** Over all games. */
  figures(games) {
    const ended = games.filter(({ result }) => result !== "*");
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
