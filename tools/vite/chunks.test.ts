import { expect, test } from 'vitest';
import { repositoryFiles } from '../source-files.ts';
import { CHUNK_FILES } from './chunks.ts';
import { circleOf } from './vite-chunk-modules.ts';

test('every file that a chunk is made of is there', () => {
  const files = new Set(repositoryFiles().map((file) => file.replace(/\.tsx?$/, '')));
  expect(CHUNK_FILES.length).toBeGreaterThan(20);
  expect(CHUNK_FILES.filter((file) => !files.has(file))).toEqual([]);
});

test('scripts that need each other are found', () => {
  expect(
    circleOf(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['c']],
        ['c', []],
      ]),
    ),
  ).toBeUndefined();
  expect(
    circleOf(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b', 'c']);
});
