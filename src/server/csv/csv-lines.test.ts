import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, csvLines } from './csv-lines.ts';

test('values with commas, quotes or line breaks stand in quotes', () => {
  expect(csvLine(['a,b', 'say "hi"', 'one\ntwo', 'plain'])).toBe('"a,b","say ""hi""","one\ntwo",plain\r\n');
});

test('what a spreadsheet would calculate is text, numbers stay numbers', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@x', '\tx', '＝1', -5, 0])).toBe(
    "'=1+1,'+1,'-1,'@x,'\tx,'＝1,-5,0\r\n",
  );
});

test('a line has a value for each column, an empty one where nothing is known', () => {
  expect(csvLines(['a', 'b', 'c'], [{ c: 1, a: null }, [2, null, '=']])).toBe(",,1\r\n2,,'=\r\n");
});

test('texts are written as the library for CSV files writes them', () => {
  // The library leaves a lone line break without quotes, which spreadsheets read as the end of a line.
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !/[\r\n]/.test(value) && value !== '');
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (values) => {
      const theirs = stringify([values], { escape_formulas: true, record_delimiter: 'windows' });
      expect(csvLine(values)).toBe(theirs);
    }),
  );
});
