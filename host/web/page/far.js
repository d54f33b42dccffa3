// A far game: the card that begins one, opens letters and lists the games, and how the one shown stands. The rooms have
// the game; here its letters are handed over. The address names the game, so that a reopened page returns to it.

import { $, copy, draw, find, localized, make, n, t, write } from "./dom.js";
import { sideName } from "./review.js";
import { pickRules, rulesName } from "./rules.js";

/** @typedef {{name: string, letter: string, title: Record<string, string>, look: string}} Links */
/** @typedef {{text: string, name: string, rules: string, broker: string}} Invitation */
/** @typedef {{game: string, other: string, state: string, since: number}} Row */

/** @type {Record<string, string>} */
const WORDS = {
  hello: n("Hello"),
  thanks: n("Thank you"),
  well_played: n("Well played"),
  sorry: n("Sorry"),
  one_moment: n("One moment"),
};
/** State -> how the game stands, and the same in the list. @type {Record<string, string[]>} */
const STATES = {
  answer: [n("{name} asks to take turn {to} back: yes or no?"), n("asks you something")],
  turn: [n("It is your turn."), n("your turn")],
  letter: [n("Send your message to {name}."), n("send your message")],
  over: ["", n("over")],
  waiting: [n("Waiting for {name} since {since}."), n("the other's turn")],
  look: [n("You look on."), ""],
};
const DUE = ["answer", "turn"]; // states that wait for this player
const SURE_MS = 4000;

