import { expect } from 'vitest';
import { courseForm, sectionForm } from '#contract/courses/course-form';
import { progressForm } from '#contract/courses/learning';
import { type ExamForm, examForm } from '#contract/exams/exam-form';
import { createCategory } from '#server/areas/categories/create-category';
import { addSection } from '#server/areas/courses/editing/add-section';
import { createCourse } from '#server/areas/courses/editing/create-course';
import { getEditCourse } from '#server/areas/courses/editing/get-edit-course';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import { removeSection } from '#server/areas/courses/trash/remove-section';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openVerbs, type Verbs } from '#tests/kit/verbs';
import { enrol } from './enrol.ts';
import { getProgress } from './get-progress.ts';
import { saveProgress } from './save-progress.ts';

const LEARNERS = 1000;
const EDITS = process.env.PROVE ? 10_000 : 100;

test('authors edit a live course with a thousand learners: nobody loses anything that was reached', {
  timeout: process.env.PROVE ? 3_600_000 : 180_000,
}, async ({ ownDb: db }) => {
  const school = await openSchool(db);
  await school.fill();
  // The database of the tests is not cleaned by itself.
  await db.pool.query('vacuum analyze');
  const { rows: first } = await db.pool.query('select count(*)::int as n from kept_progress');
  expect(first[0].n).toBeGreaterThan(LEARNERS);
  for (let edit = 1; edit <= EDITS; edit += 1) {
    await school.edit();
    await school.study();
    if (edit % 50 === 0) expect(await school.losses()).toEqual(NOTHING);
    if (edit % 500 === 0) await db.pool.query('vacuum analyze');
  }
  expect(await school.losses()).toEqual(NOTHING);
  const { rows } = await db.pool.query(
    'select count(*)::int as n from section_registry where removed_at is not null',
  );
  expect(rows[0].n).toBeGreaterThan(EDITS / 20);
});

test('what a removed section held back is complete once it is gone', async ({ db }) => {
  const { admin, courseId, learner, services, sections } = await openSchool(db);
  const [one, two] = await sections();
  await enrol(services, learner, { courseId });
  for (const { id } of (await sections()).slice(1)) await mark({ services, learner }, id);
  const open = await getProgress(services, learner, { courseId });
  expect(open).toMatchObject({ completedAt: null, done: 3, total: 4 });
  await removeSection(services, admin, { id: courseId, sectionId: one?.id ?? '' });
  expect(await getProgress(services, learner, { courseId })).toMatchObject({
    completedAt: expect.any(String),
    done: 3,
    total: 3,
  });
  await removeSection(services, admin, { id: courseId, sectionId: two?.id ?? '' });
  const { rows } = await db.pool.query(
    `select p.marked, r.title, r.removed_at is not null as removed
     from section_progress p join section_registry r on r.id = p.section_id where r.id = $1`,
    [two?.id],
  );
  expect(rows).toEqual([{ marked: true, title: 'Two', removed: true }]);
  const { rows: reported } = await db.pool.query("select 1 from audit_log where action = 'course.complete'");
  expect(reported).toHaveLength(1);
});

test('a lesson that becomes an exam is done by passing it alone, and a pass outlives that it was a lesson', async ({
  db,
}) => {
  const { admin, courseId, learner, load, sections, services } = await openSchool(db);
  const [one, , , four] = (await sections()).map(({ id }) => id) as [string, string, string, string];
  await enrol(services, learner, { courseId });
  for (const { id } of (await sections()).slice(0, 3)) await mark({ services, learner }, id);
  const become = async (sectionType: 'lesson' | 'exam', exam?: ExamForm) => {
    const course = await load();
    const content = course.content.map((each) => (each.id === one ? { ...each, sectionType, exam } : each));
    await updateCourse(services, admin, {
      ...courseForm.parse({ ...course, content }),
      id: courseId,
      version: course.version,
    });
  };
  const progress = () => getProgress(services, learner, { courseId });
  await become('exam', EXAM);
  expect(await progress()).toMatchObject({ done: 2, total: 4 });
  await mark({ services, learner }, four);
  await mark({ services, learner }, one);
  expect(await progress()).toMatchObject({ completedAt: null, done: 3, total: 4 });
  // Saved without questions it counts no longer; with them the course isn't complete without it.
  await become('lesson');
  await become('exam', { ...EXAM, questions: [] });
  expect(await progress()).toMatchObject({ completedAt: expect.any(String), done: 3, total: 3 });
  await become('exam', EXAM);
  expect(await progress()).toMatchObject({ completedAt: null, done: 3, total: 4 });
  await db.pool.query(
    `with version as (insert into exam_versions (section_id, fingerprint, exam, html) values ($1, 'f', '{}', '{}') returning id)
     insert into exam_attempts (user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, result)
     select p.user_id, $1, version.id, 1, now(), now(), 'candidate', true, '{"percent": 90}'
     from version, section_progress p where p.section_id = $1`,
    [one],
  );
  await db.pool.query('update section_progress set done_at = now() where section_id = $1', [one]);
  await become('lesson');
  await become('exam', EXAM);
  expect(await progress()).toMatchObject({ done: 4, total: 4 });
});

const EXAM = examForm.parse({
  passMark: 60,
  questions: [{ id: 'q-1', kind: 'true-false', prompt: 'So?', points: 1, explanation: '', answer: true }],
});
const NOTHING = { progress: 0, completions: 0, attempts: 0, orphans: 0, doubled: 0 };

