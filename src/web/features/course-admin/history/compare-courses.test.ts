import { expect, test } from 'vitest';
import type { z } from 'zod';
import { courseForm, sectionForm } from '#contract/courses/course-form';
import { type ExamForm, examForm } from '#contract/exams/exam-form';
import { examSettingsForm } from '#contract/questions/exam-settings-form';
import { type CourseValues, EMPTY_COURSE, EMPTY_SECTION, type SectionValues } from '../form-values.ts';
import { compareCourses } from './compare-courses.ts';

const section = (id: string, change: Partial<SectionValues> = {}): SectionValues => ({
  ...EMPTY_SECTION,
  rowKey: id,
  id,
  title: `Section ${id}`,
  type: 'text',
  sectionType: 'lesson',
  ...change,
});
const course: CourseValues = { ...EMPTY_COURSE, content: [section('a'), section('b')] };
const exam: ExamForm = examForm.parse({
  passMark: 50,
  questions: [{ id: 'q', kind: 'true-false', prompt: 'True?', points: 1, explanation: '', answer: true }],
  draws: [{ id: 'd', bank: 'sums', count: 1 }],
});
const nameOf = (id: string) => `name of ${id}`;
const compare = (mine: CourseValues, theirs: CourseValues) =>
  compareCourses(mine, theirs, nameOf, (tier) => `plan ${tier}`);
const withSection = (change: Partial<SectionValues>): CourseValues => ({
  ...course,
  content: [section('a', change)],
});

test('two equal versions show no difference', () => {
  expect(compare(course, structuredClone(course))).toEqual([]);
  expect(compare(withSection({ exam }), withSection({ exam: structuredClone(exam) }))).toEqual([]);
});

test('a field, a text, a moved, an added and a removed section are each told', () => {
  const theirs = { ...course, title: 'SQL', content: [section('b'), section('c')] };
  const rows = compare({ ...course, content: [section('a'), section('b', { content: 'mine' })] }, theirs);
  expect(rows.map(({ key }) => key)).toEqual(['title', 'a', 'b index', 'b content', 'c']);
  expect(rows[0]).toMatchObject({ mine: '', theirs: 'SQL' });
  expect(rows[2]).toMatchObject({ field: 'Section b · Position in the course', mine: '2', theirs: '1' });
});

test('plans are called by their names', () => {
  const [row] = compare(
    { ...course, subscriptionLevel: 'basic' },
    { ...course, subscriptionLevel: 'premium' },
  );
  expect(row).toMatchObject({ key: 'subscriptionLevel', mine: 'plan basic', theirs: 'plan premium' });
});

test('of a long text the place of the difference is shown', () => {
  const long = 'x'.repeat(5000);
  const [row] = compare(withSection({ content: `${long}mine` }), withSection({ content: `${long}theirs` }));
  expect(row?.mine).toContain('mine');
  expect(row?.theirs).toContain('theirs');
  expect(row?.mine.length).toBeLessThan(600);
});

/** Another value than this one that a field of this name can hold. */
function other(schema: z.ZodType, value: unknown): unknown {
  const tries = [
    true,
    false,
    1,
    2,
    'other',
    'https://elsewhere.test/x.vtt',
    '2026-01-02T03:04:05Z',
    ['other'],
  ];
  const values = (schema as { def?: { innerType?: { options?: readonly unknown[] } } }).def?.innerType
    ?.options;
  const id = '00000000-0000-4000-8000-000000000000';
  return [...(values ?? []), ...tries, id, [id]].find(
    (each) => JSON.stringify(each) !== JSON.stringify(value) && schema.safeParse(each).success,
  );
}

const HELD_ELSEWHERE = new Set(['content', 'exam', 'id', 'minutes', 'questions', 'draws', 'settings']);
const named = (shape: Record<string, z.ZodType>) =>
  Object.entries(shape).filter(([name]) => !HELD_ELSEWHERE.has(name));

test.for(named(courseForm.shape))('a change of the course’s %s is told', ([name, schema]) => {
  const before = course[name as keyof CourseValues];
  const [row] = compare(course, { ...course, [name]: other(schema, before) } as CourseValues);
  expect(row).toMatchObject({ key: name, field: expect.stringMatching(/./) });
  expect(row?.mine).not.toBe(row?.theirs);
});

test.for([...named(sectionForm.shape), ['content', sectionForm.shape.content] as const])(
  'a change of a section’s %s is told',
  ([name, schema]) => {
    const before = section('a')[name as keyof SectionValues];
    const rows = compare(withSection({}), withSection({ [name]: other(schema, before) }));
    expect(rows.map(({ key }) => key)).toEqual([`a ${name}`]);
  },
);

test.for([...named(examForm.shape), ...named(examSettingsForm.shape)])(
  'a change of an exam’s %s is told',
  ([name, schema]) => {
    const isSetting = name in examSettingsForm.shape;
    const before = isSetting ? exam.settings[name as 'wait'] : exam[name as 'passMark'];
    const change = { [name]: other(schema, before) };
    const theirs = isSetting
      ? { ...exam, settings: { ...exam.settings, ...change } }
      : { ...exam, ...change };
    const rows = compare(withSection({ exam }), withSection({ exam: theirs as ExamForm }));
    expect(rows.map(({ key }) => key)).toEqual([`a ${name}`]);
  },
);

test('a question and a draw are told by their ids, with what is written in them', () => {
  const [question] = exam.questions;
  const theirs = examForm.parse({
    ...exam,
    questions: [
      { ...question, answer: false },
      { ...question, id: 'new' },
    ],
    draws: [],
  });
  const rows = compare(withSection({ exam }), withSection({ exam: theirs }));
  expect(rows.map(({ key }) => key)).toEqual(['a exam q', 'a exam new', 'a exam d']);
  expect(rows[0]?.mine).toContain('answer: true');
  expect(rows[0]?.theirs).toContain('answer: false');
  expect(rows[1]?.mine).toBe('(missing)');
  expect(rows[2]?.theirs).toBe('(missing)');
  expect(compare(withSection({ exam }), withSection({})).map(({ key }) => key)).toEqual(['a exam']);
});
