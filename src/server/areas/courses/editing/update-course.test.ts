import { expect } from 'vitest';
import { courseForm } from '#contract/courses/course-form';
import type { EditCourse } from '#contract/courses/courses';
import { examForm } from '#contract/exams/exam-form';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import type { Db } from '#server/db/client';
import { formOf, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getSection } from '../catalogue/get-section.ts';
import { selectSections } from '../sql.ts';
import { removeSection } from '../trash/remove-section.ts';
import { addSection } from './add-section.ts';
import { loadEditCourse } from './load-edit-course.ts';
import { updateCourse } from './update-course.ts';

const THREE = { content: [{ title: 'One', content: 'first' }, { title: 'Two' }, { title: 'Three' }] };

/** The form as the browser would send it back. */
function sent(course: EditCourse, change: Partial<EditCourse> = {}) {
  const { id, version, ...rest } = { ...course, ...change };
  return { ...formOf(rest), id, version };
}

test('a section that moved keeps its id and key, and one that did not change is not touched', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, THREE);
  const [one, two, three] = course.content;
  if (!one || !two || !three) throw new Error('three sections were made');
  const before = await timesOf(db, course.id);
  const content = [one, { ...three, title: 'Three, renamed' }, two];
  const saved = await updateCourse(verbs.services, verbs.as('admin'), sent(course, { content }));
  expect(saved.content.map(({ id, key, order }) => [id, key, order])).toEqual([
    [one.id, 'one', 1],
    [three.id, 'three', 2],
    [two.id, 'two', 3],
  ]);
  expect(saved.version).toBe(course.version + 1);
  const after = await timesOf(db, course.id);
  const touched = [...after.keys()].filter((key) => after.get(key) !== before.get(key));
  expect(touched.sort()).toEqual(['three', 'two']);
});

async function timesOf({ kysely }: Db, id: string): Promise<Map<string, number>> {
  const rows = await kysely
    .selectFrom('course_content')
    .select(['key', 'updated_at'])
    .where('course_id', '=', id)
    .execute();
  return new Map(rows.map(({ key, updated_at }) => [key, updated_at.getTime()]));
}

test('new, changed and removed sections are saved at once, and texts are rendered', async ({ db }) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, THREE);
  const [one] = course.content;
  if (!one) throw new Error('a section was made');
  const { id: _, ...fresh } = { ...one, title: 'One', content: '**new**' };
  const content = [{ ...one, content: 'changed' }, fresh] as EditCourse['content'];
  const saved = await updateCourse(verbs.services, verbs.as('admin'), sent(course, { content }));
  expect(saved.content.map(({ id, key }) => [key, id === one.id])).toEqual([
    ['one', true],
    ['one-2', false],
  ]);
  const rows = await selectSections(db.kysely, course.id);
  expect(rows.map(({ content_html }) => content_html)).toEqual([
    '<p>changed</p>',
    '<p><strong>new</strong></p>',
  ]);
});

test('a save that is based on an old version is told the present course and changes nothing', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, THREE);
  const admin = verbs.as('admin');
  const first = await updateCourse(verbs.services, admin, sent(course, { title: 'First' }));
  const late = updateCourse(verbs.services, admin, sent(course, { title: 'Late' }));
  await expect(late).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { title: 'First', version: first.version } },
  });
});

test('of two saves at the same moment one wins and the other is told', async ({ ownDb }) => {
  const verbs = await openVerbs(ownDb);
  const course = await makeCourse(verbs, THREE);
  const saves = ['A', 'B', 'C', 'D'].map((title) =>
    failureOf(updateCourse(verbs.services, verbs.as('admin'), sent(course, { title }))),
  );
  const outcomes = await Promise.all(saves);
  expect(outcomes.filter((outcome) => outcome === 'VERSION_CONFLICT')).toHaveLength(3);
});

test('the exam of a section survives an edit of the form, and is gone when it becomes a lesson', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, {
    content: [{ title: 'Final', content: 'Welcome', sectionType: 'exam' }],
  });
  const [section] = course.content;
  if (!section) throw new Error('a section was made');
  const exam = {
    intro: 'Welcome',
    passMark: 70,
    questions: [
      { id: 'q', kind: 'true-false', prompt: 'Really?', points: 1, explanation: 'KEY', answer: true },
    ],
  };
  await db.kysely
    .updateTable('course_content')
    .set({ exam: JSON.stringify(exam) })
    .execute();
  const reloaded = await loadEditCourse(db.kysely, course.id);
  const written = reloaded?.content[0];
  if (!written) throw new Error('no section');
  const admin = verbs.as('admin');
  const edited = await updateCourse(
    verbs.services,
    admin,
    sent(course, { content: [{ ...written, content: 'Changed' }] }),
  );
  expect(edited.content[0]?.exam?.questions).toHaveLength(1);
  const shown = await getSection(verbs.services, admin, { slug: course.slug, key: section.key });
  expect(shown).toMatchObject({ access: 'open', html: expect.stringMatching(/^<p>Changed<\/p>$/) });
  expect(JSON.stringify(shown)).not.toContain('KEY');
  const lesson = await updateCourse(
    verbs.services,
    admin,
    sent(edited, { content: [{ ...section, sectionType: 'lesson' }] }),
  );
  expect(lesson.content[0]?.exam).toBeNull();
});

