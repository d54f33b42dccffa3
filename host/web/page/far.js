// A far game: the card that begins one, and the display and actions while it goes on. The server reports its state;
// this page's link stays in its address, so that a reopened page returns to the game.

import { $, copy, draw, find, make, n, t, localized, write } from "./dom.js";
import { FarGames, fileOf } from "./fargames.js";
import { saveText } from "./panels.js";
import { sideName } from "./review.js";
import { pickRules } from "./rules.js";

const WORDS = {
  hello: n("Hello"),
  thanks: n("Thank you"),
  well_played: n("Well played"),
  sorry: n("Sorry"),
  one_moment: n("One moment"),
};
const IN_LINK = "#far=1&";
const IN_LETTER = "#post=";

// The mark of a message's game, in hex: its bytes 1 to 6.
const markOf = (letter) =>
  [...atob(letter.slice(0, 12).replaceAll("-", "+").replaceAll("_", "/"))]
    .slice(1, 7)
    .map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0"))
    .join("");

export class Far {
  /** begun: called when the game begins or continues; left: called when the player leaves it. */
  constructor(sheet, send, tell, begun, left) {
    this.sheet = sheet;
    this.send = send;
    this.tell = tell;
    this.begun = begun;
    this.left = left;
    this.possible = false;
    this.v = {};
    this.keyed = null;
    this.doubted = ""; // the link that was asked about
    this.held = this.told = ""; // the piece in the hand here, and what the other was told of it
    $("farname").value = localStorage.farname || "";
    $("farbroker").value = localStorage.farbroker || "";
    const on = (control, action) => find(`[data-control=${control}]`).addEventListener("click", action);
    on("start-far", () => this.open());
    $("farnew").addEventListener("submit", (event) => this.make(event));
    $("farjoin").addEventListener("submit", (event) => this.join($("farlink").value, event));
    $("farpost").addEventListener("submit", (event) => this.join($("faranswer").value, event));
    on("far-send", () => this.pass());
    on("far-qr", () => {
      this.handed();
      this.square($("farletter"));
    });
    $("farfile").addEventListener("change", () => this.bring($("farfile")));
    on("far-notify", () => Notification.requestPermission().then(() => this.games.show()));
    this.games = new FarGames((own) => (this.keyed?.own === own ? sheet.close() : this.address(own)));
    addEventListener("hashchange", () => this.address());
  }

  /** The page has connected: note whether the server supports far games, and offer a link in the address. */
  greet(possible) {
    this.possible = possible;
    find("[data-control=start-far]").hidden = !possible;
    this.address();
  }

  address(hash = location.hash) {
    if (!(hash.startsWith(IN_LINK) || hash.startsWith(IN_LETTER)) || this.keyed?.own === hash) return;
    this.open();
    $("farlink").value = hash;
    const broker = new URLSearchParams(hash.slice(1)).get("broker");
    if (!this.possible) this.tell(t("Nobody elsewhere can be played with from here."), true);
    else if (broker && broker !== "post:" && !this.games.has(hash)) {
      this.ask(t("This link connects to {broker}. Open it?", { broker }));
    } else if (this.invited(hash)) {
      this.ask(t("You are invited to a game: say your name first."));
      $("farname").focus();
    } else if (this.playing) this.join(hash);
    else this.wants = true; // once this page may play
  }

  /** Whether a link invites somebody who has not said a name yet. */
  invited(link) {
    const own = link.split("&post=")[0];
    return /&seat=b$/.test(own) && !this.games.has(own) && !this.games.hasOther(link) && !this.name();
  }

  /** Ask before a link is opened: its maker chooses where it connects to, or it is the other player's. */
  ask(question, link = "") {
    $("farnew").before($("farjoin"));
    this.doubted = link;
    write($("faroops"), question);
    find("[data-control=far-join]").focus();
  }

  open() {
    pickRules($("farrules"), $("pickrules").value);
    write($("faroops"), (this.doubted = ""));
    this.sheet.open("farcard");
    this.games.read();
    this.games.show();
    find("[data-control=far-notify]").hidden = globalThis.Notification?.permission !== "default";
    $("farname").focus();
  }

  /** The site has a broker: make playing at once the first choice. */
  preset(broker) {
    $("farbroker").value ||= broker;
    $("farlive").open = true;
    find("[data-control=far-new]").before($("farlive"));
    find("#farlive summary").after(find("[data-control=far-new-broker]")); // in view
  }

  name() {
    return (localStorage.farname = $("farname").value.trim());
  }

  make(event) {
    event.preventDefault();
    const live = event.submitter?.value === "broker";
    const broker = $("farbroker").value.trim();
    if (live && !broker) return this.tell(t("The address of a broker is missing."), true);
    if (live) localStorage.farbroker = broker;
    this.send({
      do: "far_new",
      broker: live ? broker : "",
      rules: $("farrules").value,
      name: this.name(),
      turn_s: live ? +$("fartime").value || 0 : 0,
    });
  }

