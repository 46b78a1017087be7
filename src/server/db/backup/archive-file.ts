import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error.ts';

/** Where a backup is written. It appears under its name only when it is finished. */
export interface ArchiveTarget {
  /** Opens it; refuses what can't be written. */
  prepare(): Promise<void>;
  /** Takes all of it, and resolves when it is stored. */
  write(bytes: AsyncIterable<Uint8Array>): Promise<void>;
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** Where a backup is read from, from its beginning each time. */
export interface ArchiveSource {
  readonly name: string;
  read(): AsyncIterable<Uint8Array>;
}

export const PARTIAL = '.partial';

/** Read and decompressed at a time: with the 16 kB of zlib, half of the time goes into taking turns. */
export const CHUNK_BYTES = 512 * 1024;

/** A file, readable by its owner only. One that exists is refused unless `replaces`. */
export function fileTarget(file: string, { replaces }: { readonly replaces: boolean }): ArchiveTarget {
  const partial = `${file}${PARTIAL}`;
  let handle: FileHandle | undefined;
  return {
    async prepare() {
      refuseExisting(file, replaces);
      if (!existsSync(dirname(file))) throw new BackupError(`Folder ${dirname(file)} not found.`);
      await rm(partial, { force: true });
      handle = await open(partial, 'wx', 0o600);
    },
    async write(bytes) {
      if (handle) await pipeline(bytes, handle.createWriteStream({ flush: true }));
    },
    async finish() {
      refuseExisting(file, replaces);
      await rename(partial, file);
      const folder = await open(dirname(file), 'r');
      await folder.sync().finally(() => folder.close());
    },
    abandon: () => rm(partial, { force: true }),
  };
}

export function fileSource(file: string): ArchiveSource {
  return { name: file, read: () => createReadStream(file, { highWaterMark: CHUNK_BYTES }) };
}

/** What stands in a pipeline for encryption where there is none. */
export async function* asItIs(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source;
}

function refuseExisting(file: string, replaces: boolean): void {
  if (!replaces && existsSync(file))
    throw new BackupError(`${file} already exists. Choose another name, or add --force to overwrite it.`);
}
