import { expect, test } from 'vitest';
import { streamCsv } from './stream-csv.ts';

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream as BodyInit).text();

test('every row of every page is in the file once, in order, empty pages between them or not', async () => {
  const sizes = [1234, 0, 500, 1, 0];
  const file = await textOf(
    streamCsv(
      ['n'],
      (async function* () {
        let n = 0;
        for (const size of sizes) yield Array.from({ length: size }, () => ({ n: n++ }));
      })(),
    ),
  );
  expect(file.split('\r\n')).toEqual(['n', ...Array.from({ length: 1735 }, (_, n) => String(n)), '']);
});

test('one page is read ahead and no more', async () => {
  let asked = 0;
  const reader = streamCsv(
    ['n'],
    (async function* () {
      for (;;) yield [{ n: asked++ }];
    })(),
  ).getReader();
  expect(asked).toBe(0);
  await reader.read();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toBe(2);
  await reader.cancel();
});

test('who stops reading ends the pages, and a page that fails ends the file', async () => {
  let hasEnded = false;
  const pages = async function* (isFaulty: boolean) {
    try {
      yield [{ n: 1 }];
      if (isFaulty) throw new Error('the database is gone');
      yield [{ n: 2 }];
    } finally {
      hasEnded = true;
    }
  };
  const reader = streamCsv(['n'], pages(false)).getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  expect(hasEnded).toBe(true);
  await expect(textOf(streamCsv(['n'], pages(true)))).rejects.toThrow('the database is gone');
});
