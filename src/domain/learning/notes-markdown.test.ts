import { expect, test } from 'vitest';
import { notesMarkdown } from './notes-markdown.ts';

test('the notes of a course become one document, bookmarks with a star', () => {
  expect(
    notesMarkdown('SQL\nfrom Scratch', [
      { title: 'Joins', body: 'A **join** pairs rows.\n', isBookmarked: true },
      { title: 'Indexes', body: '', isBookmarked: true },
      { title: 'Views', body: 'See later', isBookmarked: false },
    ]),
  ).toBe(
    '# SQL from Scratch\n\n## ★ Joins\n\nA **join** pairs rows.\n\n## ★ Indexes\n\n## Views\n\nSee later\n',
  );
});
