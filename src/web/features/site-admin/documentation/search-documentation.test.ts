import { expect, test } from 'vitest';
import { hasWords, markWords, searchWords } from './search-documentation.ts';

test('an entry is a hit when it has all words, in any order, case and accent', () => {
  const words = searchWords('  Backup, RÉSTORE ');
  expect(words).toEqual(['backup', 'restore']);
  expect(hasWords(words, 'Restoring', 'Stop the server, then restore the backup')).toBe(true);
  expect(hasWords(words, 'Making a backup')).toBe(false);
  expect(hasWords([], 'anything')).toBe(true);
});

test('hits are marked where they stand, the longest word first', () => {
  expect(markWords('Backups: back up', searchWords('back backup'))).toEqual([
    { text: 'Backup', isHit: true },
    { text: 's: ', isHit: false },
    { text: 'back', isHit: true },
    { text: ' up', isHit: false },
  ]);
  expect(markWords('Café', searchWords('cafe'))).toEqual([{ text: 'Café', isHit: true }]);
});

test('without words nothing is marked, and signs are no words', () => {
  expect(markWords('text', [])).toEqual([{ text: 'text', isHit: false }]);
  expect(searchWords('.*+?^$')).toEqual([]);
});
