// Runs a program on MicroPython's WebAssembly port: node run.mjs MICROPYTHON.mjs ROMFS [ARGUMENT ...], the program on
// standard input. ROMFS: an image with the modules in `lib`. An argument that is a file is one there too.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [port, image, ...given] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(path.resolve(port)));
const stdout = (line) => console.log(line);
const python = await loadMicroPython({ heapsize: 16 << 20, romfs: fs.readFileSync(image), linebuffer: true, stdout });
const text = fs.readFileSync(new URL("../../host/web/page/kernel.js", import.meta.url), "utf8");
const { offerKernel } = await import("data:text/javascript," + encodeURIComponent(text));
const kernel = new URL("../../host/ai/kernel.wasm", import.meta.url);
if (!process.env.PLAIN) await offerKernel(fs.readFileSync(kernel), python);
const args = given.map((word) => {
  if (!fs.existsSync(word)) return word;
  python.FS.writeFile("/" + path.basename(word), fs.readFileSync(word));
  return "/" + path.basename(word);
});
python.runPython(`import sys; sys.path[:] = ['/rom/lib']; sys.argv[:] = ${JSON.stringify(["", ...args])}`);
python.runPython(fs.readFileSync(0, "utf8"));
