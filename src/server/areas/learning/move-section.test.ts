import { expect } from 'vitest';
import { courseForm, sectionForm } from '#contract/courses/course-form';
import type { EditCourse } from '#contract/courses/courses';
import { progressForm } from '#contract/courses/learning';
import { examForm } from '#contract/exams/exam-form';
import { getSection as getPublicSection } from '#server/areas/courses/catalogue/get-section';
import { addSection } from '#server/areas/courses/editing/add-section';
import { getEditCourse } from '#server/areas/courses/editing/get-edit-course';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import { moveSection } from '#server/areas/courses/moving/move-section';
import { listVersions } from '#server/areas/courses/versions/list-versions';
import { restoreVersion } from '#server/areas/courses/versions/restore-version';
import type { Db } from '#server/db/client';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { makeLab } from '#tests/kit/lab-room';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { enrol } from './enrol.ts';
import { getProgress } from './get-progress.ts';
import { leaveCourse } from './leave-course.ts';
import { listNotes } from './notes/list-notes.ts';
import { saveNote } from './notes/save-note.ts';
import { saveBookmark } from './save-bookmark.ts';
import { saveProgress } from './save-progress.ts';

const EXAM = examForm.parse({
  passMark: 60,
  questions: [
    {
      id: 'q-1',
      kind: 'true-false',
      prompt: 'So?',
      points: 1,
      explanation: '',
      answer: true,
      lesson: 'joins',
    },
  ],
});

async function openSchool(db: Db, { examNames = false } = {}) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const exam = { title: 'Final', sectionType: 'exam' as const, exam: EXAM };
  const from = await makeCourse(verbs, {
    slug: 'free-course',
    content: [
      { title: 'Joins', content: 'canary-joins' },
      { title: 'Views', content: 'canary-views' },
      ...(examNames ? [exam] : []),
    ],
  });
  const to = await makeCourse(verbs, {
    slug: 'premium-course',
    title: 'More SQL',
    subscriptionLevel: 'premium',
    content: [
      { title: 'Joins', content: 'Other joins', chapter: 'One' },
      { title: 'Plans', content: 'Plans', chapter: 'One' },
    ],
  });
  const load = ({ id }: EditCourse) => getEditCourse(services, admin, { id });
  const move = (at = 0, place: { after?: string | null; chapter?: string } = {}) =>
    moveSection(services, admin, {
      id: from.id,
      sectionId: from.content[at]?.id ?? '',
      to: to.id,
      after: null,
      chapter: '',
      ...place,
    });
  return { ...verbs, admin, from, to, load, move };
}

const mark = (marked: boolean) => progressForm.parse({ at: '2026-11-20T10:00:00.000Z', marked });

test('a section takes its place and chapter in the other course, and both courses keep a version', async ({
  db,
}) => {
  const { admin, from, load, move, services, to } = await openSchool(db);
  const moved = await move(0, { after: to.content[0]?.id ?? null, chapter: 'One' });
  expect(moved).toEqual({
    version: from.version + 1,
    course: { id: to.id, title: 'More SQL', slug: 'premium-course' },
    key: 'joins-2',
  });
  expect((await load(from)).content.map(({ order, title }) => [order, title])).toEqual([[1, 'Views']]);
  const there = await load(to);
  expect(there.content.map(({ chapter, id, key, order }) => [id, key, chapter, order])).toEqual([
    [to.content[0]?.id, 'joins', 'One', 1],
    [from.content[0]?.id, 'joins-2', 'One', 2],
    [to.content[1]?.id, 'plans', 'One', 3],
  ]);
  expect(there.version).toBe(to.version + 1);
  for (const { id, version } of [from, to]) {
    const { items } = await listVersions(services, admin, { id });
    expect(items.map((item) => item.version)).toEqual([version + 1, version]);
  }
  const { rows } = await db.pool.query(
    "select entity_id, before->>'title' as left, after->>'title' as came from audit_log where action = 'course.move-section' order by id",
  );
  expect(rows).toEqual([
    { entity_id: from.id, left: 'Joins', came: null },
    { entity_id: to.id, left: null, came: 'Joins' },
  ]);
});

