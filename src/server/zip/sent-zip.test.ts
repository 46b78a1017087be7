import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { unzip } from '#tests/kit/unzip';
import { openZip } from './sent-zip.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
/** Bytes without an end that don't compress, and whether anybody still holds them. */
function endless() {
  const close = vi.fn();
  const content = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(crypto.getRandomValues(new Uint8Array(65_536))),
    cancel: close,
  });
  return { close, source: Readable.from(content) };
}

test('texts and sources are in the file, each opened when it is its turn', async () => {
  const zip = await openZip(NOW);
  const order: string[] = [];
  const add = (path: string) =>
    zip.addSource(path, () => {
      order.push(path);
      return Readable.from([Buffer.from(`in ${path}`)]);
    });
  zip.addText('a', 'in a');
  await Promise.all([
    add('b'),
    add('c'),
    zip.end(),
    expect(buffer(zip.stream as never).then(unzip)).resolves.toEqual(
      new Map(['a', 'b', 'c'].map((path) => [path, `in ${path}`])),
    ),
  ]);
  expect(order).toEqual(['b', 'c']);
  await zip.closed;
});

test('a source ends when nobody takes the rest, and none is opened afterwards', async () => {
  const zip = await openZip(NOW);
  const { close, source } = endless();
  const later = vi.fn();
  void zip.addSource('endless', () => source);
  void zip.addSource('later', later);
  const reader = zip.stream.getReader();
  await reader.read();
  await reader.cancel();
  await zip.closed;
  await expect.poll(() => close.mock.calls.length).toBe(1);
  expect([source.destroyed, later.mock.calls.length]).toEqual([true, 0]);
});

test('a source that is opened too late is closed at once', async () => {
  const zip = await openZip(NOW);
  const { close, source } = endless();
  const { promise, resolve } = Promise.withResolvers<Readable>();
  await zip.addSource('late', () => promise);
  await zip.stream.cancel();
  resolve(source);
  await expect.poll(() => close.mock.calls.length).toBe(1);
});

test('a source that fails while it is read breaks the download off, and nothing else', async () => {
  const zip = await openZip(NOW);
  const failing = async function* () {
    yield Buffer.from('the first block');
    throw new Error('a block is missing');
  };
  void zip.addSource('file', () => Readable.from(failing()));
  zip.end();
  await expect(buffer(zip.stream as never)).rejects.toThrow('a block is missing');
  await zip.closed;
});