/** @param {number} since */
const moment = (since) => new Date(since * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export class Far {
  /** begun: called when a game begins or continues; left: called when the player leaves it.
      @param {any} sheet @param {(command: any) => void} send @param {(text: string, wrong?: boolean) => void} tell
      @param {() => void} begun @param {() => void} left */
  constructor(sheet, send, tell, begun, left) {
    this.sheet = sheet;
    this.send = send;
    this.tell = tell;
    this.begun = begun;
    this.left = left;
    this.possible = this.playing = this.listed = this.leaving = this.mine = false;
    /** @type {any} */
    this.v = {};
    /** @type {Links | null} */
    this.keyed = null;
    this.gone = ""; // the address of the game that was left last
    this.came = ""; // the letter in the address that the sheet is about
    /** @type {any} a command for when this page plays */
    this.wants = null;
    this.game = this.asked = this.seen = "";
    this.title = document.title;
    $("farname").value = localStorage.farname || "";
    $("farbroker").value = localStorage.farbroker || "";
    /** @param {string} control @param {(event: any) => void} action */
    const on = (control, action) => find(`[data-control=${control}]`).addEventListener("click", action);
    on("start-far", () => this.open());
    $("farnew").addEventListener("submit", (/** @type {SubmitEvent} */ event) => this.make(event));
    $("farjoin").addEventListener("submit", (/** @type {Event} */ event) => this.join(event, $("farlink")));
    $("farpost").addEventListener("submit", (/** @type {Event} */ event) => this.join(event, $("faranswer")));
    on("far-send", () => this.pass());
    on("far-qr", () => this.square($("farletter")).then(() => this.do("handed")));
    $("farfile").addEventListener("change", async () => this.read(await $("farfile").files[0].text()));
    on("far-notify", () => Notification.requestPermission().then(() => this.open()));
    addEventListener("hashchange", () => this.address());
  }

  /** The page has connected. @param {boolean} possible whether far games can be played from here */
  greet(possible) {
    this.possible = possible;
    find("[data-control=start-far]").hidden = !possible;
    this.address();
  }

  /** Go to the game that the address names, or open the letter in it. */
  address() {
    const { hash } = location;
    const [, game] = /^#far=([a-z2-7]{16}-[ab])$/.exec(hash) || [];
    if ((!game && !/daldos2/i.test(hash)) || (game && game === this.keyed?.name)) return;
    if (!this.possible) return this.tell(t("From here you cannot play with anybody elsewhere."), true);
    this.came = game ? "" : hash;
    this.wants = game ? { do: "far_go", game } : { do: "far_open", text: hash, name: "" };
    if (this.playing) this.show(this.v, true);
  }

  /** @param {string} [came] the letter in the address that it is about */
  open(came = "") {
    pickRules($("farrules"), $("pickrules").value);
    this.came = came;
    write($("faroops"), (this.asked = ""));
    this.sheet.open("farcard");
    this.send({ do: "far_games" });
    find("[data-control=far-notify]").hidden = globalThis.Notification?.permission !== "default";
    $("farname").focus();
  }

  /** The site has a broker: make playing at once the first choice. @param {string} broker */
  preset(broker) {
    $("farbroker").value ||= broker;
    $("farlive").open = true;
    find("[data-control=far-new]").before($("farlive"));
    find("#farlive summary").after(find("[data-control=far-new-broker]")); // in view
  }

  /** The player's name; empty, and said so, if there is none yet. */
  name() {
    $("farname").value = $("farname").value.trim();
    return $("farname").reportValidity() ? (localStorage.farname = $("farname").value) : "";
  }

  /** @param {any} event */
  make(event) {
    event.preventDefault();
    const broker = event.submitter?.value === "broker" ? $("farbroker").value.trim() : "";
    if (event.submitter?.value && !broker) return this.tell(t("The address of a broker is missing."), true);
    if (broker) localStorage.farbroker = broker;
    const name = this.name();
    if (name) this.send({ do: "far_new", broker, rules: $("farrules").value, name });
  }

  /** Open what was sent; an invitation asks for a name first. @param {Event} event @param {any} field */
  join(event, field) {
    event.preventDefault();
    const text = field.value;
    if (text !== this.asked) this.read(text);
    else if (this.name()) this.send({ do: "far_open", text, name: this.name() });
    if (field.id === "faranswer") field.value = "";
  }

  /** @param {string} text */
  read(text) {
    this.came = "";
    this.send({ do: "far_open", text, name: "" });
    $("farfile").value = "";
  }

  /** Somebody invites: say who, how and where, and ask for a name. @param {Invitation} invitation */
  asks({ text, name, rules, broker }) {
    this.open(this.came);
    $("farlink").value = text;
    this.asked = $("farlink").value; // with other line ends
    $("farnew").before($("farjoin"));
    const way = broker && t("It connects to {broker}.", { broker });
    write($("faroops"), `${t("{name} invites you to a game", { name })}: ${rulesName(rules)}. ${way}`);
  }

  /** Show the games of this device. @param {Row[]} games */
  list(games) {
    $("farlist").hidden = !games.length;
    $("fargames").replaceChildren();
    for (const { game, other, state, since } of games) {
      const row = make($("fargames"), "li");
      const button = make(row, "button", `${other || t("The other player")}: ${t(STATES[state][1])}`);
      button.dataset.control = "far-game";
      button.addEventListener("click", () => (this.sheet.close(), this.send({ do: "far_go", game })));
      make(row, "span", ` ${t("since {since}", { since: moment(since) })}`, "note");
    }
    const waiting = games.filter(({ state }) => DUE.includes(state)).length;
    $("farwaits").textContent = waiting ? t("{waiting} waiting for you", { waiting }) : "";
  }

  /** The address that the game's screens keep: the game's, or the one that the page was opened with; none once the
   * game has been left. */
  own() {
    if (this.keyed) return `#far=${this.keyed.name}`;
    return /^#far=/.test(location.hash) && location.hash !== this.gone ? location.hash : "";
  }

  /** Take the links of this page's game, which no other page gets; null: the game has been left.
      @param {Links | null} links */
  linked(links) {
    if (!links && !this.keyed) return; // it may come to a page that goes to a game
    const [here, old] = [this.own(), this.keyed?.name];
    this.keyed = links;
    this.gone = links ? "" : here;
    if (!links && location.hash === here) history.replaceState(history.state, "", location.pathname + location.search);
    if (links && links.name !== old) {
      history.replaceState(history.state, "", `#far=${links.name}`);
      this.sheet.close();
    }
    this.show(this.v, this.playing);
  }

  /** This page plays: ask for what it wanted. */
  begin() {
    if (!this.listed && localStorage.farname) this.send({ do: "far_games" });
    this.listed = true;
    const command = this.wants;
    this.wants = null; // before the answer comes
    if (command) this.send(command);
  }

  /** @param {any} v @param {boolean} playing */
  show(v, playing) {
    const { far } = v;
    [this.v, this.playing] = [v, playing];
    if (playing) this.begin();
    $("far").hidden = !far;
    this.remind(far);
    const game = far?.game ? far.name : "";
    const begins = game && game !== this.game;
    this.game = game;
    if (begins) this.begun();
    const leaves = !far && this.leaving;
    if (!far) this.leaving = false;
    if (leaves) this.left();
    if (!far) return;
    const names = far.names.map((/** @type {string} */ name, /** @type {number} */ k) => name || sideName("AB"[k]));
    const name = far.names["BA".indexOf(far.you)] || t("the other player");
    write($("farwho"), names.join(" – "));
    write($("farsay"), this.says(far, names, name));
    write($("farmore"), this.more(far, names, name).filter(Boolean).join(" "));
    this.act(far, playing);
    this.letter(far);
  }

  /** How the game stands. @param {any} far @param {string[]} names @param {string} name */
  says(far, names, name) {
    if (far.here) return "";
    if (!far.up) return far.notes.length ? "" : t("Connecting to the broker ...");
    if (far.over && far.state !== "letter") return this.won(far, names);
    return t(STATES[far.state][0], { name, to: far.to, since: moment(far.since) });
  }

  /** @param {any} far @param {string[]} names */
  won(far, names) {
    return far.winner ? t("{player} has won.", { player: names["AB".indexOf(far.winner)] }) : t("Nobody has won.");
  }

  /** Further sentences. @param {any} far @param {string[]} names @param {string} name */
  more(far, names, name) {
    return [
      ...far.notes.map(localized),
      far.over && far.state === "letter" && this.won(far, names),
      far.resigned.length &&
        t("{names} resigned.", {
          names: far.resigned.map((/** @type {string} */ side) => names["AB".indexOf(side)]).join(", "),
        }),
      far.asking && t("You have asked to take turn {to} back.", far),
      far.invited && t("{name} invites you to a game", { name }) + ".",
      far.word && `${name}: ${t(WORDS[far.word])}`,
    ];
  }

  /** Show in the title that the game waits for this player; a hidden page also notifies, if allowed. @param {any} far */
  remind(far) {
    const mine = Boolean(far && !far.here && DUE.includes(far.state));
    const now = mine && !this.mine;
    this.mine = mine;
    document.title = (mine ? `● ${t("Your turn")} – ` : "") + this.title;
    if (!now || !document.hidden || globalThis.Notification?.permission !== "granted") return;
    new Notification(t("Daldøs: it is your turn."));
  }

  /** @param {any} far @param {boolean} playing */
  act(far, playing) {
    const seat = far.you && far.game && !far.here;
    const acts = /** @type {[boolean, string, string][]} */ ([
      [far.state === "answer" && seat, t("Yes"), "yes"],
      [far.state === "answer" && seat, t("No"), "no"],
      [far.here, t("Play here"), "here"],
      [far.state === "over" && seat, t("Play again, sides changed"), "again"],
      [seat && !far.over, t("Resign"), "resign"],
      ...Object.entries(WORDS).map(([word, text]) => [seat, t(text), word]),
      [far.you, t("Save as a file"), "file"],
      [true, t("Leave"), "leave"],
    ]).filter(([can]) => can && playing);
    const state = acts.map(([, text]) => text).join("|");
    if ($("faracts").dataset.state === state) return;
    $("faracts").dataset.state = state;
    $("faracts").replaceChildren();
    for (const [, text, what] of acts) {
      const button = make($("faracts"), "button", text);
      button.dataset.control = `far-${what}`;
      button.addEventListener("click", () => this.press(button, what));
    }
  }

  /** Require a second press for anything that ends a game. @param {HTMLElement} button @param {string} what */
  press(button, what) {
    if (what === "resign" && !button.dataset.sure) {
      button.dataset.sure = "yes";
      button.textContent = t("Really?");
      setTimeout(() => {
        $("faracts").dataset.state = "";
        if (this.v.far) this.act(this.v.far, this.playing);
      }, SURE_MS);
      return;
    }
    this.leaving = what === "leave";
    this.do(what);
  }

  /** @param {string} what */
  do(what) {
    this.send({ do: "far", what });
  }

  /** Show the letter to hand over, the field for the answer, and the link to look on. @param {any} far */
  letter(far) {
    const { letter, look } = this.keyed || { letter: "", look: "" };
    const text = letter && this.link(letter);
    const due = far.state === "letter";
    if ($("farletter").textContent !== text) $("farpost").querySelector("svg")?.remove();
    write($("farletter"), text);
    $("farpost").hidden = !this.keyed || Boolean(look && !letter);
    for (const control of ["far-send", "far-qr"]) find(`[data-control=${control}]`).hidden = !letter;
    write(find("[data-control=far-send]"), t(due ? n("Send") : n("Send again")));
    if (due && text !== this.seen) requestAnimationFrame(() => $("farpost").scrollIntoView({ block: "nearest" }));
    if (due) this.seen = text; // on a phone the board is above it
    $("farlinks").hidden = !look;
    if (look && $("farlinks").dataset.look !== look) this.looking(($("farlinks").dataset.look = look));
  }

  /** @param {string} look */
  looking(look) {
    $("farlinks").replaceChildren(`${t("To look on:")} `);
    const code = make($("farlinks"), "code", this.link(look));
    code.dataset.link = "look";
    make($("farlinks"), "button", t("Copy")).addEventListener("click", () => copy(code));
    make($("farlinks"), "button", t("QR code")).addEventListener("click", () => this.square(code));
  }

  /** @param {string} letter */
  link(letter) {
    return `${location.href.split("#")[0]}#${letter}`;
  }

  /** Hand the letter over to whatever this device sends with. */
  async pass() {
    const title = localized(this.keyed?.title);
    if (navigator.share) {
      const text = `${title}\n${$("farletter").textContent}`;
      const refused = await navigator.share({ title, text }).catch((error) => error);
      if (refused?.name === "AbortError") return;
    } else await copy($("farletter"));
    this.do("handed");
  }

  /** A link as a QR code, for the camera of another phone; a second press takes it away. @param {HTMLElement} code */
  async square(code) {
    const row = /** @type {HTMLElement} */ (code.parentElement);
    const shown = row.querySelector("svg");
    shown?.remove();
    const rows = !shown && (await import("./qr.js")).qr(code.textContent || "");
    if (shown || !rows) return shown || this.tell(t("That is too long for a QR code."), true);
    const size = rows.length + 8;
    const svg = draw(row, "svg", {
      viewBox: `-4 -4 ${size} ${size}`,
      class: "qr",
      role: "img",
      "aria-label": t("QR code"),
    });
    const dark = rows.flatMap((bits, y) => bits.map((bit, x) => (bit ? `M${x} ${y}h1v1h-1z` : "")));
    draw(svg, "path", { d: dark.join("") });
    svg.scrollIntoView({ block: "nearest" });
  }
}
