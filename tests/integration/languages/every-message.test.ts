import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chosenForm, formatNumber, language, pluralForm } from '#domain/language';
import { compileMessage, readCatalogue } from '#tools/messages';
import { pseudoMessage } from './pseudo-locale.ts';

type Message = (values: object, language: string) => string;
/** Any value that a message asks for. */
const VALUES = new Proxy({}, { get: () => 2 });

test('every message is said in a second language by the same call, and the first stays as it was', () => {
  const english = readCatalogue(join(import.meta.dirname, '../../../messages'), ['en']);
  const called = ['formatNumber', 'pluralForm', 'chosenForm', 'language'];
  const made = [...english].map(([key, texts]) => {
    const text = texts.get('en') ?? '';
    const code = compileMessage(key, new Map([...texts, ['ar-XB', pseudoMessage(text)]]));
    const make = new Function(...called, code.replace(`export const ${key} =`, 'return'));
    return { key, say: make(formatNumber, pluralForm, chosenForm, language) as Message };
  });
  expect(made.length).toBeGreaterThan(5000);
  const unreported = made.filter(({ say }) => {
    const said = say(VALUES, 'en');
    // What has no letter to say, or an address and code only, is the same everywhere.
    const words = said.replace(/<[^>]*>|`[^`]*`|https?:\S+/g, '');
    return /[a-z]{3}/i.test(words) && said === say(VALUES, 'ar-XB');
  });
  expect(unreported.map(({ key }) => key)).toEqual([]);
});
