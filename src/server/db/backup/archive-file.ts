import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { freeBytes, RESERVE_BYTES } from '../embedded/disk-watch.ts';
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

const LOOK_AFTER_BYTES = 16 * 1024 * 1024;

interface FileOptions {
  readonly replaces: boolean;
  readonly free?: typeof freeBytes;
}

/**
 * A file, readable by its owner only, that never takes the room that the server needs to go on. One that exists is refused
 * unless `replaces`.
 */
export function fileTarget(file: string, { free = freeBytes, replaces }: FileOptions): ArchiveTarget {
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
      if (handle)
        await pipeline(
          whileThereIsRoom(bytes, dirname(file), free),
          handle.createWriteStream({ flush: true }),
        );
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

/** Ends a backup before it takes the room that the server needs to go on. */
async function* whileThereIsRoom(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
  free: typeof freeBytes,
): AsyncGenerator<Uint8Array> {
  let unlooked = 0;
  for await (const piece of bytes) {
    unlooked += piece.length;
    if (unlooked >= LOOK_AFTER_BYTES) {
      unlooked = 0;
      if (free(folder) < RESERVE_BYTES)
        throw new BackupError(`The disk of ${folder} is nearly full, so the backup was stopped.`);
    }
    yield piece;
  }
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
