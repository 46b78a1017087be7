/**
 * Writes Python's library, compiled as far as every start imports it, and the memory of a Python that has started with it,
 * into the files that are named. A process of its own, as it takes Node.js out of its realm, like the player that reads them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripRealm } from '#labs/player/realm';
import { compileLibrary } from '#labs/runtimes/python/compile-library';
import { makeSnapshot } from '#labs/runtimes/python/start';

const [, , packages = '', libraryFile = '', snapshotFile = ''] = process.argv;
const exit = process.exit.bind(process);
const read = (name: string) => new Uint8Array(readFileSync(join(packages, 'pyodide', name))).buffer;
const wasm = new WebAssembly.Module(read('pyodide.asm.wasm'));
const stdlib = read('python_stdlib.zip');
const { console } = globalThis;
stripRealm();
globalThis.console = console;
const library = await compileLibrary({ wasm, stdlib });
writeFileSync(libraryFile, library);
writeFileSync(snapshotFile, new Uint8Array(await makeSnapshot({ wasm, stdlib: library.slice().buffer })));
exit(0);
