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

interface Chunk {
  readonly file: string;
  readonly css?: string[];
  readonly imports?: string[];
  readonly isEntry?: boolean;
}

/** Routes that visitors and learners open. */
const OPENED_BY_MANY = /^src\/web\/routes\/(?!admin\.)/;

/** The files of the chunks that it begins with, and of whatever those import before they run. */
function filesOf(manifest: Record<string, Chunk>, begins: (key: string, chunk: Chunk) => boolean) {
  const found = new Set<string>();
  const collect = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
    for (const next of chunk.imports ?? []) collect(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (begins(key, chunk)) collect(key);
  return found;
}

/**
 * Writes the brotli and the gzip form beside each file of a client build. Brotli's best quality costs twice the CPU of
 * the one below it and saves 2 %, and for large files ten times that of the quicker quality, which saves a few percent.
 */
export async function compressFiles(directory: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(directory, '.vite', 'manifest.json'), 'utf8'));
  const ofAll = filesOf(manifest, (_key, { isEntry }) => isEntry === true);
  const ofMany = filesOf(manifest, (key) => OPENED_BY_MANY.test(key));
  const qualityOf = (name: string, bytes: number): number => {
    if (bytes >= LARGE) return ofAll.has(name) ? 11 : 8;
    return ofAll.has(name) || ofMany.has(name) ? 11 : 10;
  };
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (name) => COMPRESSED.test(name) && !name.startsWith('.vite'),
  );
  const compressNext = async (): Promise<void> => {
    for (let name = files.pop(); name !== undefined; name = files.pop()) {
      const path = join(directory, name);
      const bytes = await readFile(path);
      if (bytes.length < MIN_BYTES) continue;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: qualityOf(name, bytes.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext));
}