test('questions written in the form are kept, come back, and are left alone by who does not send them', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const content = [{ title: 'Final', sectionType: 'exam' as const, content: 'Begin **here**.' }];
  const course = await makeCourse(verbs, { content });
  const section = course.content[0];
  if (!section) throw new Error('no section');
  const exam = examForm.parse({
    passMark: 60,
    settings: { ...DEFAULT_SETTINGS, shuffle: true },
    questions: [
      { id: 'q-1', kind: 'true-false', prompt: 'So?', points: 1, explanation: '', answer: true },
      { id: 'q-2', kind: 'number', prompt: 'How many?', points: 2, explanation: '', answer: 4, unit: 'm' },
    ],
  });
  const save = (from: EditCourse, change: Partial<EditCourse['content'][number]>) =>
    updateCourse(verbs.services, verbs.as('admin'), sent(from, { content: [{ ...section, ...change }] }));
  const saved = await save(course, { exam });
  expect(saved.content[0]).toMatchObject({ id: section.id, exam });
  const { exam: _, ...rest } = section;
  const { id, version } = saved;
  const input = courseForm.parse({ ...saved, content: [{ ...rest, title: 'Finale' }] });
  const renamed = await updateCourse(verbs.services, verbs.as('admin'), { ...input, id, version });
  expect(renamed.content[0]).toMatchObject({ title: 'Finale', exam });
  const { rows } = await db.pool.query("select exam->>'intro' as intro from course_content");
  expect(rows).toEqual([{ intro: 'Begin **here**.' }]);
});

test('a question names a lesson of its course; one that was removed may stay, any other is refused', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const content = [{ title: 'Joins' }, { title: 'Final', sectionType: 'exam' as const }];
  const course = await makeCourse(verbs, { content });
  const save = (from: EditCourse, lesson: string, sections = course.content) => {
    const exam = examForm.parse({
      passMark: 60,
      questions: [
        {
          id: 'q-1',
          kind: 'true-false',
          prompt: 'So?',
          points: 1,
          explanation: '',
          answer: true,
          tags: ['joins'],
          lesson,
        },
      ],
    });
    const written = sections.map((each) => (each.sectionType === 'exam' ? { ...each, exam } : each));
    return updateCourse(verbs.services, verbs.as('admin'), sent(from, { content: written }));
  };
  const saved = await save(course, 'joins');
  expect(saved.content[1]?.exam?.questions[0]).toMatchObject({ tags: ['joins'], lesson: 'joins' });
  expect(await failureOf(save(saved, 'unknown'))).toBe('BAD_INPUT');
  expect(await failureOf(save(saved, 'final'))).toBe('BAD_INPUT');
  const removed = await save(saved, 'joins', saved.content.slice(1));
  expect(removed.content.map(({ key }) => key)).toEqual(['final']);
  const later = await save(removed, 'joins', removed.content);
  expect(later.content[0]?.exam?.questions[0]?.lesson).toBe('joins');
});

test('a foreign section, a taken slug, an unknown category and an unknown course are refused', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, THREE);
  const other = await makeCourse(verbs, { slug: 'other', content: [{ title: 'Foreign' }] });
  const save = (change: Partial<EditCourse>) =>
    failureOf(updateCourse(verbs.services, verbs.as('admin'), sent(course, change)));
  const nobody = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
  expect(await save({ content: other.content })).toBe('SECTION_NOT_FOUND');
  expect(await save({ slug: 'other' })).toBe('SLUG_TAKEN');
  expect(await save({ categories: [nobody] })).toBe('CATEGORY_NOT_FOUND');
  expect(await save({ id: nobody })).toBe('COURSE_NOT_FOUND');
});

test('only administrators save', async ({ db }) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, THREE);
  const save = (who: 'premium' | 'visitor') =>
    failureOf(updateCourse(verbs.services, verbs.as(who), sent(course)));
  expect(await save('premium')).toBe('ADMINISTRATOR_REQUIRED');
  expect(await save('visitor')).toBe('SIGN_IN_REQUIRED');
});

test('the audit row holds before and after', async ({ db }) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, THREE);
  await updateCourse(verbs.services, verbs.as('admin'), sent(course, { title: 'Renamed' }));
  const row = await db.kysely
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'course.update')
    .executeTakeFirstOrThrow();
  const { viewer } = verbs.as('admin');
  expect(row).toMatchObject({
    actor_id: viewer.kind === 'member' ? viewer.userId : '',
    before: { title: 'SQL from Scratch', version: 1 },
    after: { title: 'Renamed', version: 2 },
  });
});

test('sections are added at the end and removed without a gap, each time with a new version', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, THREE);
  const admin = verbs.as('admin');
  const added = await addSection(verbs.services, admin, {
    id: course.id,
    title: 'One',
    chapter: 'Last things',
    content: 'more',
    type: 'text',
    sectionType: 'lab',
    videoUrl: '',
    captionsUrl: '',
    required: true,
    sample: false,
    opensAt: null,
    opensAfterDays: null,
  });
  expect(added).toMatchObject({
    version: 2,
    section: { key: 'one-2', chapter: 'Last things', order: 4, sectionType: 'lab' },
  });
  const target = { id: course.id, sectionId: course.content[1]?.id ?? '' };
  expect(await removeSection(verbs.services, admin, target)).toEqual({ version: 3 });
  const rows = await selectSections(db.kysely, course.id);
  expect(rows.map(({ key, sort_order }) => [key, sort_order])).toEqual([
    ['one', 1],
    ['three', 2],
    ['one-2', 3],
  ]);
  expect(await failureOf(removeSection(verbs.services, admin, target))).toBe('SECTION_NOT_FOUND');
  expect(await failureOf(removeSection(verbs.services, verbs.as('basic'), target))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});
