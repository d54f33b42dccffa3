// The connection of the rooms in the page's Worker to a broker, by mqtt.js; reopened whenever it is lost.

const KEEPALIVE_S = 30;
const CONNECT_MS = 15000;
const RETRY_MS = [500, 30000]; // between attempts to connect: at first, at most
const MOST = 12300; // bytes of a payload

export class Broker {
  /** way: how to connect, `url` and options of mqtt.js; take: called with what comes, topic and payload in base64, with
      null and "" once there is a connection, and with null and why when there is none any more.
      @param {any} way @param {(topic: string | null, payload: string) => void} take */
  constructor(way, take) {
    this.way = way;
    this.take = take;
    this.up = this.closed = false;
    /** @type {any} */
    this.client = null;
    this.run();
  }

  async run() {
    let [wait] = RETRY_MS;
    while (!this.closed) {
      const why = await this.session().catch((error) => error.message);
      if (this.closed) return;
      if (this.up) [this.up, wait] = [false, RETRY_MS[0]];
      this.take(null, why);
      await new Promise((done) => setTimeout(done, wait * (0.5 + Math.random())));
      wait = Math.min(2 * wait, RETRY_MS[1]);
    }
  }

  /** Run until the connection ends; returns why. @returns {Promise<string>} */
  async session() {
    const { default: mqtt } = await import("./mqtt.js");
    if (this.closed) return "";
    const { url, ...told } = this.way;
    const own = {
      protocolVersion: 5,
      keepalive: KEEPALIVE_S,
      connectTimeout: CONNECT_MS,
      reconnectPeriod: 0,
      resubscribe: false,
      timerVariant: "native",
    };
    return new Promise((done) => {
      let why = "";
      const client = (this.client = mqtt.connect(url, { ...own, ...told }));
      client.on("connect", () => this.take(null, ((this.up = true), "")));
      client.on("message", (/** @type {string} */ topic, /** @type {Uint8Array} */ payload) =>
        this.take(topic, btoa(String.fromCharCode(...payload.subarray(0, MOST)))),
      );
      client.on("error", (/** @type {Error} */ error) => (why = error.message));
      client.on("close", () => {
        client.end(true);
        done(why || "closed");
      });
    });
  }

  /** [topic, payload in base64, seconds to keep it] is published, [topic] subscribed to; what is lost with a connection
      is given again later. @param {[string, string?, number?][]} post */
  send(post) {
    for (const [topic, payload, seconds] of this.up ? post : []) {
      if (payload === undefined) this.client.subscribe(topic, { qos: 1 });
      else {
        const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
        this.client.publish(topic, bytes, { qos: 1, retain: true, properties: { messageExpiryInterval: seconds } });
      }
    }
  }

  close() {
    this.closed = true;
    this.client?.end();
  }
}
