import { expect, test } from 'vitest';
import { renderMarkdown } from '#server/markdown/render-markdown';
import { beginningOf } from './beginning-of.ts';

async function beginning(markdown: string): Promise<string> {
  const [html = ''] = await renderMarkdown([markdown]);
  return beginningOf(html);
}

test.each([
  ['Why are **queues** `fair`?', 'Why are queues fair?'],
  ['First line.\n\nSecond & last: 1 < 2.', 'First line. Second & last: 1 < 2.'],
  ['- one\n- two', 'one two'],
  ['Say what $x^2$ is.', 'Say what x2 is.'],
  ['![A queue](/covers/queues.svg)', ''],
  ['', ''],
])('of %j the list shows %j', async (markdown, words) => {
  expect(await beginning(markdown)).toBe(words);
});

test('a long question ends after a whole word', async () => {
  const words = await beginning('every word has its place '.repeat(20));
  expect(words.length).toBeLessThanOrEqual(141);
  expect(words).toMatch(/ (every|word|has|its|place)…$/);
  expect(await beginning('x'.repeat(500))).toBe(`${'x'.repeat(140)}…`);
});
