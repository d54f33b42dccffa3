// The seats of far games, one tab each: the tab with the browser's lock has the seat, and then reads its file.

const STEAL_MS = 3000; // a tab that does not answer for this long has lost the seat

export class Seats {
  /** step: does something with the rooms and carries what came of it; files: gives their host.far.files.SeatFiles. */
  constructor(store, step, files) {
    this.store = store;
    this.step = step;
    this.files = files;
    this.mine = {};
    this.ended = {}; // mine: name -> releases the lock
    this.channel = new BroadcastChannel("daldos seats");
    this.channel.onmessage = ({ data }) => this.mine[data.ask] && this.lose(data.ask);
  }

  /** Take a seat if no other tab has it. */
  hold(name) {
    return this.take(name, () => ({ ifAvailable: true }));
  }

  /** Take a seat from another tab: ask it, and take it anyway if it does not answer. */
  ask(name) {
    this.channel.postMessage({ ask: name });
    return this.take(name, () => ({ signal: AbortSignal.timeout(STEAL_MS) }));
  }

  /** The rooms are done with a seat, and its file is saved. */
  release(name) {
    this.mine[name]?.();
    delete this.mine[name];
  }

  lose(name) {
    this.step(() => this.files().wanted(name));
  }

  async take(name, options) {
    if (!navigator.locks || this.mine[name]) return this.sit(name); // no locks without a secure origin
    await this.ended[name]; // its release may be under way
    this.request(name, options());
  }

  request(name, options) {
    let seated = false;
    const held = async (lock) => {
      if (!lock) return this.step(() => this.files().busy(name));
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

  /** Read the file, which no other tab writes now; returns whether that worked. */
  async sit(name) {
    try {
      const file = await this.store.claim(`far/${name}`);
      this.step(() => this.files().held(name, file));
      return true;
    } catch (error) {
      delete this.mine[name];
      this.step(() => {
        this.files().busy(name);
        throw error;
      });
      return false;
    }
  }
}
