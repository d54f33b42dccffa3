// The socket to the server: opened again whenever it is lost, so that a page that slept or a server that was restarted
// goes on by itself. What comes is handed to `take`, what is not on the way yet is not sent later: hands are now.

const WAITS_MS = [200, 500, 1000, 2000, 3000];

export class Link {
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
