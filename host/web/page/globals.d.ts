// Declarations of the page's environment, for the type checker only.

interface Navigator {
  /** WebSerial, which few browsers have. */
  serial?: any;
}

// Put beside the page by tools/site.py.
declare module "*/mqtt.js";
declare module "*/micropython.mjs";