test('progress, notes and bookmarks go with it, and the course that it left is complete without it', async ({
  db,
}) => {
  const { as, from, move, services, to } = await openSchool(db);
  const [free, premium] = [as('free'), as('premium')];
  const [joins, views] = from.content.map(({ id }) => id);
  for (const learner of [free, premium]) {
    await enrol(services, learner, { courseId: from.id });
    await saveProgress(services, learner, { id: views ?? '', ...mark(true) });
  }
  await saveProgress(services, premium, { id: joins ?? '', ...mark(true) });
  await saveNote(services, premium, { id: joins ?? '', body: 'Mine', version: 0 });
  await saveBookmark(services, premium, { id: joins ?? '', bookmarked: true });
  await saveProgress(services, free, { id: joins ?? '', ...mark(false) });
  await move();
  expect(await getProgress(services, free, { courseId: from.id })).toMatchObject({
    completedAt: expect.any(String),
    done: 1,
    total: 1,
  });
  await enrol(services, premium, { courseId: to.id });
  expect(await getProgress(services, premium, { courseId: to.id })).toMatchObject({ done: 1, total: 3 });
  expect(await listNotes(services, premium, { courseId: to.id })).toMatchObject([
    { key: 'joins-2', body: 'Mine', bookmarked: true },
  ]);
  expect(await listNotes(services, premium, { courseId: from.id })).toEqual([]);
  const { rows } = await db.pool.query(
    `select (select count(*)::int from section_progress where section_id = $1 and course_id <> $2) as strays,
       (select count(*)::int from enrolments where course_id = $3 and last_section_id = $1) as resumes,
       (select course_id from section_registry where id = $1) as course`,
    [joins, to.id, from.id],
  );
  expect(rows).toEqual([{ strays: 0, resumes: 0, course: to.id }]);
});

test('days after enrollment count from the enrollment, not from when a section was moved in', async ({
  db,
}) => {
  const { as, from, move, services, to } = await openSchool(db);
  const [free, premium] = [as('free'), as('premium')];
  const joins = from.content[0]?.id ?? '';
  for (const learner of [free, premium]) {
    await enrol(services, learner, { courseId: from.id });
    await saveProgress(services, learner, { id: joins, ...mark(true) });
  }
  await move();
  const before = new Date(services.clock.now().getTime() - 8 * 86_400_000);
  await db.pool.query('update enrolments set enrolled_at = $2, left_at = $2 where course_id = $1', [
    to.id,
    before,
  ]);
  await db.pool.query(
    "update course_content set opens_after_days = 7 where key = 'plans' and course_id = $1",
    [to.id],
  );
  const plans = { id: to.content[1]?.id, reason: 'opens-at' };
  expect((await enrol(services, premium, { courseId: to.id })).locks).toMatchObject([plans]);
  const { locks } = await getProgress(services, premium, { courseId: to.id });
  expect(locks).toMatchObject([plans]);

  // Whoever left and comes back is enrolled since the first time.
  await db.pool.query('update enrolments set enrolled_at = $2 where course_id = $1', [to.id, before]);
  await leaveCourse(services, premium, { courseId: to.id });
  expect((await enrol(services, premium, { courseId: to.id })).locks).toEqual([]);
});

