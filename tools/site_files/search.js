// Search over all documents: the parts with every word, headings with one first.

const MOST = 20;
const AROUND = 70; // characters shown before and after the first word
const [input, list] = [document.getElementById("search"), document.getElementById("found")];
const base = new URL(".", import.meta.url);
let parts = null;

const score = ([, title, , heading], words) =>
  words.filter((word) => `${title} ${heading}`.toLowerCase().includes(word)).length;

async function search() {
  parts ??= await (await fetch(new URL("search.json", base))).json();
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (part) => words.every((word) => part.slice(1).join(" ").toLowerCase().includes(word));
  const found = words.length ? parts.filter(has).sort((one, other) => score(other, words) - score(one, words)) : [];
  list.replaceChildren(...found.slice(0, MOST).map((part) => entry(part, words)));
  list.hidden = !words.length;
  if (words.length && !found.length) {
    list.append(Object.assign(document.createElement("li"), { textContent: "Nothing found." }));
  }
}

function entry([page, title, anchor, heading, text], words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = new URL(`${page}#${anchor}`, base);
  link.textContent = heading === title ? title : `${title}: ${heading}`;
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - AROUND);
  const around = document.createElement("p");
  around.textContent = text.slice(at, at + 2 * AROUND);
  item.append(link, around);
  return item;
}

input.addEventListener("input", search);
if (input.value) void search(); // typed, or brought back by the browser, before this came
