import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Compiled } from '#domain/labs/player';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import { builtFile } from './built-files.ts';

/** What a process is asked: a question of the referee, or to compile. */
export type Asked =
  | TimedQuestion
  | { readonly op: 'compile'; readonly files: LabFiles; readonly typecheck: LabSpec['typecheck'] };

export type Engine = (asked: Asked) => Promise<Answer | Compiled>;

const QUICKJS = '@jitl/quickjs-ng-wasmfile-release-sync/dist/emscripten-module.wasm';

/** Imports an engine and reads its files, while that is still allowed; what it answers starts it. */
const ENGINES: Readonly<Record<string, (packages: string) => Promise<() => Promise<Engine>>>> = {
  quickjs: async (packages) => {
    const { startQuickJs } = await import('../runtimes/quickjs/start.ts');
    const { exportTable } = await import('../runtimes/quickjs/export-table.ts');
    const wasm = exportTable(readBytes(join(packages, QUICKJS)));
    return async () => {
      const runtime = await startQuickJs(new WebAssembly.Module(wasm));
      return (asked) => runtime.ask(asked as TimedQuestion);
    };
  },
  dom: async (packages) => {
    const { startDom } = await import('../runtimes/dom/start.ts');
    const wasm = readFileSync(join(packages, QUICKJS));
    const script = readFileSync(builtFile(join(packages, '..'), 'page.js'), 'utf8');
    return async () => {
      const runtime = await startDom(new WebAssembly.Module(wasm), script);
      return (asked) => runtime.ask(asked as TimedQuestion);
    };
  },
  python: async (packages) => {
    const { startPython } = await import('../runtimes/python/start.ts');
    const wasm = readBytes(join(packages, 'pyodide/pyodide.asm.wasm'));
    const [library, kept] = (['python-library.zip', 'python.snapshot'] as const).map((name) =>
      builtFile(join(packages, '..'), name),
    ) as [string, string];
    // Without them it starts all the same, for four times the work.
    const isBuilt = existsSync(library) && existsSync(kept);
    const stdlib = readBytes(isBuilt ? library : join(packages, 'pyodide/python_stdlib.zip'));
    const snapshot = isBuilt ? readBytes(kept) : undefined;
    return async () => {
      const runtime = await startPython({ wasm: new WebAssembly.Module(wasm), stdlib }, snapshot);
      return (asked) => runtime.ask(asked as TimedQuestion);
    };
  },
  sql: async (packages) => {
    const { startSql } = await import('../runtimes/sql/start.ts');
    const folder = join(packages, '@electric-sql/pglite/dist');
    const wasm = readFileSync(join(folder, 'pglite.wasm'));
    const files = readFileSync(join(folder, 'pglite.data'));
    const cluster = readFileSync(builtFile(join(packages, '..'), 'sql-cluster.tar'));
    const random = crypto.getRandomValues.bind(crypto);
    return async () => {
      // Its loader looks for a browser's worker, and the server for random numbers.
      Object.assign(globalThis, {
        WorkerGlobalScope: class {},
        self: globalThis,
        location: { href: 'https://lab.invalid/', pathname: '/' },
        crypto: { getRandomValues: random },
      });
      const runtime = await startSql({ wasm: new WebAssembly.Module(wasm), files, cluster });
      return (asked) => runtime.ask(asked as TimedQuestion);
    };
  },
  shell: async () => {
    const { registerHooks } = await import('node:module');
    const noZlib = new URL('../runtimes/shell/no-zlib.ts', import.meta.url).href;
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'node:zlib' ? { url: noZlib, shortCircuit: true } : next(specifier, context),
    });
    const { startShell } = await import('../runtimes/shell/start.ts');
    const { evenRealm } = await import('../runtimes/shell/even-realm.ts');
    return async () => {
      evenRealm();
      const runtime = startShell();
      return (asked) => runtime.ask(asked as TimedQuestion);
    };
  },
  types: async (packages) => {
    const { default: typescript } = await import('typescript-js');
    const { Compiler } = await import('../runtimes/types/compile.ts');
    const folder = join(packages, 'typescript-js/lib');
    const names = readdirSync(folder).filter((name) => /^lib\.(es|decorators)[\w.]*\.d\.ts$/.test(name));
    const libraries = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    return async () => {
      const compiler = new Compiler(typescript, Object.fromEntries(libraries));
      // The first check parses the libraries; a spare has that behind it.
      compiler.compile({ 'warm.ts': 'export const warm: number = 1;' }, 'strict');
      return async (asked) => {
        if (asked.op !== 'compile') return { error: { name: 'Garbled', message: '' } };
        return compiler.compile(asked.files, asked.typecheck);
      };
    };
  },
};

function readBytes(path: string): ArrayBuffer {
  const file = readFileSync(path);
  const { buffer } = file;
  // A large file has memory of its own: copying 40 MB is a tenth of a start of Python.
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === file.byteLength;
  return isWhole ? buffer : new Uint8Array(file).buffer;
}

export async function loadEngine(name: string, packages: string): Promise<() => Promise<Engine>> {
  const load = ENGINES[name];
  if (!load) throw new Error(`There is no engine ${name}`);
  return load(packages);
}