test("the plan of the new course decides who reads it, and its old address tells no more than the new one's", async ({
  db,
}) => {
  const { admin, as, from, move, services, to } = await openSchool(db);
  const read = (who: Parameters<typeof as>[0], slug: string, key: string) =>
    getPublicSection(services, as(who), { slug, key });
  expect(await read('free', 'free-course', 'joins')).toMatchObject({ access: 'open' });
  await enrol(services, as('free'), { courseId: from.id });
  await move();
  for (const who of ['visitor', 'free', 'premium'] as const)
    expect(await read(who, 'free-course', 'joins')).toEqual({
      access: 'moved',
      slug: 'premium-course',
      key: 'joins-2',
    });
  for (const who of ['visitor', 'free'] as const) {
    const closed = await read(who, 'premium-course', 'joins-2');
    expect(closed).toMatchObject({ access: 'locked', slug: 'premium-course' });
    expect(JSON.stringify(closed)).not.toContain('canary');
  }
  const refused = saveProgress(services, as('free'), { id: from.content[0]?.id ?? '', ...mark(true) });
  expect(await failureOf(refused)).toBe('NOT_ENROLLED');
  expect(await read('premium', 'premium-course', 'joins-2')).toMatchObject({
    access: 'open',
    html: expect.stringContaining('canary-joins'),
  });

  // A course that isn't public isn't named.
  await db.kysely.updateTable('courses').set({ state: 'draft' }).where('id', '=', to.id).execute();
  for (const who of ['visitor', 'free', 'premium'] as const)
    expect(await failureOf(read(who, 'free-course', 'joins'))).toBe('SECTION_NOT_FOUND');
  expect(await getPublicSection(services, admin, { slug: 'free-course', key: 'joins' })).toMatchObject({
    access: 'moved',
  });
});

test('a lab keeps its checks and what learners wrote in it', async ({ db }) => {
  const { as, from, move, services, to } = await openSchool(db);
  const sectionId = await makeLab(services, { courseId: from.id, sectionId: from.content[1]?.id });
  const { viewer } = as('free');
  await db.pool.query(
    'insert into lab_work (user_id, section_id, files, updated_at) values ($1, $2, $3, now())',
    [viewer.kind === 'member' ? viewer.userId : null, sectionId, '{"a.js":"1"}'],
  );
  await move(1, { after: to.content[1]?.id ?? null });
  const { rows } = await db.pool.query(
    `select l.course_id, l.key, l.version, w.files from current_labs l join lab_work w using (section_id) where l.section_id = $1`,
    [sectionId],
  );
  expect(rows).toEqual([{ course_id: to.id, key: 'views', version: 1, files: { 'a.js': '1' } }]);
});

test('what other parts of a course need stays in it, and a place that is gone is asked for again', async ({
  db,
}) => {
  const { admin, from, load, move, services, to } = await openSchool(db, { examNames: true });
  await expect(move(0)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    fields: { sectionId: expect.stringContaining('"Final" point to this lesson') },
  });
  await expect(move(2)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    fields: { sectionId: expect.stringContaining("Exams can't be moved") },
  });
  await expect(move(1, { after: to.content[0]?.id ?? null, chapter: '' })).rejects.toMatchObject({
    fields: { after: expect.any(String) },
  });
  await expect(move(1, { after: from.content[0]?.id ?? null })).rejects.toMatchObject({
    fields: { after: expect.any(String) },
  });
  const same = { id: from.id, sectionId: from.content[1]?.id ?? '', to: from.id, after: null, chapter: '' };
  await expect(moveSection(services, admin, same)).rejects.toMatchObject({
    fields: { to: expect.any(String) },
  });
  const unknown = { ...same, to: '00000000-0000-4000-8000-000000000000' };
  expect(await failureOf(moveSection(services, admin, unknown))).toBe('COURSE_NOT_FOUND');
  expect(await load(from)).toEqual(from);
  expect(await load(to)).toEqual(to);
});

