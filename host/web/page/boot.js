// Runs first, in JavaScript that every browser understands: reports what prevents the page from working, and replaces a
// refused store. There are no modules or catalogues yet, so its few texts are here, in each language.

(function () {
  "use strict";
  /** @type {any} */
  var loading = document.getElementById("loading");
  var sentence = loading.querySelector("p");
  /** @type {Record<string, Record<"loading" | "file" | "old" | "away" | "unkept", string>>} */
  var TEXTS = {
    en: {
      loading: sentence.textContent, // so that the first paint has it
      file: "Opened as a file, this page cannot play. Start daldos web, or put the folder on a web server.",
      old: "This browser is too old to play here: one of 2023 or newer is needed.",
      away: "The page could not be loaded whole. Is there a connection? Load it again.",
      unkept:
        "This browser keeps nothing for this page. You can play all the same. Save a game as a file before you close the page.",
    },
    da: {
      loading: "Et gammelt spil om kapløb og kamp for to, på en båd med tre rækker huller. Brættet stilles op …",
      file: "Åbnet som fil kan siden ikke spille. Start daldos web, eller læg mappen på en webserver.",
      old: "Denne browser er for gammel til at spille her: der kræves en fra 2023 eller nyere.",
      away: "Siden kunne ikke hentes helt. Er der forbindelse? Hent den igen.",
      unkept:
        "Denne browser gemmer intet for siden. Du kan spille alligevel. Gem et spil som fil, før du lukker siden.",
    },
    nb: {
      loading: "Et gammelt spill om kappløp og kamp for to, på en båt med tre rader hull. Brettet stilles opp …",
      file: "Åpnet som fil kan siden ikke spille. Start daldos web, eller legg mappen på en webtjener.",
      old: "Denne nettleseren er for gammel til å spille her: det kreves en fra 2023 eller nyere.",
      away: "Siden kunne ikke hentes helt. Er det forbindelse? Hent den på nytt.",
      unkept:
        "Denne nettleseren tar ikke vare på noe for siden. Du kan spille likevel. Lagre et spill som fil før du lukker siden.",
    },
  };
  var ROOM = 1000; // characters that must fit in
  var language = (navigator.language || "en").slice(0, 2);
  var norwegian = language === "no" || language === "nn";
  var texts = TEXTS[norwegian ? "nb" : language] || TEXTS.en;

  /** Show a sentence in place of the page; forGood: the page will not appear.
      @param {keyof typeof TEXTS.en} name @param {boolean} [forGood] */
  function say(name, forGood) {
    if (loading.className === "stopped") return;
    sentence.textContent = texts[name];
    if (forGood) loading.className = "stopped";
  }

  /** If the browser denies its store, or it is full, keep data only while the page is open.
      @param {"localStorage" | "sessionStorage"} name */
  function standIn(name) {
    var kept = {};
    try {
      /** @type {any} */
      var store = window[name];
      Object.assign(kept, store);
      store.daldos = Array(ROOM).join(" ");
      delete store.daldos;
    } catch (error) {
      Object.defineProperty(window, name, { value: kept, configurable: true });
      document.body.dataset.unkept = texts.unkept;
    }
  }

  /** @param {any} event */
  function failed(event) {
    if (document.body.classList.contains("loading")) say(event.error instanceof SyntaxError ? "old" : "away", true);
  }

  say("loading");
  standIn("localStorage");
  standIn("sessionStorage");
  if (location.protocol === "file:") say("file", true);
  else if (!Array.prototype.at || !window.HTMLDialogElement || !window.DecompressionStream) say("old", true);
  window.addEventListener("error", failed, true);
  window.addEventListener("unhandledrejection", failed);
})();
