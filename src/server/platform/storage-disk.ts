import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteRange, Storage } from './storage.ts';
import { isStorageKey, refuseOtherKeys } from './storage-key.ts';

const UNFINISHED = /^\.[0-9a-f-]{36}\.part$/;

/** Files in a folder of this machine. A file appears under its name only when it is complete and on the disk. */
export function diskStorage(directory: string): Storage {
  const pathOf = (key: string) => {
    refuseOtherKeys(key);
    return join(directory, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const unfinished = join(directory, `.${randomUUID()}.part`);
      try {
        const file = await open(unfinished, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, path);
      } catch (error) {
        // On a full disk half a file would go on taking room.
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      const path = pathOf(key);
      try {
        return await (range ? readRange(path, range) : readFile(path));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list() {
      for await (const name of filesIn(directory)) if (isStorageKey(name)) yield name;
    },
    async removeUnfinished(since) {
      let removed = 0;
      for await (const name of filesIn(directory)) {
        if (!UNFINISHED.test(name)) continue;
        const path = join(directory, name);
        const written = await stat(path).catch((error: unknown) => {
          // Finished or removed meanwhile.
          if (isMissing(error)) return null;
          throw error;
        });
        if (!written || written.mtime >= since) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

async function readRange(path: string, { end, start }: ByteRange): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(end + 1, size) - start));
    let read = 0;
    while (read < bytes.length) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return bytes.subarray(0, read);
  } finally {
    await file.close();
  }
}

async function* filesIn(directory: string): AsyncGenerator<string> {
  const folder = await opendir(directory).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for await (const entry of folder) if (entry.isFile()) yield entry.name;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
