import { expect, test } from 'vitest';
import { formatOfFile } from './format-of-file.ts';

test.for([
  ['a.txt', 'aiken', 'aiken'],
  ['a.txt', 'csv', 'gift'],
  ['a.gift', 'aiken', 'gift'],
  ['a.zip', 'aiken', 'gift'],
  ['a.XML', 'gift', 'moodle-xml'],
  ['a.csv', 'gift', 'csv'],
  ['a', 'aiken', 'aiken'],
] as const)('%s after %s is read as %s', ([name, chosen, wanted]) => {
  expect(formatOfFile(name, chosen)).toBe(wanted);
});
