import { expect, test } from 'vitest';
import type { Runner } from '#domain/labs/runners';
import { namedFor } from './first-files.ts';

const fresh = {
  runner: 'javascript' as Runner,
  files: [{ path: 'main.js', text: '' }],
  solution: [{ path: 'main.js', text: '' }],
};

test('the file of a new question is named for its language, and one with text keeps its name', () => {
  const python = namedFor('python', fresh);
  expect(python.files).toEqual([{ path: 'main.py', text: '' }]);
  expect(python.solution).toEqual(python.files);
  expect(namedFor('sql', { ...fresh, ...python, runner: 'python' }).files).toEqual([
    { path: 'answer.sql', text: '' },
  ]);
  const written = { ...fresh, solution: [{ path: 'main.js', text: 'export {};' }] };
  expect(namedFor('python', written).files).toBe(written.files);
  const renamed = { ...fresh, files: [{ path: 'cart.js', text: '' }] };
  expect(namedFor('python', renamed).files).toBe(renamed.files);
});
