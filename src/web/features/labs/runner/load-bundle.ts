import type { AssetFile, AssetManifest, Assets, BundleFiles, BundleName } from '#labs/protocol';

/** What a worker is made of. */
export interface LoadedBundle {
  readonly script: string;
  readonly assets: Assets;
  /** Keeps an asset that a worker made for later visits, where this browser keeps anything. */
  keep(name: string, content: ArrayBuffer): void;
}

/** How much has been downloaded, and how much there is, in bytes as they travel. */
export interface Loading {
  readonly loaded: number;
  readonly total: number;
}

const FOLDER = '/lab-assets/';
const CACHE = 'lectern-labs';

let manifest: Promise<AssetManifest> | undefined;

/** What the bundles are made of; asked once while the page is open. */
function readManifest(): Promise<AssetManifest> {
  manifest ??= fetch(`${FOLDER}manifest.json`).then((reply) => {
    if (!reply.ok) throw new Error(`The list of lab files couldn't be read (${reply.status})`);
    return reply.json() as Promise<AssetManifest>;
  });
  manifest.catch(() => {
    manifest = undefined;
  });
  return manifest;
}

/**
 * A bundle with all its files, from what this browser kept or by download. Files are named by their content: what is kept
 * is never old, and what no bundle names any more is thrown away. Rejects when a file can't be had, and by `signal`.
 */
export async function loadBundle(
  name: BundleName,
  { onProgress, signal }: { onProgress: (loading: Loading) => void; signal: AbortSignal },
): Promise<LoadedBundle> {
  const list = await readManifest();
  signal.throwIfAborted();
  const bundle = list.bundles[name];
  if (!bundle) throw new Error(`There is no bundle ${name}`);
  const kept = await openCache(list);
  const files = [bundle.script, ...Object.values(bundle.assets)];
  const progress = countProgress(files, onProgress);
  const contents = await Promise.all(files.map((file) => readFile(file, { kept, progress, signal })));
  const [script = '', ...assets] = contents;
  const named = Object.keys(bundle.assets).map((asset, at) => [asset, assets[at] ?? ''] as const);
  return {
    script: String(script),
    assets: { ...Object.fromEntries(named), ...(await readMade(bundle, kept)) },
    keep: (asset, content) => {
      const file = bundle.made?.[asset];
      if (file !== undefined) void kept?.put(FOLDER + file, new Response(content)).catch(() => undefined);
    },
  };
}

async function readMade({ made = {} }: BundleFiles, kept: Cache | undefined): Promise<Assets> {
  const found = await Promise.all(
    Object.entries(made).map(async ([asset, file]) => {
      const content = await (await kept?.match(FOLDER + file))?.arrayBuffer();
      return content ? [[asset, content] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Without HTTPS, and in some private windows, there is no such cache: then the browser's own has to do. */
async function openCache(list: AssetManifest): Promise<Cache | undefined> {
  try {
    const cache = await caches.open(CACHE);
    const named = new Set(
      Object.values(list.bundles)
        .flatMap(({ assets, made = {}, script }) => [
          script.file,
          ...Object.values(assets).map(({ file }) => file),
          ...Object.values(made),
        ])
        .map((file) => FOLDER + file),
    );
    for (const request of await cache.keys())
      if (!named.has(new URL(request.url).pathname)) await cache.delete(request);
    return cache;
  } catch {
    return undefined;
  }
}

interface Reading {
  readonly kept: Cache | undefined;
  readonly progress: (file: AssetFile, bytes: number) => void;
  readonly signal: AbortSignal;
}

async function readFile(file: AssetFile, { kept, progress, signal }: Reading): Promise<string | ArrayBuffer> {
  const address = FOLDER + file.file;
  const before = await kept?.match(address);
  if (before) {
    progress(file, file.bytes);
    return file.text ? before.text() : before.arrayBuffer();
  }
  const reply = await fetch(address, { signal });
  if (!reply.ok || !reply.body) {
    // The list is of an older release than the files: it is read again with the next try.
    manifest = undefined;
    throw new Error(`${file.file} couldn't be read (${reply.status})`);
  }
  const bytes = await collect(reply.body, (received) => progress(file, received));
  await kept?.put(address, new Response(bytes)).catch(() => undefined);
  return file.text ? new TextDecoder().decode(bytes) : bytes;
}

async function collect(
  body: ReadableStream<Uint8Array>,
  onReceived: (bytes: number) => void,
): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(new Uint8Array(part.value));
    received += part.value.length;
    onReceived(received);
  }
  return new Blob(parts).arrayBuffer();
}

/** Files arrive unpacked; what is reported is what travels. */
export function countProgress(
  files: readonly AssetFile[],
  report: (loading: Loading) => void,
): (file: AssetFile, bytes: number) => void {
  const total = files.reduce((sum, { compressed }) => sum + compressed, 0);
  const received = new Map<AssetFile, number>();
  return (file, bytes) => {
    received.set(file, Math.min(1, bytes / Math.max(1, file.bytes)) * file.compressed);
    const loaded = [...received.values()].reduce((sum, part) => sum + part, 0);
    report({ loaded: Math.round(loaded), total });
  };
}