async function openSchool(db: Db) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const { id: category } = await createCategory(services, admin, {
    name: 'Live',
    description: '',
  });
  const section = (title: string, sectionType = 'lesson') => ({
    title,
    content: `Text of ${title}.`,
    sectionType,
  });
  const form = courseForm.parse({
    title: 'Live',
    description: 'Edited while it is studied.',
    slug: 'live-course',
    categories: [category],
    thumbnail: '/covers/live.svg',
    content: [section('One'), section('Two'), section('Three', 'lab'), section('Four')],
  });
  const { id: courseId } = await createCourse(services, admin, form);
  const load = () => getEditCourse(services, admin, { id: courseId });
  const sections = async () => (await load()).content;
  const random = seeded(7);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  let made = 0;

  /** One save of the form, or one of its two buttons that save at once. */
  const edit = async () => {
    const course = await load();
    const kind = random();
    made += 1;
    const added = { title: `Added ${made}`, content: 'New.', sectionType: random() < 0.2 ? 'lab' : 'lesson' };
    if (kind < 0.15) {
      await addSection(services, admin, { ...sectionForm.omit({ id: true }).parse(added), id: courseId });
      return;
    }
    const gone = course.content.length > 3 ? pick(course.content) : undefined;
    if (kind < 0.3 && gone) {
      await removeSection(services, admin, { id: courseId, sectionId: gone.id });
      return;
    }
    const left = random() < 0.5 ? course.content.filter(({ id }) => id !== gone?.id) : course.content;
    const changed = pick(left)?.id;
    const content = (random() < 0.5 ? shuffled(left) : left).map((each) =>
      each.id === changed ? { ...each, title: `Renamed ${made}`, content: `Rewritten ${made}.` } : each,
    );
    await updateCourse(services, admin, {
      ...courseForm.parse({
        ...course,
        content: random() < 0.4 && content.length < 12 ? [...content, added] : content,
      }),
      id: courseId,
      version: course.version,
    });
  };

  /** A learner goes on meanwhile; what was reached is noted down beside. */
  const study = async () => {
    const id = pick(await sections())?.id;
    if (id) await mark({ services, learner: verbs.as('free') }, id);
    await db.pool.query(`insert into kept_progress select * from section_progress p
      where not exists (select from kept_progress k where k.user_id = p.user_id and k.section_id = p.section_id)`);
  };

  const fill = async () => {
    await db.pool.query(
      `with people as (insert into users (name, email, email_verified)
         select 'L' || n, 'l' || n || '@live.test', true from generate_series(1, $2::int) n returning id)
       insert into enrolments (user_id, course_id) select id, $1 from people`,
      [courseId, LEARNERS],
    );
    await enrol(services, verbs.as('free'), { courseId });
    await db.pool.query(`
      insert into section_progress (user_id, section_id, course_id, reached, marked, position_at, done_at)
      select e.user_id, s.id, s.course_id, 1, true, now(), now() from enrolments e join course_content s using (course_id)
      where hashtext(e.user_id::text || s.key) % 2 = 0`);
    await db.pool.query('update enrolments set completed_at = now() where hashtext(user_id::text) % 3 = 0');
    await db.pool.query(
      `
      with version as (insert into exam_versions (section_id, fingerprint, exam, html)
        select id, 'f', '{}', '{}' from course_content where course_id = $1 limit 2 returning id, section_id)
      insert into exam_attempts (user_id, section_id, version_id, number, started_at)
      select e.user_id, v.section_id, v.id, 1, now() from version v cross join (select user_id from enrolments limit 50) e`,
      [courseId],
    );
    await db.pool.query('create table kept_progress as select * from section_progress');
    await db.pool.query('alter table kept_progress add primary key (user_id, section_id)');
    await db.pool.query('create table kept_attempts as select * from exam_attempts');
    await db.pool.query(
      'create table kept_completions as select * from enrolments where completed_at is not null',
    );
  };

  /** What was there and is not, or is less now; what hangs on nothing; what is there twice. */
  const losses = async () => {
    const { rows } = await db.pool.query(`select
      (select count(*)::int from kept_progress k left join section_progress p using (user_id, section_id)
        where p.user_id is null or p.reached < k.reached or k.marked and not p.marked
          or p.done_at is distinct from k.done_at and k.done_at is not null) as progress,
      (select count(*)::int from kept_completions k left join enrolments e using (user_id, course_id)
        where e.completed_at is distinct from k.completed_at) as completions,
      (select count(*)::int from kept_attempts k left join exam_attempts a using (id, version_id) where a.id is null) as attempts,
      (select count(*)::int from section_progress p
        where not exists (select from section_registry r where r.id = p.section_id and r.course_id = p.course_id)
          or not exists (select from enrolments e where e.user_id = p.user_id and e.course_id = p.course_id)) as orphans,
      (select count(*)::int from section_registry r full join course_content s using (id)
        where r.id is null or (s.id is null) <> (r.removed_at is not null)) as doubled`);
    return rows[0];
  };
  return { admin, courseId, edit, fill, learner: verbs.as('free'), load, losses, sections, services, study };
}

async function mark(
  { learner, services }: { learner: ReturnType<Verbs['as']>; services: Verbs['services'] },
  id: string,
) {
  const at = services.clock.now().toISOString();
  await saveProgress(services, learner, { id, ...progressForm.parse({ at, marked: true, reached: 0.5 }) });
}

/** The same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
