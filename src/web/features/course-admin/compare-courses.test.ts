import { expect, test } from 'vitest';
import { compareCourses } from './compare-courses.ts';
import { EMPTY_COURSE, EMPTY_SECTION, type SectionValues } from './form-values.ts';

const section = (id: string, content: string): SectionValues => ({
  ...EMPTY_SECTION,
  rowKey: id,
  id,
  title: `Section ${id}`,
  content,
  type: 'text',
  sectionType: 'lesson',
});
const course = { ...EMPTY_COURSE, title: 'SQL', content: [section('a', 'first'), section('b', 'second')] };

test('two equal versions show no difference', () => {
  expect(compareCourses(course, structuredClone(course))).toEqual([]);
});

test('a field, a text, a moved, an added and a removed section are each told', () => {
  const theirs = {
    ...course,
    title: 'SQL from Scratch',
    content: [section('b', 'second'), section('c', 'new')],
  };
  const rows = compareCourses(
    { ...course, content: [section('a', 'changed'), section('b', 'second')] },
    theirs,
  );
  expect(rows.map(({ key }) => key)).toEqual(['title', 'a', 'b', 'c']);
  expect(rows[0]).toMatchObject({ mine: 'SQL', theirs: 'SQL from Scratch' });
});

test('of a long text the place of the difference is shown', () => {
  const long = 'x'.repeat(5000);
  const [row] = compareCourses(
    { ...course, content: [section('a', `${long}mine`)] },
    { ...course, content: [section('a', `${long}theirs`)] },
  );
  expect(row?.mine).toContain('mine');
  expect(row?.theirs).toContain('theirs');
  expect(row?.mine.length).toBeLessThan(600);
});
