// What is behind the page, by one interface: `send(command)` gives a command to the rooms there, and what comes from
// them is handed to `take`. The rooms are reached by a socket (`daldos web`), or run in a Worker of the page, with the
// simulated table or a board on USB.

import { SerialPort } from "./serial.js";

const WAITS_MS = [200, 500, 1000, 2000, 3000];

/** Opened again whenever it is lost, so that a page that slept or a server that was restarted goes on by itself. What
    is not on the way yet is not sent later: hands are now. */
class SocketLink {
  behind = "socket";

  constructor(take, state) {
    this.take = take;
    this.state = state; // called with true or false
    this.tries = 0;
    this.connect();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/socket?${sessionStorage.token || ""}`);
    this.socket = socket;
    socket.onopen = () => {
      this.send({ do: "hello", token: sessionStorage.token || "", code: sessionStorage.code || "" });
    };
    socket.onmessage = (event) => {
      this.tries = 0;
      this.take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.state(false);
      this.timer = setTimeout(() => this.connect(), WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)]);
    };
  }

  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED) {
      clearTimeout(this.timer);
      this.connect();
    }
  }

  /** Send a command; false if there is nobody to take it. */
  send(command) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  }
}

/** The rooms in a Worker of this page. port: of a board on USB, or else the simulated table is behind it. */
class WorkerLink {
  constructor(take, state, port) {
    this.behind = port ? "serial" : "worker";
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => {
      if (data.board) sessionStorage.board = data.board;
      else if (data.bytes) this.port.write(data.bytes);
      else take(JSON.parse(data));
    };
    this.worker.onerror = () => state(false);
    const asked = new URLSearchParams(location.search);
    const words = Object.fromEntries(["rules", "mode"].map((key) => [key, asked.get(key) || ""]));
    const numbers = { seed: +asked.get("seed") || 0, speed: +asked.get("speed") || 1 };
    this.worker.postMessage({ start: { behind: this.behind, board: sessionStorage.board || "", ...words, ...numbers } });
    this.port = port && new SerialPort(port, (bytes) => this.worker.postMessage({ bytes }));
    this.send({ do: "hello", token: "", code: "" });
  }

  send(command) {
    this.worker.postMessage(JSON.stringify(command));
    return true;
  }

  close() {
    this.port?.close();
    this.worker.terminate();
  }
}

/** behind: `socket` or `worker`; port: of a board on USB; state: called with false when nothing comes any more. */
export const open = (behind, take, state, port) =>
  behind === "socket" ? new SocketLink(take, state) : new WorkerLink(take, state, port);