  /** Open a link or a message; a message without a link belongs to the game kept under its mark. */
  join(text, event) {
    event?.preventDefault();
    write($("faroops"), "");
    const whole = text.replace(/\s/g, "");
    const found = /#far=1&.*/.exec(whole)?.[0] || this.ofLetter(whole);
    if (found && found !== this.doubted && this.games.hasOther(found)) {
      this.open();
      $("farlink").value = found;
      this.ask(
        t("You have the other seat of this game: this link is the other player's. Open it all the same?"),
        found,
      );
    } else if (found) this.send({ do: "far_join", link: found, name: this.name() });
    else {
      this.open();
      this.tell(t("The game of this message is not in this browser: open it where you play."), true);
    }
    $("faranswer").value = "";
  }

  /** Play on from a file that was saved. */
  async bring(field) {
    if (field.files[0]) this.send({ do: "far_join", link: (await field.files[0].text()).trim(), name: this.name() });
    field.value = "";
  }

  ofLetter(text) {
    const [, letter] = /post=([\w-]+)/.exec(text) || [];
    if (!letter) return text; // let the server report what is missing
    const mark = letter.length < 12 ? this.keyed?.mark : markOf(letter);
    const own = mark && mark === this.keyed?.mark ? this.keyed.own : this.games.ofMark(mark);
    return own && `${own}&post=${letter}`;
  }

  /** Send the message, and once it was sent a reminder with it. */
  pass() {
    const again = this.reminds();
    this.handed();
    this.share($("farletter"), again);
  }

  /** The message has been handed over: it is due no more. */
  handed() {
    this.games.sent(this.keyed);
    this.show(this.v, this.playing);
  }

  /** Whether the end of the game is still to be told to the other player. */
  ends(far) {
    return far.over && this.keyed?.letter && !this.reminds();
  }

  reminds() {
    return this.games.wasSent(this.keyed);
  }

  /** Hand a link over to whatever this device sends with; again: the other was sent it before. */
  async share(code, again) {
    const { names, you } = this.v.far;
    const name = names["AB".indexOf(you)] || sideName(you);
    const title = again
      ? t("Daldøs: {name} waits for you", { name })
      : t("Daldøs: {name}, turn {turn}", { name, turn: this.turns() });
    if (navigator.share) await navigator.share({ title, text: `${title}\n${code.textContent}` }).catch(() => 0);
    else copy(code);
  }

