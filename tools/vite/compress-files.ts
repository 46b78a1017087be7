import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED = /\.(js|css|svg|json|txt|ttf)$/;
/** Files below this many bytes gain nothing by compression. */
const MIN_BYTES = 600;
/** From this many bytes on, a file that not every page loads is compressed at the quicker quality. */
const LARGE = 50_000;

/** The files that every page downloads: the entry and whatever it imports before it runs. */
async function filesOfEveryPage(directory: string): Promise<Set<string>> {
  const manifest = JSON.parse(await readFile(join(directory, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; imports?: string[]; isEntry?: boolean }
  >;
  const found = new Set<string>();
  const collect = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) collect(next);
  };
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) collect(key);
  return found;
}

/**
 * Writes the brotli and the gzip form beside each file of a client build. Brotli's best quality costs ten times the
 * CPU of the one below it and saves a few percent, so large parts that only some pages load do without it.
 */
export async function compressFiles(directory: string): Promise<void> {
  const everywhere = await filesOfEveryPage(directory);
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    COMPRESSED.test(name),
  );
  const compressNext = async (): Promise<void> => {
    for (let name = files.pop(); name !== undefined; name = files.pop()) {
      const path = join(directory, name);
      const bytes = await readFile(path);
      if (bytes.length < MIN_BYTES) continue;
      const quality = bytes.length < LARGE || everywhere.has(name) ? 11 : 8;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext));
}
