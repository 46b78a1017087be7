import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { readMoodleXml } from './moodle/read-moodle-xml.ts';

const xml = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><quiz><question type="truefalse"><questiontext><text>Käse?</text></questiontext></question></quiz>`;

test.for([
  ['ISO-8859-1', Buffer.from(xml('ISO-8859-1'), 'latin1')],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le')],
  ['UTF-16 without one', Buffer.from(xml('UTF-16'), 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le').swap16()],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${xml('UTF-8')}`)],
] as const)('a file in %s is read', ([, bytes]) => {
  expect(readMoodleXml(decodeText(bytes))[0]?.question).toMatchObject({ prompt: 'Käse?' });
});

test.for([
  [Buffer.from(xml('EBCDIC-9')), 'unknown encoding "EBCDIC-9"'],
  [Buffer.from('Käse', 'latin1'), 'not UTF-8 text'],
] as const)('what cannot be decoded is refused in words', ([bytes, words]) => {
  expect(() => decodeText(bytes)).toThrow(words);
});
