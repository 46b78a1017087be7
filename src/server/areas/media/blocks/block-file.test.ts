import { expect, test } from 'vitest';
import type { ByteRange } from '#server/platform/storage';
import { blockFile, WHOLE_BLOCKS } from './block-file.ts';

const BLOCK = 1_000_000;
const CONTENT = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => index % 251));
const BLOCKS = [0, 1, 2].map((number) => ({
  key: String(number),
  bytes: Math.min(BLOCK, CONTENT.length - number * BLOCK),
}));

function openFile(partBytes?: number) {
  const reads: number[] = [];
  const get = async (key: string, range?: ByteRange) => {
    const block = CONTENT.subarray(Number(key) * BLOCK, (Number(key) + 1) * BLOCK);
    const part = block.subarray(range?.start, range && range.end + 1);
    reads.push(part.length);
    return part;
  };
  const file = blockFile({ get }, BLOCKS, partBytes);
  const stream = (start: number, end: number) => file.read(start, end) as ReadableStream<Uint8Array>;
  return { reads, stream };
}
const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer());

test('who reads slowly holds no more than a part of a block in memory', async () => {
  const { reads, stream } = openFile();
  const reader = stream(0, CONTENT.length - 1).getReader();
  expect(reads).toEqual([]);
  for (const count of [1, 2, 3]) {
    expect((await reader.read()).value?.length).toBe(256 * 1024);
    expect(reads).toEqual(Array(count).fill(256 * 1024));
  }
  await reader.cancel();
});

test('a few bytes read no block, and any part is what it was', async () => {
  const { reads, stream } = openFile();
  expect(await bytesOf(stream(999_999, 1_000_001))).toEqual(CONTENT.subarray(999_999, 1_000_002));
  expect(reads).toEqual([1, 2]);
  expect(await bytesOf(stream(1234, 2_400_000))).toEqual(CONTENT.subarray(1234, 2_400_001));
  expect(Math.max(...reads)).toBe(256 * 1024);
});

test('who reads all of it reads whole blocks', async () => {
  const { reads, stream } = openFile(WHOLE_BLOCKS);
  expect(await bytesOf(stream(0, CONTENT.length - 1))).toEqual(CONTENT);
  expect(reads).toEqual(BLOCKS.map(({ bytes }) => bytes));
});
