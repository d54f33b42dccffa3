// The games that have been kept: gone through, saved as a file, deleted.

import { $, make, t } from "./dom.js";

export class Games {
  constructor(send) {
    this.send = send;
    $("t-games").addEventListener("click", () => ($("games").hidden ? send({ do: "games" }) : this.close()));
    $("gamesclose").addEventListener("click", () => this.close());
  }

  close() {
    $("games").hidden = true;
    $("t-games").focus();
  }

  show(games) {
    const list = $("gamelist");
    list.replaceChildren();
    if (!games.length) make(list, "li", t("No game has been kept yet."));
    for (const { name, date, rules, result, turns } of games) {
      const item = make(list, "li");
      const won = result === "*" ? t("unfinished") : t("{player} has won", { player: t({ A: "Light", B: "Dark" }[result]) });
      make(item, "span", `${date} · ${rules} · ${t("{turns} turns", { turns })} · ${won}`);
      for (const [what, text] of [["replay", t("Look through it")], ["text", t("Save")], ["delete", t("Delete")]]) {
        make(item, "button", text).addEventListener("click", () => this.send({ do: "game", name, what }));
      }
    }
    $("games").hidden = false;
  }
}
