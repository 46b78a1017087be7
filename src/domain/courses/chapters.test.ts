import { expect, test } from 'vitest';
import { chapterRun, chaptersOf, dropSection, placeSection, stepChapter, stepSection } from './chapters.ts';

const row = (...chapters: string[]) => chapters.map((chapter, id) => ({ id, chapter }));

test('sections in a row that name the same chapter are that chapter', () => {
  expect(
    chaptersOf(row('', 'A', 'A', 'B', 'A')).map(({ sections, title }) => [
      title,
      sections.map(({ id }) => id),
    ]),
  ).toEqual([
    ['', [0]],
    ['A', [1, 2]],
    ['B', [3]],
    ['A', [4]],
  ]);
  expect(chaptersOf(row())).toEqual([]);
});

test('a step stays in the chapter while it can, and joins the next one at its border', () => {
  const sections = row('', 'A', 'A', 'B');
  expect(stepSection(sections, 1, 1)).toEqual({ to: 2, chapter: 'A' });
  expect(stepSection(sections, 2, -1)).toEqual({ to: 1, chapter: 'A' });
  expect(stepSection(sections, 2, 1)).toEqual({ to: 2, chapter: 'B' });
  expect(stepSection(sections, 1, -1)).toEqual({ to: 1, chapter: '' });
  expect(stepSection(sections, 0, -1)).toBeNull();
  expect(stepSection(sections, 3, 1)).toBeNull();
});

test('a chapter goes past its whole neighbor, be that a chapter or sections in none', () => {
  const sections = row('', '', 'A', 'A', 'B');
  expect(stepChapter(sections, 3, 1)).toEqual({ run: [2, 3], to: 3 });
  expect(stepChapter(sections, 2, -1)).toEqual({ run: [2, 3], to: 0 });
  expect(stepChapter(sections, 4, -1)).toEqual({ run: [4], to: 2 });
  expect(stepChapter(sections, 4, 1)).toBeNull();
  expect(stepChapter(row('A', 'B'), 0, -1)).toBeNull();
});

test('by steps alone a section reaches every place of every chapter, and comes back', () => {
  const sections = row('', 'A', 'A', 'B', 'B');
  const walk = (by: -1 | 1, from: number) => {
    let [at, now] = [from, sections.map((section) => ({ ...section }))];
    const seen = [];
    for (let move = stepSection(now, at, by); move; move = stepSection(now, at, by)) {
      const moved = { ...now[at], chapter: move.chapter, id: now[at]?.id ?? 0 };
      now = now.toSpliced(at, 1).toSpliced(move.to, 0, moved);
      at = move.to;
      seen.push([at, move.chapter]);
    }
    return seen;
  };
  expect(walk(1, 0)).toEqual([
    [0, 'A'],
    [1, 'A'],
    [2, 'A'],
    [2, 'B'],
    [3, 'B'],
    [4, 'B'],
  ]);
  expect(walk(-1, 4)).toEqual([
    [3, 'B'],
    [3, 'A'],
    [2, 'A'],
    [1, 'A'],
    [1, ''],
    [0, ''],
  ]);
});

test('what is dropped on a section takes its place and joins its chapter', () => {
  const sections = row('A', 'A', 'B');
  expect(dropSection(sections, 0, 2)).toEqual({ to: 2, chapter: 'B' });
  expect(dropSection(sections, 2, 0)).toEqual({ to: 0, chapter: 'A' });
  expect(dropSection(sections, 1, 1)).toBeNull();
  expect(dropSection(sections, 1, 9)).toBeNull();
});

test('the run of a chapter ends where another begins, even if one of the same name comes later', () => {
  const sections = row('A', 'A', 'B', 'A');
  expect(chapterRun(sections, 1)).toEqual([0, 1]);
  expect(chapterRun(sections, 3)).toEqual([3]);
  expect(chapterRun(sections, 2)).toEqual([2]);
});

const THERE = [
  { id: 'a', chapter: '' },
  { id: 'b', chapter: 'One' },
  { id: 'c', chapter: 'One' },
  { id: 'd', chapter: 'Two' },
];

test('a section goes behind another, or to the front, and into one of the chapters there', () => {
  expect(placeSection(THERE, { after: null, chapter: '' })).toBe(0);
  expect(placeSection(THERE, { after: 'a', chapter: 'One' })).toBe(1);
  expect(placeSection(THERE, { after: 'b', chapter: 'One' })).toBe(2);
  expect(placeSection(THERE, { after: 'c', chapter: 'Two' })).toBe(3);
  expect(placeSection(THERE, { after: 'd', chapter: 'Two' })).toBe(4);
});

test('between two chapters, and at the ends, it may be in none', () => {
  expect(placeSection(THERE, { after: 'c', chapter: '' })).toBe(3);
  expect(placeSection(THERE, { after: 'd', chapter: '' })).toBe(4);
  expect(placeSection([], { after: null, chapter: '' })).toBe(0);
});

test('it splits no chapter, makes none, and stands behind nothing that is gone', () => {
  expect(placeSection(THERE, { after: 'b', chapter: '' })).toBeNull();
  expect(placeSection(THERE, { after: 'b', chapter: 'Two' })).toBeNull();
  expect(placeSection(THERE, { after: 'd', chapter: 'One' })).toBeNull();
  expect(placeSection(THERE, { after: 'x', chapter: '' })).toBeNull();
  expect(placeSection([], { after: null, chapter: 'One' })).toBeNull();
});
