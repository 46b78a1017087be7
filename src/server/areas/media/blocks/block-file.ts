import type { ByteRange, Storage } from '#server/platform/storage';

/** A piece of a large file, under its own key in the store. */
export interface Block {
  readonly key: string;
  readonly bytes: number;
}

/** A file of the store, of which any part can be read. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** From one byte to another, both included. */
  read(start: number, end: number): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** For `blockFile`: each block is read at once. */
export const WHOLE_BLOCKS = Number.POSITIVE_INFINITY;

export function wholeFile(bytes: Uint8Array): StoredFile {
  return { size: bytes.length, read: (start, end) => new Uint8Array(bytes.subarray(start, end + 1)) };
}

/** What a reader who takes it slowly holds in memory. */
const PART_BYTES = 256 * 1024;

/**
 * Each part of a block is read once it is asked for, and nothing else is in memory. Whoever reads all of it as fast as it comes
 * asks for whole blocks: a store answers a few large reads sooner than many small ones.
 */
export function blockFile(
  storage: Pick<Storage, 'get'>,
  blocks: readonly Block[],
  partBytes = PART_BYTES,
): StoredFile {
  const size = blocks.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    size,
    read: (start, end) => {
      const parts = readParts(storage, blocks, { start, end, partBytes });
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const { done, value } = await parts.next();
            if (done) controller.close();
            else controller.enqueue(value);
          },
          async cancel() {
            await parts.return(undefined);
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}

/** From one byte to another, in parts of which each is read once it is asked for. */
export async function* readParts(
  storage: Pick<Storage, 'get'>,
  blocks: readonly Block[],
  { end, partBytes = PART_BYTES, start }: ByteRange & { readonly partBytes?: number },
): AsyncGenerator<Uint8Array, undefined> {
  let at = 0;
  for (const { bytes, key } of blocks) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, bytes - 1);
    at += bytes;
    if (from >= bytes) continue;
    if (to < from) return;
    for (let first = from; first <= to; first += partBytes) {
      const last = Math.min(first + partBytes - 1, to);
      const part = await storage.get(key, { start: first, end: last });
      if (part?.length !== last - first + 1) throw new Error(`a block of a file is missing: ${key}`);
      yield part;
    }
  }
}
