import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOf } from '../merge-versions.ts';
import { mergeCourses } from './merge-courses.ts';

interface Section {
  id: string;
  title: string;
  exam: { passMark: number; questions: { id: string; prompt: string; points: number }[] } | null;
}
interface Course {
  title: string;
  tags: string[];
  content: Section[];
}

const word = fc.constantFrom('a', 'b', 'c');
const section = (id: string): fc.Arbitrary<Section> =>
  fc.record({
    id: fc.constant(id),
    title: word,
    exam: fc.option(
      fc.record({
        passMark: fc.integer({ min: 0, max: 2 }),
        questions: fc
          .subarray(['q1', 'q2', 'q3'])
          .chain((ids) =>
            fc.tuple(
              ...ids.map((each) => fc.record({ id: fc.constant(each), prompt: word, points: fc.nat(2) })),
            ),
          ),
      }),
      { nil: null },
    ),
  });
const course: fc.Arbitrary<Course> = fc.record({
  title: word,
  tags: fc.uniqueArray(word),
  content: fc.shuffledSubarray(['s1', 's2', 's3', 's4']).chain((ids) => fc.tuple(...ids.map(section))),
});

test('what only one of two people changed is taken, whoever it was', () => {
  fc.assert(
    fc.property(course, course, (base, changed) => {
      expect(mergeCourses(base, changed, base)).toEqual({ merged: changed, conflicts: [] });
      expect(mergeCourses(base, base, changed)).toEqual({ merged: changed, conflicts: [] });
    }),
  );
});

test('what both changed alike is no conflict', () => {
  fc.assert(
    fc.property(course, course, (base, changed) => {
      expect(mergeCourses(base, changed, changed)).toEqual({ merged: changed, conflicts: [] });
    }),
  );
});

test('every field of the result is what one of the two has, and theirs where theirs was chosen', () => {
  fc.assert(
    fc.property(course, course, course, (base, mine, theirs) => {
      const first = mergeCourses(base, mine, theirs);
      const choices = Object.fromEntries(first.conflicts.map((path) => [keyOf(path), 'theirs' as const]));
      const second = mergeCourses(base, mine, theirs, choices);
      for (const { merged } of [first, second]) {
        expect([mine.title, theirs.title]).toContain(merged.title);
        expect([mine.tags, theirs.tags]).toContainEqual(merged.tags);
        const ids = merged.content.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { id, title } of merged.content)
          expect(
            [...mine.content, ...theirs.content].filter((each) => each.id === id).map((each) => each.title),
          ).toContain(title);
      }
      for (const [name, value] of [
        ['title', theirs.title],
        ['tags', theirs.tags],
      ] as const)
        if (first.conflicts.some(([field]) => field === name)) expect(second.merged[name]).toEqual(value);
    }),
  );
});

test('no section is lost that nobody removed', () => {
  fc.assert(
    fc.property(course, course, course, (base, mine, theirs) => {
      const ids = (value: Course) => value.content.map(({ id }) => id);
      const merged = ids(mergeCourses(base, mine, theirs).merged);
      const added = [...ids(mine), ...ids(theirs)].filter((id) => !ids(base).includes(id));
      const untouched = ids(base).filter((id) => ids(mine).includes(id) && ids(theirs).includes(id));
      expect(merged).toEqual(expect.arrayContaining([...added, ...untouched]));
    }),
  );
});

const one = (title: string, more: Partial<Section> = {}): Section => ({
  id: title,
  title,
  exam: null,
  ...more,
});

test('a moved section, a new one and a changed one come together', () => {
  const base = { content: [one('a'), one('b'), one('c')] };
  const mine = { content: [one('c'), one('a'), one('b')] };
  const theirs = { content: [one('a'), one('new'), { ...one('b'), title: 'B' }, one('c')] };
  const { conflicts, merged } = mergeCourses(base, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(merged.content.map(({ title }) => title)).toEqual(['c', 'a', 'new', 'B']);
});

test('a section that one changed and the other removed is asked about', () => {
  const base = { content: [one('a'), one('b')] };
  const mine = { content: [one('a')] };
  const theirs = { content: [one('a'), { ...one('b'), title: 'B' }] };
  const { conflicts, merged } = mergeCourses(base, mine, theirs);
  expect(conflicts).toEqual([['content', 'b']]);
  expect(merged).toEqual(mine);
  expect(mergeCourses(base, mine, theirs, { 'content b': 'theirs' }).merged).toEqual(theirs);
});

test('a question is never put together from two halves', () => {
  const question = { id: 'q1', prompt: 'a', points: 1 };
  const withQuestion = (changes: object) => ({
    content: [one('s', { exam: { passMark: 50, questions: [{ ...question, ...changes }] } })],
  });
  const { conflicts } = mergeCourses(
    withQuestion({}),
    withQuestion({ prompt: 'b' }),
    withQuestion({ points: 2 }),
  );
  expect(conflicts).toEqual([['content', 's', 'exam', 'questions', 'q1']]);
});
