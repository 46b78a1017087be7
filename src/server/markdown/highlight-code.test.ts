import { bundledLanguages, bundledLanguagesAlias, bundledLanguagesInfo } from 'shiki/langs';
import { expect, test } from 'vitest';
import { CODE_LANGUAGES, codeLanguage } from '#domain/writing/code-languages';

test('the editor offers every language that the highlighter knows, by words that it knows, too', () => {
  const missing = bundledLanguagesInfo.filter(({ id }) => id !== 'mermaid' && !codeLanguage(id));
  expect(missing).toEqual([]);
  const known = { ...bundledLanguages, ...bundledLanguagesAlias };
  const words = CODE_LANGUAGES.flatMap(({ aliases }) => aliases.trim().split(' '));
  expect(words.filter((word) => !(word in known))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});
