// What the page finds where it runs, for the type checker alone.

interface Navigator {
  /** WebSerial, which few browsers have. */
  serial?: any;
}

// Put beside the page by tools/site.py.
declare module "*/mqtt.js";
declare module "*/micropython.mjs";
