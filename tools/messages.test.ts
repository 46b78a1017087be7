import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chosenForm, formatNumber, language, pluralForm, readLanguageFrom } from '#domain/language';
import { compileMessage, declareAll, readCatalogue, readLanguages } from './messages.ts';
import { readSource, sourceFiles } from './source-files.ts';

type Message = (values?: Record<string, string | number>, language?: string) => string;
const root = mkdtempSync(join(tmpdir(), 'lectern-messages-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function message(texts: Record<string, string>): Message {
  const code = compileMessage('hello', new Map(Object.entries(texts))).replace(
    'export const hello =',
    'return',
  );
  const make = new Function('formatNumber', 'pluralForm', 'chosenForm', 'language', code);
  return make(formatNumber, pluralForm, chosenForm, language);
}

function folder(name: string, files: Record<string, Record<string, string>>): string {
  for (const [file, texts] of Object.entries(files)) {
    mkdirSync(join(root, name, file, '..'), { recursive: true });
    writeFileSync(join(root, name, file), JSON.stringify(texts));
  }
  return join(root, name);
}

test('what stands in a text stays as it is', () => {
  expect(message({ en: `Don't pay \`now\` \\ or \${later}: '{'x'}' <b>` })({ later: 5 })).toBe(
    "Don't pay `now` \\ or $5: {x} <b>",
  );
});

test('values, plurals, ordinals and choices follow the rules of ICU', () => {
  const reported = message({
    en: '{name}: {count, plural, =0 {nothing} one {# file} other {# files of {total, number}}}',
  });
  expect(reported({ name: 'A', count: 0, total: 1 })).toBe('A: nothing');
  expect(reported({ name: 'A', count: 1, total: 1 })).toBe('A: 1 file');
  expect(reported({ name: 'A', count: 1200, total: 34000 })).toBe('A: 1,200 files of 34,000');
  const others = message({
    en: '{n, plural, offset:1 =0 {nobody} one {you and # more} other {you and # more, all}}',
  });
  expect([0, 2, 4].map((n) => others({ n }))).toEqual(['nobody', 'you and 1 more', 'you and 3 more, all']);
  const place = message({ en: '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}' });
  expect([1, 2, 3, 4, 11, 21].map((n) => place({ n }))).toEqual(['1st', '2nd', '3rd', '4th', '11th', '21st']);
  const kind = message({ en: '{kind, select, lab {a lab} other {a lesson}}' });
  expect(['lab', 'text', 'toString'].map((one) => kind({ kind: one }))).toEqual([
    'a lab',
    'a lesson',
    'a lesson',
  ]);
});

test('the language is an argument, else that of the reader, else the first one that has the text', () => {
  const files = message({
    en: '{n, plural, one {# file} other {# files}}',
    pl: '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}',
  });
  expect([1, 3, 5].map((n) => files({ n }, 'pl'))).toEqual(['1 plik', '3 pliki', '5 plików']);
  expect(files({ n: 3 }, 'de')).toBe('3 files');
  readLanguageFrom(() => 'pl');
  expect(files({ n: 3 })).toBe('3 pliki');
  expect(message({ en: 'Save' })()).toBe('Save');
  readLanguageFrom(() => 'en');
  expect(files({ n: 3 })).toBe('3 files');
});

test('dates and broken texts are refused by the name of their message', () => {
  expect(() => message({ en: 'On {day, date, short}' })).toThrow('message hello');
  expect(() => message({ en: 'Open {name' })).toThrow('message hello is no ICU message');
});

test('a folder of another language translates; what it lacks stays in the first one', () => {
  const path = folder('good', {
    'en/a.json': { save: 'Save', hello: 'Hello {name}' },
    'de/a.json': { save: 'Speichern' },
  });
  writeFileSync(join(path, 'languages.json'), '["en","de"]');
  const languages = readLanguages(path);
  const catalogue = readCatalogue(path, languages);
  expect([...(catalogue.get('save') ?? [])]).toEqual([
    ['en', 'Save'],
    ['de', 'Speichern'],
  ]);
  expect([...(catalogue.get('hello') ?? [])]).toEqual([['en', 'Hello {name}']]);
  const types = declareAll(catalogue, languages);
  expect(types).toContain("export type Language = 'en' | 'de';");
  expect(types).toContain('hello: (values: { name: string | number }, language?: Language) => string;');
});

test('two files with one key, and translations of nothing, are refused', () => {
  const doubled = folder('doubled', { 'en/a.json': { save: 'Save' }, 'en/b.json': { save: 'Keep' } });
  expect(() => readCatalogue(doubled, ['en'])).toThrow('message save is in a.json and in b.json');
  const unknown = folder('unknown', {
    'en/a.json': { save: 'Save' },
    'de/a.json': { speichern: 'Speichern' },
  });
  expect(() => readCatalogue(unknown, ['en', 'de'])).toThrow('speichern of de/a.json is not in en');
  const parameter = folder('parameter', {
    'en/a.json': { hi: 'Hi {name}' },
    'de/a.json': { hi: 'Na {nmae}' },
  });
  expect(() => readCatalogue(parameter, ['en', 'de'])).toThrow('hi of de has the unknown parameter nmae');
});

test('what a schema says of a bad value, and an area of a field, is a message', () => {
  const quoted = /(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`)/.source;
  const sentence = /^.[A-Za-z][a-z']+ .* ?/;
  const ofSchema = new RegExp(
    `(?:message|error): (${quoted})|\\.(?:min|max|regex|refine|int|number|email|datetime|positive)\\([^;]*?,\\s*(${quoted})\\s*,?\\s*\\)`,
    'g',
  );
  const ofField = new RegExp(`fields: \\{ (?:\\w+|'[\\w.]+'|\\[\\w+\\]): (${quoted}) \\}`, 'g');
  const found = sourceFiles().flatMap((path) => {
    const pattern = path.startsWith('src/contract/')
      ? ofSchema
      : path.startsWith('src/server/areas/') && ofField;
    if (!pattern || path.endsWith('.test.ts')) return [];
    return [...readSource(path).matchAll(pattern)]
      .map(([, first, second]) => first ?? second ?? '')
      .filter((text) => sentence.test(text))
      .map((text) => `${path}: ${text}`);
  });
  expect(found).toEqual([]);
});

test('every message is said somewhere', () => {
  const catalogue = readCatalogue(join(import.meta.dirname, '../messages'), ['en']);
  const used = new Set(
    sourceFiles()
      .filter((path) => !/^(?:tools|tests)\/|\.test\.tsx?$/.test(path))
      .flatMap((path) => [...readSource(path).matchAll(/\bm\.(\w+)/g)].map(([, name = '']) => name)),
  );
  expect([...catalogue.keys()].filter((name) => name !== '$schema' && !used.has(name))).toEqual([]);
});
