import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { commentHtml } from '#server/markdown/comment-html';
import { isLight, renderComment } from '#server/markdown/render-comment';

const LONGEST = 5000;
const filled = (unit: string) => unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST);
const COSTLY = [
  '- -\n',
  '- - \n',
  '- a\n',
  '-\n',
  '1.\n',
  '1. - \n',
  '- - - - - - -\n',
  '- - a\n',
  '* - + \n',
  '+\n',
  '1. a\n   1. b\n',
  '- a\n  - b\n    - c\n',
  '- ```\n',
  '- ~~~\n ',
  '\t- ',
  '>\n',
  '> ',
  '|a|\n',
  '|-|\n',
  'a\n',
  'a\n\n',
  '\\\n',
  '`',
  '`a``',
  '[',
  '[](',
  '[a](b)',
  '![a](',
  '<http://a>',
  '&amp;',
  '*a_',
  '**a*',
].map(filled);

test('no text that costs the parser is rendered beside the requests', () => {
  expect(COSTLY.filter(isLight)).toEqual([]);
});

test('an ordinary comment is rendered at once', () => {
  const words = 'Thank you, that helped! Is the second step needed as well? I tried it in 3 ways. '.repeat(
    60,
  );
  expect(isLight(words)).toBe(true);
  expect(isLight('Look at **this**:\n\n- one\n- two\n\n```ts\nconst a = [1, 2];\n```')).toBe(true);
});

test('what is rendered in a thread of its own is the same, and others are answered meanwhile', async () => {
  const text = filled('- a\n');
  await renderComment(text);
  const beside = performance.eventLoopUtilization();
  const html = await renderComment(text);
  const spentBeside = performance.eventLoopUtilization(beside).active;
  const before = performance.now();
  expect(html).toBe(commentHtml(text));
  const spentHere = performance.now() - before;
  expect(spentBeside).toBeLessThan(spentHere / 2);
});

test('many at one moment are all answered, in full or as they were typed', async () => {
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, nth) => renderComment(`${nth}\n${'- a\n'.repeat(130)}`)),
  );
  expect(all.map((html) => /^<p>(\d+)/.exec(html)?.[1])).toEqual(all.map((_, nth) => String(nth)));
});
