import { expect, test } from 'vitest';
import { unzip } from '#tests/kit/unzip';
import { zipFiles } from './lab-zip.ts';

test('an archive holds every file with its text, also outside of ASCII', async () => {
  const files = { 'src/invoice.ts': 'export {};\n', 'notes.txt': 'Zażółć gęślą jaźń ✓', 'empty.js': '' };
  expect(Object.fromEntries(await unzip(Buffer.from(zipFiles(files))))).toEqual(files);
});

test('the same files make the same archive', () => {
  expect(zipFiles({ a: 'x' })).toEqual(zipFiles({ a: 'x' }));
});
