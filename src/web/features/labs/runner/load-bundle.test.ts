import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AssetFile, AssetManifest } from '#labs/protocol';
import { countProgress, type Loading } from './load-bundle.ts';

const file = (name: string, bytes: number, compressed: number): AssetFile => ({
  file: name,
  bytes,
  compressed,
  text: !name.endsWith('.wasm'),
});
const SCRIPT = file('quickjs-1.js', 6, 3);
const WASM = file('quickjs-wasm-1.wasm', 4, 4);
const MANIFEST: AssetManifest = {
  version: '1',
  bundles: { quickjs: { script: SCRIPT, assets: { wasm: WASM }, made: { memory: 'quickjs-memory-1' } } },
};

/** Cache API in memory. */
function cacheOf(kept: Map<string, Response>) {
  return {
    keys: async () => [...kept.keys()].map((path) => ({ url: `http://x${path}` })),
    delete: async ({ url }: { url: string }) => kept.delete(new URL(url).pathname),
    match: async (path: string) => kept.get(path)?.clone(),
    put: async (path: string, reply: Response) => {
      kept.set(path, reply);
    },
  };
}

let asked: string[];
beforeEach(() => {
  vi.resetModules();
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (path.endsWith('manifest.json')) return Response.json(MANIFEST);
    if (path.endsWith('.wasm')) return new Response(new Uint8Array([0, 97, 115, 109]));
    return path.endsWith(SCRIPT.file) ? new Response('script') : new Response(null, { status: 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = async (onProgress: (loading: Loading) => void = () => undefined) => {
  const { loadBundle } = await import('./load-bundle.ts');
  return loadBundle('quickjs', { onProgress, signal: new AbortController().signal });
};

test('a bundle is downloaded once and kept, and what no bundle names goes', async () => {
  const kept = new Map([['/lab-assets/quickjs-0.js', new Response('old')]]);
  vi.stubGlobal('caches', { open: async () => cacheOf(kept) });
  const first = await load();
  expect(first.script).toBe('script');
  expect(first.assets.wasm).toBeInstanceOf(ArrayBuffer);
  expect([...kept.keys()].sort()).toEqual([`/lab-assets/${SCRIPT.file}`, `/lab-assets/${WASM.file}`]);
  vi.resetModules();
  asked.length = 0;
  expect((await load()).script).toBe('script');
  expect(asked).toEqual(['/lab-assets/manifest.json']);
});

test('what a worker made is kept, and given to the next visit', async () => {
  const kept = new Map<string, Response>();
  vi.stubGlobal('caches', { open: async () => cacheOf(kept) });
  const first = await load();
  expect(Object.keys(first.assets)).toEqual(['wasm']);
  first.keep('memory', new Uint8Array([7]).buffer);
  first.keep('other', new Uint8Array([7]).buffer);
  await vi.waitFor(() => expect(kept.has('/lab-assets/quickjs-memory-1')).toBe(true));
  vi.resetModules();
  const { assets } = await load();
  expect(new Uint8Array(assets.memory as ArrayBuffer)).toEqual(new Uint8Array([7]));
  expect(kept.size).toBe(3);
});

test('where the browser keeps nothing it is downloaded all the same', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('refused')) });
  expect((await load()).script).toBe('script');
});

test('progress is told in what travels, and ends with all of it', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('refused')) });
  const reported: Loading[] = [];
  await load((loading) => reported.push(loading));
  expect(reported.at(-1)).toEqual({ loaded: 7, total: 7 });
});

test('a file that is longer than it was said to be is never more than whole', () => {
  const reported: Loading[] = [];
  const count = countProgress([SCRIPT], (loading) => reported.push(loading));
  count(SCRIPT, 3);
  count(SCRIPT, 60);
  expect(reported).toEqual([
    { loaded: 2, total: 3 },
    { loaded: 3, total: 3 },
  ]);
});
