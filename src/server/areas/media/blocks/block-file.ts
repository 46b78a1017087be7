import type { Storage } from '#server/platform/storage';

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

export function wholeFile(bytes: Uint8Array): StoredFile {
  return { size: bytes.length, read: (start, end) => new Uint8Array(bytes.subarray(start, end + 1)) };
}

/** One block is in memory at a time, and only those that the part lies in are read. */
export function blockFile(storage: Pick<Storage, 'get'>, blocks: readonly Block[]): StoredFile {
  const size = blocks.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    size,
    read: (start, end) => {
      const parts = readParts(storage, blocks, { start, end });
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

async function* readParts(
  storage: Pick<Storage, 'get'>,
  blocks: readonly Block[],
  { end, start }: { start: number; end: number },
): AsyncGenerator<Uint8Array, undefined> {
  let at = 0;
  for (const { bytes, key } of blocks) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, bytes - 1);
    at += bytes;
    if (from >= bytes) continue;
    if (to < from) return;
    const block = await storage.get(key);
    if (block?.length !== bytes) throw new Error(`a block of a file is missing: ${key}`);
    yield block.subarray(from, to + 1);
  }
}
