import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { brotliParams } from './brotli-params.ts';

const COMPRESSED = /\.(js|css|svg|json|txt|ttf)$/;
/** Files below this many bytes gain nothing by compression. */
const MIN_BYTES = 600;
/** From this many bytes on, only a file that every page loads is compressed at the best quality. */
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
 * Writes the brotli and the gzip form beside each file of a client build. Brotli's best quality costs thirty times the CPU
 * of the quick ones and saves 7 %: what visitors and learners download is worth it.
 */
export async function compressFiles(directory: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(directory, '.vite', 'manifest.json'), 'utf8'));
  const ofAll = filesOf(manifest, (_key, { isEntry }) => isEntry === true);
  const ofMany = filesOf(manifest, (key) => OPENED_BY_MANY.test(key));
  const qualityOf = (name: string, bytes: number): number => {
    if (ofAll.has(name)) return 11;
    if (bytes >= LARGE) return 8;
    return ofMany.has(name) ? 11 : 9;
  };
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (name) => COMPRESSED.test(name) && !name.startsWith('.vite'),
  );
  const compressNext = async (): Promise<void> => {
    for (let name = files.pop(); name !== undefined; name = files.pop()) {
      const path = join(directory, name);
      const bytes = await readFile(path);
      if (bytes.length < MIN_BYTES) continue;
      const params = brotliParams(bytes, qualityOf(name, bytes.length));
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 6 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext));
}
