// What a press brings is done once the press itself is painted: a button looks pressed at once, also where a whole
// screen follows, which takes a phone a fifth of a second.

/** What is still to be done. @type {Set<() => unknown>} */
const due = new Set();

/** Do it after the next paint, but before the user does anything else or leaves; what is asked for twice is done once.
    @param {() => unknown} work */
export function soon(work) {
  due.add(work);
  requestAnimationFrame(() => setTimeout(settle));
}

/** Do at once what is still to be done. */
function settle() {
  for (const work of due) {
    due.delete(work);
    work();
  }
}

/** Listen for presses that bring another screen, or much of one: for a user it comes soon, for a script at once.
    @param {EventTarget} control @param {() => unknown} work @param {string} [what] */
export function press(control, work, what = "click") {
  const { classList } = /** @type {Element} */ (control);
  const bring = () => {
    classList.remove("pressed");
    work();
  };
  control.addEventListener(what, ({ isTrusted }) => {
    if (!isTrusted) return work();
    classList.add("pressed");
    soon(bring);
  });
}

for (const what of ["pointerdown", "keydown", "popstate", "pagehide"]) addEventListener(what, settle, true);
// aids and scripts click without a pointer
addEventListener("click", ({ detail }) => detail || settle(), true);
