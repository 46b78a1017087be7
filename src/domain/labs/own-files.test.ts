import { expect, test } from 'vitest';
import { LAB_LIMITS } from './lab-spec.ts';
import { joinWork, nameFault, refusedFile } from './own-files.ts';

const LAB = { files: { 'src/a.ts': '' }, given: { 'src/line.ts': '', 'data.csv': '' } };
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.ts`, '']));

test('a new file has a name that no file and no folder has', () => {
  expect(nameFault('src/b.ts', LAB)).toBeNull();
  expect(nameFault('src/a.ts', LAB)).toBe('taken');
  expect(nameFault('data.csv', LAB)).toBe('taken');
  expect(nameFault('src', LAB)).toBe('folder');
  expect(nameFault('data.csv/rows', LAB)).toBe('folder');
  expect(nameFault('sr', LAB)).toBeNull();
});

test('a lab has at most 20 files, those that are given included', () => {
  expect(nameFault('b.ts', { files: many(17), given: LAB.given })).toBeNull();
  expect(nameFault('b.ts', { files: many(18), given: LAB.given })).toBe('many');
});

test('files are added only where the author allows it, and what was there before is always taken', () => {
  const work = { 'src/a.ts': '', 'src/b.ts': '' };
  const fixed = { given: LAB.given };
  expect(refusedFile(work, { known: ['src/a.ts'], spec: fixed })).toBe('src/b.ts');
  expect(refusedFile(work, { known: ['src/a.ts', 'src/b.ts'], spec: fixed })).toBeNull();
  const open = { ...fixed, newFiles: true };
  expect(refusedFile(work, { known: ['src/a.ts'], spec: open })).toBeNull();
  expect(refusedFile({ ...work, 'data.csv': '' }, { known: ['src/a.ts'], spec: open })).toBe('data.csv');
  expect(refusedFile({ 'src/a.ts': '', src: '' }, { known: ['src/a.ts'], spec: open })).toBe('src');
  expect(refusedFile(many(19), { known: [], spec: open })).toBe('f0.ts');
});

test('files that the author renamed are left out of work that would be too much to save', () => {
  const start = { 'src/b.ts': 'start', ...many(18) };
  const saved = { 'src/b.ts': 'mine', 'src/a.ts': 'old' };
  const join = (work: Record<string, string>, newFiles = false) =>
    joinWork(work, { files: start, spec: { newFiles } });
  expect(join(saved)).toEqual({ ...start, ...saved });
  const more = { ...saved, 'src/0.ts': 'old' };
  expect(join(more)).toEqual({ ...start, 'src/b.ts': 'mine' });
  expect(join({ ...saved, 'src/a.ts': 'x'.repeat(LAB_LIMITS.bytes) })).toEqual({
    ...start,
    'src/b.ts': 'mine',
  });
  // Their learner can delete some.
  expect(join(more, true)).toEqual({ ...start, ...more });
});
