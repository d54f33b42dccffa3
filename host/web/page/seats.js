// The seats of games far apart, one tab each: whoever has the browser's lock of a seat has the seat, and reads its file then.

const STEAL_MS = 3000; // a tab that does not answer for so long has lost the seat

export class Seats {
  /** step: does something with the rooms and carries what came of it; rooms: gives them, as host.worker.main has them. */
  constructor(store, step, rooms) {
    this.store = store;
    this.step = step;
    this.rooms = rooms;
    this.mine = {};
    this.ended = {}; // mine: name -> gives the lock back
    this.channel = new BroadcastChannel("daldos seats");
    this.channel.onmessage = ({ data }) => this.mine[data.ask] && this.lose(data.ask);
  }

  /** Have a seat if no other tab has it. */
  hold(name) {
    return this.take(name, () => ({ ifAvailable: true }));
  }

  /** Have a seat that another tab has: it is asked to give it, and loses it if it does not answer. */
  ask(name) {
    this.channel.postMessage({ ask: name });
    return this.take(name, () => ({ signal: AbortSignal.timeout(STEAL_MS) }));
  }

  /** The rooms have done with a seat, and what they have written of it is kept. */
  release(name) {
    this.mine[name]?.();
    delete this.mine[name];
  }

  lose(name) {
    this.step(() => this.rooms().asked(name));
  }

  async take(name, options) {
    if (!navigator.locks || this.mine[name]) return this.sit(name); // without: not on a secure origin
    await this.ended[name]; // it may be on its way back still
    this.request(name, options());
  }

  request(name, options) {
    let seated = false;
    const held = async (lock) => {
      if (!lock) return this.step(() => this.rooms().busy(name));
      const given = new Promise((give) => (this.mine[name] = give));
      seated = await this.sit(name);
      return seated && given;
    };
    this.ended[name] = navigator.locks.request(`daldos far ${name}`, options, held).catch(() => {
      if (!seated && options.signal) return this.request(name, { steal: true });
      delete this.mine[name]; // another tab has taken it
      this.lose(name);
    });
  }

  /** Whether the file could be read, as it is now that no other tab writes it. */
  async sit(name) {
    try {
      const file = await this.store.claim(`far/${name}`);
      this.step(() => this.rooms().held(name, file));
      return true;
    } catch (error) {
      delete this.mine[name];
      this.step(() => {
        this.rooms().busy(name);
        throw error;
      });
      return false;
    }
  }
}
