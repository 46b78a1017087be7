import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { yamlFaults } from './yaml-words.ts';

test.each([
  [
    'title: SQL: the basics',
    "a value can't contain a list or another key on the same line; put it in quotes, or on a new line",
  ],
  ['title: "SQL', 'a character is missing here: a colon, a comma, a space, or a closing quote or bracket'],
  ['title: @sql', 'a value that starts with this character must be in quotes'],
  ['a: 1\na: 2', 'this key is used twice'],
  ['a: "\\q"', 'this backslash sequence is not known; in single quotes, a backslash is only a backslash'],
  ['a:\n\t- b', 'indent with spaces instead of tabs'],
  ['a: 1\n---\nb: 2', 'contains more than one YAML document; remove the line with ---'],
])('%j says what to do', (text, words) => {
  const said = yamlFaults(text, parseDocument(text, { prettyErrors: false }).errors).map(
    (fault) => fault.said,
  );
  expect(said).toContain(words);
});

test('each line has one fault', () => {
  const text = '- id: a\n\tname: b\n';
  expect(yamlFaults(text, parseDocument(text).errors)).toEqual([
    { line: 2, said: 'indent with spaces instead of tabs' },
  ]);
});
