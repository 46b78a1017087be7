/**
 * Writes the memory of a started Python into the file that is named. A process of its own, as it takes Node.js out of its
 * realm, like the player that reads it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripRealm } from '#labs/player/realm';
import { makeSnapshot } from '#labs/runtimes/python/start';

const [, , packages = '', file = ''] = process.argv;
const exit = process.exit.bind(process);
const read = (name: string) => new Uint8Array(readFileSync(join(packages, 'pyodide', name))).buffer;
const parts = {
  wasm: new WebAssembly.Module(read('pyodide.asm.wasm')),
  stdlib: read('python_stdlib.zip'),
};
const { console } = globalThis;
stripRealm();
globalThis.console = console;
writeFileSync(file, new Uint8Array(await makeSnapshot(parts)));
exit(0);