test('two who move one section at once, and two who move in opposite directions, get one answer each', async ({
  ownDb: db,
}) => {
  const { admin, from, load, move, services, to } = await openSchool(db);
  const twice = await Promise.all([failureOf(move()), failureOf(move())]);
  expect(twice.filter((one) => one === 'SECTION_NOT_FOUND')).toHaveLength(1);
  const back = { id: to.id, sectionId: to.content[0]?.id ?? '', to: from.id, after: null, chapter: '' };
  const opposite = await Promise.all([failureOf(move(1)), failureOf(moveSection(services, admin, back))]);
  expect(opposite.map((one) => typeof one)).toEqual(['object', 'object']);
  for (const course of [from, to]) {
    const { content } = await load(course);
    expect(content.map(({ order }) => order)).toEqual(content.map((_, index) => index + 1));
  }
});

test.for([
  ['last', null],
  ['before another one', 1],
] as const)(
  'a save meets the move of a section that was studied %s: the progress is of the course that has it then',
  async ([, resumed], { ownDb: db }) => {
    const { as, from, move, services, to } = await openSchool(db);
    const learner = as('premium');
    const sections = from.content.map(({ id }) => id);
    const [joins = ''] = sections;
    const save = (id: string, marked: boolean) =>
      saveProgress(services, learner, { id, ...mark(marked), at: services.clock.now().toISOString() });
    for (const { id: courseId } of [from, to]) await enrol(services, learner, { courseId });
    for (const id of resumed === null ? sections.toReversed() : sections) await save(id, false);
    const gate = await db.pool.connect();
    const waiting = (number: number) =>
      expect
        .poll(async () => {
          const { rowCount } = await db.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rowCount;
        })
        .toBe(number);
    // The move has everything written, and isn't committed.
    await gate.query('begin; lock table audit_log in share mode');
    const moved = move();
    await waiting(1);
    const saved = save(joins, true);
    await waiting(2);
    await gate.query('commit');
    gate.release();
    await moved;
    expect(await saved).toMatchObject({ state: 'done' });
    const { rows } = await db.pool.query(
      `select p.course_id, p.marked, e.last_section_id from section_progress p
       join enrolments e on e.user_id = p.user_id and e.course_id = $2 where p.section_id = $1`,
      [joins, from.id],
    );
    const last_section_id = resumed === null ? null : sections[resumed];
    expect(rows).toEqual([{ course_id: to.id, marked: true, last_section_id }]);
  },
);

test('a save or a version that still names it gets a copy, and the moved section stays where it is', async ({
  db,
}) => {
  const { admin, from, load, move, services, to } = await openSchool(db);
  const { version } = await move();
  const stale = { ...courseForm.parse(from), id: from.id };
  expect(await failureOf(updateCourse(services, admin, { ...stale, version: from.version }))).toBe(
    'VERSION_CONFLICT',
  );
  const saved = await updateCourse(services, admin, { ...stale, version });
  expect(saved.content.map(({ key, title }) => [key, title])).toEqual([
    ['joins', 'Joins'],
    ['views', 'Views'],
  ]);
  expect(saved.content[0]?.id).not.toBe(from.content[0]?.id);
  // The lesson that has the key now is read, not the one that left.
  expect(await getPublicSection(services, admin, { slug: 'free-course', key: 'joins' })).toMatchObject({
    access: 'open',
  });
  await addSection(services, admin, {
    ...sectionForm.omit({ id: true }).parse({ title: 'New' }),
    id: from.id,
  });
  const restored = await restoreVersion(services, admin, {
    id: from.id,
    version: from.version,
    basedOn: (await load(from)).version,
  });
  expect(restored.content.map(({ title }) => title)).toEqual(['Joins', 'Views']);
  expect((await load(to)).content.map(({ id }) => id)).toContain(from.content[0]?.id);
});

test('who moves a section is an administrator', async ({ db }) => {
  const { as, from, services, to } = await openSchool(db);
  const input = { id: from.id, sectionId: from.content[0]?.id ?? '', to: to.id, after: null, chapter: '' };
  expect(await failureOf(moveSection(services, as('premium'), input))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(moveSection(services, as('visitor'), input))).toBe('SIGN_IN_REQUIRED');
});
