import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { Verdict } from '#domain/labs/verdict';
import { marksOf } from './marks.ts';

const DOC = Text.of(['const a = 1;', 'const b: string = a;', '']);
const diagnostic = { file: 'a.ts', line: 2, column: 7, endLine: 2, endColumn: 8, message: 'No', code: 2322 };

test('an error stands where the compiler says', () => {
  const [mark] = marksOf(DOC, 'a.ts', [diagnostic], null);
  expect(DOC.sliceString(mark?.from ?? 0, mark?.to)).toBe('b');
  expect(mark).toMatchObject({ severity: 'error', message: 'No' });
  expect(marksOf(DOC, 'b.ts', [diagnostic], null)).toEqual([]);
});

test('a place that is gone meanwhile is marked at the end, never outside of the text', () => {
  for (const place of [
    { line: 9, column: 40, endLine: 12, endColumn: 2 },
    { line: 1, column: 99, endLine: 1, endColumn: 1 },
  ]) {
    const [mark] = marksOf(DOC, 'a.ts', [{ ...diagnostic, ...place }], null);
    expect(mark?.from).toBeLessThanOrEqual(DOC.length);
    expect(mark?.to).toBeLessThanOrEqual(DOC.length);
    expect(mark?.to).toBeGreaterThanOrEqual(mark?.from ?? 0);
  }
});

test('the line that threw is marked with the check that found it', () => {
  const result = { id: 'a', name: 'One line', hidden: false, points: 1, file: 'a.ts', line: 1 };
  const verdict = (ok: boolean): Verdict => ({
    passed: ok,
    points: 0,
    most: 1,
    diagnostics: [],
    results: [{ ...result, ok, actual: 'TypeError: x' }],
  });
  expect(marksOf(DOC, 'a.ts', [], verdict(false))).toMatchObject([
    { from: 0, to: 12, severity: 'info', message: 'One line\nTypeError: x' },
  ]);
  expect(marksOf(DOC, 'a.ts', [], verdict(true))).toEqual([]);
});
