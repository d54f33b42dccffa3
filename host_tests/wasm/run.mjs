// Runs a program on MicroPython's WebAssembly port: node run.mjs MICROPYTHON.mjs FOLDER, the program on standard input.
// FOLDER is a package, such as firmware/lib/daldos, that the program may import; or an image of ROMFS with `lib` in it.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [port, folder] = process.argv.slice(2);
const image = fs.statSync(folder).isFile() ? fs.readFileSync(folder) : undefined;
const { loadMicroPython } = await import(pathToFileURL(path.resolve(port)));
const options = { heapsize: 16 << 20, romfs: image, linebuffer: true, stdout: (line) => console.log(line) };
const python = await loadMicroPython(options);

function copy(from, to) {
  python.FS.mkdir(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [file, copied] = [path.join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isFile()) python.FS.writeFile(copied, fs.readFileSync(file));
    else if (entry.name !== "__pycache__") copy(file, copied);
  }
}

if (!image) copy(folder, "/" + path.basename(folder));
python.runPython(`import sys; sys.path[:] = ['${image ? "/rom/lib" : "/"}']`);
python.runPython(fs.readFileSync(0, "utf8"));
