// Extras of the page without a server: a board on USB, the guide, and offline use.

import { $, make, t, write } from "./dom.js";
import { FILTERS } from "./serial.js";

/** reach: called with the port of a board; tell: shows a sentence; firmware: how a Pico becomes one; preset: called with
    the address of the broker that site.json names. @param {(port: any) => void} reach
    @param {import("./types").Tell} tell @param {() => void} firmware @param {(broker: string) => void} preset */
export function site(reach, tell, firmware, preset) {
  fetch("site.json")
    .then((answer) => answer.json())
    .then(({ broker }) => broker && preset(broker))
    .catch(() => 0); // offline, or no such file: far games use messages
  const button = $("connect");
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (!navigator.serial) {
      return tell(
        t(
          "This browser cannot talk to a board on USB: Chrome, Edge, Opera and Firefox on a computer can, in their newest versions; so can daldos web --board.",
        ),
        true,
      );
    }
    try {
      reach(await navigator.serial.requestPort({ filters: FILTERS }));
      button.hidden = true;
    } catch (/** @type {any} */ error) {
      if (error.name !== "NotFoundError") return tell(error.message, true);
      firmware(); // no port was chosen, so the user may not have a board yet
    }
  });
  const played = () => !document.body.classList.contains("loading");
  const watch = new MutationObserver(() => played() && (watch.disconnect(), offline())); // what a game needs comes first
  if (navigator.serviceWorker) watch.observe(document.body, { attributeFilter: ["class"] });
}

/** Cache this version for offline use; offer the next one, and switch only on request, in each open page, because
    one of the old version would find the files of the new. */
async function offline() {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", () => location.reload());
  const registration = await serviceWorker.register("sw.js").catch(() => null);
  if (!registration) return;
  const offer = () => {
    const { waiting } = registration;
    if (!waiting || !serviceWorker.controller || $("update")) return;
    const bar = make(document.body, "p");
    bar.id = "update";
    bar.setAttribute("role", "status");
    write(bar, t("A new version is here; the game goes on in it.") + " ");
    make(bar, "button", t("Update")).addEventListener("click", () => waiting.postMessage("take over"));
  };
  offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
}