  /** A link as a QR code, for the camera of another phone; a second press takes it away. */
  async square(code) {
    const row = code.parentElement;
    const shown = row.querySelector("svg");
    shown?.remove();
    const rows = !shown && (await import("./qr.js")).qr(code.textContent);
    if (shown || !rows) return shown || this.tell(t("That is too long for a QR code: save it as a file."), true);
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

  /** How many turns have been played: before it begins, the page shows another game. */
  turns() {
    return (this.game && this.v.record.match(/^[1-9]\d* [AB] \d\d \S/gm))?.length || 0;
  }

  do(what) {
    this.send({ do: "far", what });
  }

  show(v, playing) {
    const far = v.far;
    const begins = far?.game && !this.game;
    this.v = v;
    this.game = far?.game;
    this.playing = playing;
    if (this.wants && playing) {
      this.wants = false;
      this.join($("farlink").value);
    }
    $("far").hidden = !far;
    if (!far) return this.gone();
    const names = far.names.map((name, k) => name || sideName("AB"[k]));
    if (begins) {
      this.guest = this.waits && far.you && names["BA".indexOf(far.you)];
      this.begun();
    }
    this.waits = !far.game;
    write($("farwho"), names.join(" – "));
    write($("farsay"), this.says(far, names));
    $("farsay").classList.toggle("wrong", ["broken", "foreign"].includes(far.state));
    write($("farmore"), this.more(far, names).filter(Boolean).join(" "));
    if (this.keyed && far.you) this.games.keep(this.keyed, far, this.due(far));
    this.act(far, playing);
    this.links(far);
    this.letter();
    this.see(far);
    this.holds(this.held);
  }

  /** The state; a message that has been handed over waits for its answer. */
  says(far, names) {
    const waits = this.keyed?.letter && far.state === "letter" && this.reminds();
    return waits ? this.games.waits(this.keyed, names["BA".indexOf(far.you)]) : localized(far.say);
  }

  /** Scroll what is to be sent into view, and again when the game begins: on a phone the board is above it. */
  see(far) {
    const sent = this.keyed?.letter || (!far.game && this.keyed?.other);
    const place = $(this.keyed?.mark ? "farpost" : "farlinks");
    const seen = `${sent} ${far.game}`;
    if (!sent || place.hidden || seen === this.seen) return;
    this.seen = seen;
    requestAnimationFrame(() => place.scrollIntoView({ block: "nearest" }));
  }

  /** There is no far game (any more). */
  gone() {
    const { leaving } = this;
    this.leaving = false;
    if (leaving) this.left();
  }

  /** Further sentences. */
  more(far, names) {
    const name = (side) => names["AB".indexOf(side)];
    const [player, word] = far.words.find(([side]) => side !== far.you) || [];
    return [
      this.guest && !/^[1-9]/m.test(this.v.record) && t("{name} is here: the game begins.", { name: this.guest }),
      this.ends(far) && t("Send your message to the other player."),
      far.resigned.length && t("{names} resigned.", { names: far.resigned.map(name).join(", ") }),
      far.asking && t("You have asked to take turn {to} back.", far),
      far.asked && t("The other asks to take turn {to} back: yes or no?", far),
      far.at && t("{name} is choosing: {hole}.", { name: names["BA".indexOf(far.you)], hole: far.at }),
      far.claimed && t("{player} has claimed the turn: its time is over.", { player: far.claimed }),
      far.left_s !== null && t("{left_s} seconds left for the other.", far),
      far.trouble,
      word && `${name(player)}: ${t(WORDS[word])}`,
    ];
  }

  /** The other sees which piece is in the hand here. */
  holds(hole) {
    this.held = hole;
    const plays = this.game && this.playing && this.v.far?.you;
    if (plays && this.told !== hole) this.send({ do: "far_at", hole });
    this.told = plays ? hole : "";
  }

  /** What the game waits for. */
  due(far) {
    if ((far.state === "letter" && !this.reminds()) || this.ends(far)) return "send";
    if (far.over) return "over";
    return far.game && (far.asked || this.v.due || Object.keys(this.v.plays || {}).length) ? "you" : "other";
  }

  /** Take this end's links, which no other page gets; null: the game has been left. */
  linked(links) {
    const left = !links && this.keyed?.own === location.hash;
    if (left) history.replaceState(null, "", location.pathname + location.search);
    this.keyed = links;
    if (!links) return this.games.tell(false);
    history.replaceState(null, "", links.own);
    this.sheet.close();
    this.letter();
    if (this.v.far) this.show(this.v, this.playing);
  }

  /** Show the message to send, and the field for the answer. */
  letter() {
    const { keyed } = this;
    $("farpost").hidden = !keyed?.mark;
    if (!keyed?.mark) return;
    const text = keyed.letter && location.href.split("#")[0] + keyed.letter;
    if ($("farletter").textContent !== text) $("farletter").parentElement.querySelector("svg")?.remove();
    write($("farletter"), text);
    write(find("[data-control=far-send]"), t(this.reminds() ? n("Send a reminder") : n("Send")));
    find("[data-control=far-send]").hidden = find("[data-control=far-qr]").hidden = !keyed.letter;
  }

  act(far, playing) {
    const seat = far.you && far.game && !["foreign", "elsewhere", "moved", "broken"].includes(far.state);
    const acts = [
      [far.asked && seat, t("Yes"), "yes"],
      [far.asked && seat, t("No"), "no"],
      [far.here, t("Play here"), "here"],
      [far.claimable && seat, t("Claim the turn"), "claim"],
      [seat && far.over && !this.ends(far), t("Play again, sides changed"), "rematch"],
      [seat && !far.over, t("Resign"), "resign"],
      [seat && !far.over, t("Move to another device"), "move"],
      ...Object.entries(WORDS).map(([word, text]) => [seat, t(text), word]),
      [true, t("Leave"), "leave"],
    ].filter(([can]) => can && playing);
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

  /** Require a second press for anything that ends a game. */
  press(button, what) {
    if (what === "resign" && !button.dataset.sure) {
      button.dataset.sure = "yes";
      button.textContent = t("Really?");
      setTimeout(() => {
        $("faracts").dataset.state = "";
        if (this.v.far) this.act(this.v.far, this.playing);
      }, 4000);
      return;
    }
    this.do(what);
    if (what === "leave") this.leaving = true;
  }

  /** Show the links to send: the other player's until the seat is taken and while they are away, the onlookers', and
      that of a seat that has moved. */
  links(far) {
    const page = location.href.split("#")[0];
    const { other, moved } = this.keyed || {};
    const to = far.game ? t("To remind the other player:") : t("The other player's link:");
    const open = other && (!far.game || far.state === "away") ? [[to, other, "other"]] : [];
    const links = far.you && far.look ? [...open, [t("To look on:"), far.look, "look"]] : [];
    const shown = moved
      ? [[t("For the other device alone; it holds the secret of your dice:"), moved, "moved"]]
      : links;
    $("farlinks").hidden = !shown.length;
    const state = shown.map((row) => row.join()).join();
    if ($("farlinks").dataset.state === state) return;
    $("farlinks").dataset.state = state;
    $("farlinks").replaceChildren();
    for (const [text, link, which] of shown) {
      const row = make($("farlinks"), "p", `${text} `);
      const code = make(row, "code", page + link);
      code.dataset.link = which;
      /** @type {[string, () => any][]} */
      const does = [[t("Copy"), () => copy(code)], [t("QR code"), () => this.square(code)]]; // prettier-ignore
      if ("share" in navigator && which === "other") does.push([t("Send"), () => this.share(code, far.game)]);
      if (which === "moved") does.push([t("Save as a file"), () => saveText(`${link}\n`, fileOf(link))]);
      for (const [what, act] of does) make(row, "button", what).addEventListener("click", act);
    }
  }
}
