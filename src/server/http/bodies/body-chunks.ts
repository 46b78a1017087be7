import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the parts of a body are kept until all have arrived. */
export interface BodyChunks {
  readonly add: (chunk: Uint8Array) => void | Promise<void>;
  /** All of them, `size` bytes. */
  readonly whole: (size: number) => Promise<Uint8Array<ArrayBuffer>>;
  readonly close: () => Promise<void>;
}

export function chunksInMemory(): BodyChunks {
  const chunks: Uint8Array[] = [];
  return {
    add: (chunk) => void chunks.push(chunk),
    whole: async (size) => Buffer.concat(chunks, size),
    close: async () => undefined,
  };
}

/** In a file of this folder that has no name any more, so that nothing of it outlives the process. */
export async function chunksOnDisk(folder: string): Promise<BodyChunks> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return {
    add: async (chunk) => void (await file.writeFile(chunk)),
    whole: async (size) => {
      const bytes = Buffer.alloc(size);
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, size - at, at);
        if (bytesRead === 0) throw new Error(`A body of ${size} bytes ends on disk after ${at}.`);
        at += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}
