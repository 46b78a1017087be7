import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '#server/failure';
import { chunksOnDisk } from './body-chunks.ts';
import { BodyRoom } from './body-room.ts';
import { readBody } from './read-body.ts';

const PACE = { graceMs: 5000, wholeMs: 60_000 };
const PARTS = ['one ', 'two ', 'and three'];

function sent(parts: readonly string[]): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
  return new Request('http://localhost/', init);
}

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'lectern-bodies-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

test('a body that waits on disk is read as it was sent, and the folder holds no name of it', async () => {
  await using folder = await openFolder();
  const keep = () => chunksOnDisk(folder.path);
  const seen: (readonly string[] | number)[] = [];
  const admitWhole = async (size: number) => void seen.push(size, await readdir(folder.path));
  const body = await readBody(sent(PARTS), 100, { bytes: 100, pace: PACE, keep, admitWhole });
  expect(Buffer.from(body ?? []).toString()).toBe('one two and three');
  expect(seen).toEqual([17, []]);
});

test('a body takes memory only once all of it has arrived, and none when there is no room', async () => {
  await using folder = await openFolder();
  const room = new BodyRoom({ bytes: 10, callerBytes: 10, waitMs: 20 });
  const release = await room.take('another', 10);
  const arrival = {
    bytes: 17,
    pace: PACE,
    keep: () => chunksOnDisk(folder.path),
    admitWhole: async (size: number) => void (await room.take('one', size)),
  };
  await expect(readBody(sent(PARTS), 100, arrival)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  release();
  expect(await readBody(sent(PARTS), 100, arrival)).toHaveLength(17);
});

test.each([
  ['in memory', false],
  ['on disk', true],
])('a body that grows too large is left %s, and one without bytes is none', async (_, isOnDisk) => {
  await using folder = await openFolder();
  const arrival = { bytes: 17, pace: PACE, ...(isOnDisk && { keep: () => chunksOnDisk(folder.path) }) };
  await expect(readBody(sent(PARTS), 16, arrival)).rejects.toEqual(new Failure('BODY_TOO_LARGE'));
  expect(await readBody(sent([]), 16, arrival)).toBeNull();
});
