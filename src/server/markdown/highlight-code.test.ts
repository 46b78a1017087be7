import { bundledLanguages, bundledLanguagesAlias, bundledLanguagesInfo } from 'shiki/langs';
import { expect, test } from 'vitest';
import { CODE_LANGUAGES, codeLanguage } from '#domain/writing/code-languages';
import { darkColors } from './highlight-code.ts';
import { toHtml } from './to-html.ts';

test('the editor offers every language that the highlighter knows, by words that it knows, too', () => {
  const missing = bundledLanguagesInfo.filter(({ id }) => id !== 'mermaid' && !codeLanguage(id));
  expect(missing).toEqual([]);
  const known = { ...bundledLanguages, ...bundledLanguagesAlias };
  const words = CODE_LANGUAGES.flatMap(({ aliases }) => aliases.trim().split(' '));
  expect(words.filter((word) => !(word in known))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

test('each color of the light theme stands for one of the dark theme', () => {
  const theme = (...rules: [scope: string, foreground: string][]) => ({
    colors: { 'editor.foreground': '#111111' },
    tokenColors: rules.map(([scope, foreground]) => ({ scope, settings: { foreground } })),
  });
  const light = theme(['comment', '#aaaaaa'], ['string', '#bbbbbb']);
  expect([...darkColors(light, theme(['comment', '#cccccc'], ['string', '#dddddd']))]).toEqual([
    ['#111111', '#111111'],
    ['#AAAAAA', '#CCCCCC'],
    ['#BBBBBB', '#DDDDDD'],
  ]);
  expect(() => darkColors(light, theme(['comment', '#cccccc'], ['keyword', '#dddddd']))).toThrow('string');
  const same = theme(['comment', '#aaaaaa'], ['string', '#aaaaaa']);
  expect(() => darkColors(same, theme(['comment', '#cccccc'], ['string', '#dddddd']))).toThrow('string');
});

test('code has the colors of both themes', async () => {
  const html = await toHtml('```ts\nconst one = 1; // first\n```');
  expect(html).toContain('<span style="--shiki-light:#A0111F;--shiki-dark:#FF9492">const</span>');
  expect(html).toContain('<span style="--shiki-light:#4b535d;--shiki-dark:#BDC4CC">// first</span>');
});
