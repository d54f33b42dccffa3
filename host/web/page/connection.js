// The page's connection to its rooms, one after the other: what is sent, and what is shown while it is lost.

import { $, mark, t, write } from "./dom.js";
import { wish } from "./later.js";
import { open } from "./link.js";

// Commands that no press of the user's has caused.
const QUIET = ["hover", "back", "show", "judge", "end", "hand", "clock", "flag", "going", "note", "analyse"];
const ITSELF = ["look", "errors"]; // what the page asks about a kept game by itself

export class Connection {
  /** @type {ReturnType<typeof open> | null} */
  link = null;
  /** Whether the record that is to come is still wanted. */
  looks = () => true;

  /** @param {import("./types").Plan} plan @param {import("./types").State} state @param {import("./boat.js").Boat} boat
      @param {import("./alarm.js").Alarm} alarm */
  constructor(plan, state, boat, alarm) {
    this.plan = plan;
    this.state = state;
    this.boat = boat;
    this.alarm = alarm;
  }

  /** @type {import("./types").Send} */
  send(command) {
    const quiet = QUIET.includes(command.do) || command.begins === false || ITSELF.includes(String(command.what));
    if (!quiet) this.alarm.say(""); // clear the last error
    if (command.do === "read" || command.what === "replay") this.looks = wish();
    return this.link?.send(command) || false;
  }

  /** Connect to the rooms, in place of those before. @param {(message: any) => void} take @param {() => void} left
      called when the connection is lost @param {unknown} [port] of a board on USB */
  reach(take, left, port) {
    const { plan, state, boat, alarm } = this;
    this.link?.close();
    for (const key in state.v) delete (/** @type {any} */ (state.v)[key]); // these were another board's values
    mark(boat.svg, "data-phase", "");
    const lost = () => {
      left();
      state.connected = false;
      boat.svg.removeAttribute("data-ready");
      $("lost").hidden = this.link?.behind !== "socket";
      write($("lost"), t("The connection is lost; trying again ..."));
    };
    const silent = (/** @type {boolean} */ so) => alarm.stop(so);
    const wrong = (/** @type {string} */ why) => alarm.wrong(why);
    this.link = open(plan.behind, take, { lost, silent, stopped: () => (lost(), alarm.stop()), wrong }, port);
    mark(boat.svg, "data-behind", this.link.behind);
  }
}
