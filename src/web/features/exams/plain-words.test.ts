import { expect, test } from 'vitest';
import { renderMarkdown, stopRenderer } from '#server/markdown/render-markdown';
import { isWordsOnly, plainWords } from './plain-words.ts';

const TEXTS: readonly (readonly [markdown: string, words: string, isWordsOnly: boolean])[] = [
  ['the `first` **one**', 'the first one', true],
  ['a < b & "c" > d', 'a < b & "c" > d', true],
  ['$x^2$', 'x^2', false],
  ['half: $\\frac{1}{2}$ of it', 'half: \\frac{1}{2} of it', false],
  ['![a cat > a dog](/covers/cat.svg)', 'a cat > a dog', false],
  ['```js\nconst a = 1;\n```', 'const a = 1;', false],
];

test('words of an answer stand for all of it: a formula once, a picture by what it shows', async () => {
  const html = await renderMarkdown(TEXTS.map(([markdown]) => markdown));
  stopRenderer();
  expect(html.map((each) => [plainWords(each), isWordsOnly(each)])).toEqual(
    TEXTS.map(([, words, only]) => [words, only]),
  );
});
