import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
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
const GZIP = { level: 6 };

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

/** Says which file was compressed from what and how, by the hash of that; written when all of them are there. */
export const COMPRESSED_LIST = '.vite/compressed.json';

async function readList(directory: string): Promise<Map<string, string>> {
  const text = await readFile(join(directory, COMPRESSED_LIST), 'utf8').catch(() => '{}');
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}

/** The same for equal bytes that are compressed in the same way by the same libraries. */
function keyOf(bytes: Buffer, params: Record<number, number>): string {
  const { brotli, zlib } = process.versions;
  return createHash('sha256')
    .update(JSON.stringify({ brotli, zlib, params, GZIP }))
    .update('\0')
    .update(bytes)
    .digest('base64url');
}

/**
 * Writes the brotli and the gzip form beside each file of a client build. Brotli's best quality costs thirty times the CPU
 * of the quick ones and saves 7 %: what visitors and learners download is worth it. What the build before has compressed
 * from the same bytes is taken from its folder.
 */
export async function compressFiles(directory: string, before: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(directory, '.vite', 'manifest.json'), 'utf8'));
  const ofAll = filesOf(manifest, (_key, { isEntry }) => isEntry === true);
  const ofMany = filesOf(manifest, (key) => OPENED_BY_MANY.test(key));
  const qualityOf = (name: string, bytes: number): number => {
    if (ofAll.has(name)) return 11;
    if (bytes >= LARGE) return 8;
    return ofMany.has(name) ? 11 : 9;
  };
  const known = await readList(before);
  const done: Record<string, string> = {};
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (name) => COMPRESSED.test(name) && !name.startsWith('.vite'),
  );
  const compressNext = async (): Promise<void> => {
    for (let name = files.pop(); name !== undefined; name = files.pop()) {
      const path = join(directory, name);
      const bytes = await readFile(path);
      if (bytes.length < MIN_BYTES) continue;
      const params = brotliParams(bytes, qualityOf(name, bytes.length));
      const key = keyOf(bytes, params);
      const same = known.get(key);
      if (same === undefined || !(await takeFrom(join(before, same), path))) {
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, GZIP));
      }
      done[key] = name;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext));
  await writeFile(join(directory, COMPRESSED_LIST), JSON.stringify(done));
}

/** Answers false where they aren't: two files with the same bytes, or a build that was interrupted here. */
async function takeFrom(before: string, path: string): Promise<boolean> {
  try {
    for (const form of ['br', 'gz']) await rename(`${before}.${form}`, `${path}.${form}`);
    return true;
  } catch {
    return false;
  }
}
