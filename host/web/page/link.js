// The page's connection, with one interface: `send(command)` passes a command to the rooms, and their messages go to
// `take`. The rooms are reached by a socket (`daldos web`), or run in a Worker of the page, with the simulated table or
// a board on USB.

const asked = new URLSearchParams(location.search);
const [rules, mode] = ["rules", "mode"].map((key) => asked.get(key) || "");
const WAITS_MS = [200, 500, 1000, 2000, 3000];
const BEAT_MS = 2000; // between checks of the Worker
const BEATS = 10; // unanswered checks before the Worker counts as lost

/**
 * @typedef {object} On what a link tells
 * @property {() => void} lost nothing comes, and it is tried again
 * @property {(silent: boolean) => void} silent nothing has come for long from the Worker; or it speaks again
 * @property {() => void} stopped nothing will come any more
 * @property {(why: string) => void} wrong what went wrong in the Worker
 */

/** The name of this browser in far games, whose tabs are one device. */
const device = () =>
  (localStorage.device ||= crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0"));

/** Reopened whenever it is lost, so that a suspended page or a restarted server continues by itself. Unsent commands
 * are dropped, because actions of hands must not come late. */
class SocketLink {
  behind = "socket";
  /** @type {any} */
  socket;

  /** @param {(message: any) => void} take @param {On} on */
  constructor(take, { lost }) {
    this.take = take;
    this.lost = lost;
    this.tries = 0;
    this.connect();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/socket?${sessionStorage.token || ""}`);
    this.socket = socket;
    socket.onopen = () => {
      this.send({ do: "hello", token: sessionStorage.token || "", code: sessionStorage.code || "", rules });
    };
    socket.onmessage = (event) => {
      this.tries = 0;
      this.take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.lost();
      this.timer = setTimeout(() => this.connect(), WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)]);
    };
  }

  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED) {
      clearTimeout(this.timer);
      this.connect();
    }
  }

  close() {
    this.socket.onclose = null;
    this.socket.close();
  }

  /** Send a command; false if there is nobody to take it. @param {object} command */
  send(command) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  }
}

/** The rooms in a Worker of this page. port: of a board on USB, or else the simulated table is behind it. */
class WorkerLink {
  /** @param {(message: any) => void} take @param {any} port */
  constructor(take, { silent, stopped, wrong }, port) {
    this.behind = port ? "serial" : "worker";
    // The document asks for these early, and warns of what it asks for and does not take; the Worker has them from the
    // browser's cache.
    for (const path of ["micropython.pack", "kernel.pack"]) fetch(path).catch(() => {});
    this.worker = new Worker("worker.js", { type: "module" });
    this.unheard = 0;
    this.worker.onmessage = ({ data }) => {
      if (this.unheard > BEATS) silent(false); // it was only slow
      this.unheard = 0;
      if (data.board) sessionStorage.board = data.board;
      else if (data.bytes) this.port?.write(data.bytes);
      else if (data.wrong) wrong(data.wrong);
      else if (data.stopped) this.stop(stopped, data.stopped);
      else if (!data.alive) take(JSON.parse(data));
    };
    this.worker.onerror = ({ message }) => this.stop(stopped, message);
    this.beat = setInterval(() => {
      if (++this.unheard > BEATS) silent(true);
      this.worker.postMessage({ alive: true }); // a Worker may end silently
    }, BEAT_MS);
    const seed = Number(asked.get("seed")) >>> 0; // 0: none
    const first = !navigator.serviceWorker?.controller && document.documentElement.lang; // not cached yet
    this.worker.postMessage({
      start: { behind: this.behind, board: sessionStorage.board || "", device: device(), first, rules, mode, seed },
    });
    if (port) {
      import("./serial.js").then(
        ({ SerialPort }) =>
          (this.port = new SerialPort(port, (/** @type {Uint8Array | null} */ bytes) =>
            this.worker.postMessage({ bytes }),
          )),
      );
    }
    this.send({ do: "hello", token: "", code: "", rules });
  }

  /** @param {object} command */
  send(command) {
    this.worker.postMessage(JSON.stringify(command));
    return true;
  }

  /** @param {() => void} stopped @param {string} why */
  stop(stopped, why) {
    console.error(why);
    if (document.body.classList.contains("loading")) dispatchEvent(new ErrorEvent("error")); // boot.js says it
    this.close();
    stopped();
  }

  close() {
    clearInterval(this.beat);
    this.port?.close();
    this.worker.terminate();
  }
}

/** behind: `socket` or `worker`; port: of a board on USB. */
export const open = (
  /** @type {string} */ behind,
  /** @type {(message: any) => void} */ take,
  /** @type {On} */ on,
  /** @type {any} */ port,
) => (behind === "socket" ? new SocketLink(take, on) : new WorkerLink(take, on, port));
