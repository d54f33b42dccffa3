// Runs a program on MicroPython's WebAssembly port: node run.mjs MICROPYTHON.mjs FOLDER, the program on standard input.
// FOLDER is a package, such as firmware/lib/daldos, that the program may import.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [port, folder] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(path.resolve(port)));
const python = await loadMicroPython({ heapsize: 16 << 20, linebuffer: true, stdout: (line) => console.log(line) });

function copy(from, to) {
  python.FS.mkdir(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [file, copied] = [path.join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isFile()) python.FS.writeFile(copied, fs.readFileSync(file));
    else if (entry.name !== "__pycache__") copy(file, copied);
  }
}

copy(folder, "/" + path.basename(folder));
python.runPython("import sys; sys.path.append('/')");
python.runPython(fs.readFileSync(0, "utf8"));
