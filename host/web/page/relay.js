// The broker connection of the rooms in the page's Worker, by mqtt.js; reopened whenever it is lost.

const EXPIRY_S = 30 * 24 * 3600; // for messages at the broker
const KEEPALIVE_S = 30;
const CONNECT_MS = 15000;
const RETRY_MS = [500, 30000]; // between attempts to connect: at first, at most

export class Relay {
  /** way: tells how to connect, asked for each time; take: called with what comes, `[topic, payload in base64]`, with
      `[null, ""]` once there is a connection and `[null, why]` when there is none any more. */
  constructor(way, take) {
    this.way = way;
    this.take = take;
    this.run();
  }

  async run() {
    let [wait, version] = [RETRY_MS[0], 5];
    while (!this.closed) {
      const why = await this.session(version).catch((error) => error.message);
      if (this.closed) return;
      if (this.up) [this.up, wait] = [false, RETRY_MS[0]];
      if (version === 5 && /protocol version/i.test(why)) {
        version = 4; // a local broker that speaks 3.1.1: messages never expire there
        continue;
      }
      this.take([null, why]);
      await new Promise((done) => setTimeout(done, wait * (0.5 + Math.random())));
      wait = Math.min(2 * wait, RETRY_MS[1]);
    }
  }

  /** Run until the connection ends; returns why. */
  async session(protocolVersion) {
    const { default: mqtt } = await import("./mqtt.js");
    if (this.closed) return "";
    const { url, ...told } = JSON.parse(this.way());
    const own = {
      protocolVersion,
      keepalive: KEEPALIVE_S,
      connectTimeout: CONNECT_MS,
      reconnectPeriod: 0,
      resubscribe: false,
      timerVariant: "native",
    };
    return new Promise((done) => {
      let why = "";
      const client = (this.client = mqtt.connect(url, { ...own, ...told }));
      client.on("connect", () => this.take([null, ((this.up = true), "")]));
      client.on("message", (topic, payload) =>
        this.take([topic, btoa(String.fromCharCode(...payload.subarray(0, 2048)))]),
      );
      client.on("error", (error) => (why = error.message));
      client.on("close", () => {
        client.end(true);
        done(why || "closed");
      });
    });
  }

  /** [topic, payload, retained] is sent, [topic] subscribed to; what is lost with a connection is given again later. */
  send(post) {
    if (!this.up) return;
    for (const [topic, payload, retain] of post) {
      if (payload === undefined) this.client.subscribe(topic, { qos: 1 });
      else {
        this.client.publish(topic, payload, {
          qos: 1,
          retain,
          properties: retain ? { messageExpiryInterval: EXPIRY_S } : {},
        });
      }
    }
  }

  /** Say goodbye, as the MQTT will would. */
  close() {
    this.closed = true;
    const { will } = this.up ? this.client.options : {};
    if (will) this.client.publish(will.topic, will.payload, { qos: 1 });
    this.client?.end();
  }
}
