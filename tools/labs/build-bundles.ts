/**
 * Builds what a lab needs in a browser into a folder: a classic script for each engine, its WebAssembly and libraries,
 * all named by a hash of their content, and manifest.json, which names them.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { AssetFile, AssetManifest, BundleFiles, BundleName } from '#labs/protocol';
import { brotliParams } from '../vite/brotli-params.ts';
import { keepBuilt } from './keep-built.ts';

const root = join(import.meta.dirname, '..', '..');
const packages = join(root, 'node_modules');

/** The file of src/labs/browser that a bundle begins with. */
const ENTRY: Readonly<Partial<Record<BundleName, string>>> = {
  quickjs: 'quickjs',
  dom: 'dom',
  python: 'python',
  types: 'compiler',
  sql: 'sql',
  shell: 'shell',
};

const QUICKJS = '@jitl/quickjs-ng-wasmfile-release-sync/dist/emscripten-module.wasm';

/** What a bundle's worker is given besides its script. */
const ASSETS: Readonly<Partial<Record<BundleName, () => Record<string, string | Buffer>>>> = {
  quickjs: () => ({ 'wasm.wasm': readFileSync(join(packages, QUICKJS)) }),
  dom: () => ({
    'wasm.wasm': readFileSync(join(packages, QUICKJS)),
    'page.js': readFileSync(keepBuilt('page.js'), 'utf8'),
  }),
  python: () => ({
    'wasm.wasm': readFileSync(join(packages, 'pyodide/pyodide.asm.wasm')),
    'stdlib.zip': readFileSync(keepBuilt('python-library.zip')),
  }),
  sql: () => ({
    'wasm.wasm': readFileSync(join(packages, '@electric-sql/pglite/dist/pglite.wasm')),
    'files.bin': readFileSync(join(packages, '@electric-sql/pglite/dist/pglite.data')),
    'cluster.bin': readFileSync(keepBuilt('sql-cluster.tar')),
  }),
  shell: () => ({}),
  types: () => ({ 'libraries.json': JSON.stringify(readLibraries()) }),
};

/** What a bundle's first worker makes, as it would be longer on its way than in the making. */
const MADE: Readonly<Partial<Record<BundleName, readonly string[]>>> = { python: ['snapshot'] };

/** The same set that the server's compiler reads. */
function readLibraries(): Record<string, string> {
  const folder = join(packages, 'typescript-js/lib');
  const names = readdirSync(folder).filter((name) => /^lib\.(es|decorators)[\w.]*\.d\.ts$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** From this many bytes on a file is compressed at a quicker quality. */
const LARGE = 5_000_000;
/** Bundles that are hardly more than their script, so that it is worth the most work. */
const SCRIPTS: readonly string[] = ['quickjs.js', 'dom.js', 'dom-page.js', 'shell.js'];
/** A compressed form of more than this part of the file isn't worth its place. */
const HARDLY = 0.95;

const NOTHING = '\0nothing';

/** Rewriting code to shorter code would take half of the bundling, as TypeScript is in it, and save 1 to 2 %. */
const SHORT = { compress: false, mangle: true, codegen: { removeWhitespace: true } } as const;

async function bundle(name: BundleName): Promise<string> {
  const made = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [
      {
        // The engine is given its WebAssembly; a bundler would put a second copy into the script.
        name: 'lab-without-inlined-files',
        enforce: 'pre',
        // Pyodide asks for them in Node.js only.
        resolveId: (id, importer) => {
          if (importer?.includes('pyodide') && /^(?:node:|ws$)/.test(id)) return NOTHING;
          return id === 'node:zlib' ? join(root, 'src/labs/runtimes/shell/no-zlib.ts') : null;
        },
        load: (id) => (id === NOTHING ? 'export default {};' : null),
        transform: (code, id) =>
          /@jitl|pglite|pyodide/.test(id)
            ? code.replaceAll(
                /new URL\(("[^"]*\.(?:wasm|data)"),\s*import\.meta\.url\)/g,
                'new URL($1, "https://lab.invalid/")',
              )
            : null,
      },
    ],
    define: { 'import.meta.url': '"https://lab.invalid/"' },
    build: {
      write: false,
      target: 'es2024',
      lib: { entry: join(root, `src/labs/browser/${ENTRY[name]}.ts`), formats: ['iife'], name: 'lab' },
      rolldownOptions: { output: { minify: SHORT } },
    },
  });
  const [output] = Array.isArray(made) ? made : [made];
  const chunks = output && 'output' in output ? output.output : [];
  const [script] = chunks;
  if (script?.type !== 'chunk' || chunks.length !== 1)
    throw new Error(`The bundle ${name} is not one script`);
  return script.code;
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/**
 * The brotli form; null where it would be hardly smaller, as of an archive. What is saved above the quality of large files is
 * 1 to 2 % for half as much CPU again; a script takes ten times at 10 and is 7 % smaller.
 */
function compress(bytes: Buffer, name: string): Buffer | null {
  const quality = SCRIPTS.includes(name) ? 10 : 9;
  const compressed = brotliCompressSync(bytes, {
    params: brotliParams(bytes, bytes.length > LARGE ? 5 : quality),
  });
  return compressed.length < bytes.length * HARDLY ? compressed : null;
}

function put(folder: string, name: string, content: string | Buffer, compresses: boolean): AssetFile {
  const bytes = Buffer.from(content);
  const file = name.replace(/(\.\w+)$/, `-${hashOf(bytes)}$1`);
  writeFileSync(join(folder, file), bytes);
  const compressed = compresses ? compress(bytes, name) : null;
  if (compressed) writeFileSync(join(folder, `${file}.br`), compressed);
  return {
    file,
    bytes: bytes.length,
    compressed: (compressed ?? bytes).length,
    text: typeof content === 'string',
  };
}

/** `compresses`: with the compressed form of each file beside it, which takes longer than the rest. */
export async function buildLabBundles(
  folder: string,
  { compresses = true }: { readonly compresses?: boolean } = {},
): Promise<AssetManifest> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundles: Partial<Record<BundleName, BundleFiles>> = {};
  for (const [name, read] of Object.entries(ASSETS) as [
    BundleName,
    () => Record<string, string | Buffer>,
  ][]) {
    const script = put(folder, `${name}.js`, await bundle(name), compresses);
    const assets = Object.entries(read()).map(([asset, content]) => [
      asset.replace(/\.\w+$/, ''),
      put(folder, `${name}-${asset}`, content, compresses),
    ]);
    const own = { script, assets: Object.fromEntries(assets) };
    const made = MADE[name]?.map((asset) => [asset, `${name}-${asset}-${hashOf(JSON.stringify(own))}`]);
    bundles[name] = { ...own, ...(made && { made: Object.fromEntries(made) }) };
  }
  const version = hashOf(JSON.stringify(bundles));
  const manifest: AssetManifest = { version, bundles };
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
