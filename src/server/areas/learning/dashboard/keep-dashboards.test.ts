import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { Db } from '#server/db/client';
import { START } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { startKeeper } from '#tests/kit/run/start-keeper';
import { openVerbs } from '#tests/kit/verbs';
import { enrol } from '../enrol.ts';
import { saveProgress } from '../save-progress.ts';
import { dashboardAgain } from './dashboard-again.ts';
import { DASHBOARD } from './dashboard-sql.ts';
import { getDashboard } from './get-dashboard.ts';
import { keepDashboards } from './keep-dashboards.ts';

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(START.getTime() + days * DAY_MS);

/** A learner in a course of three sections, by a process that keeps; `look` asks it, `read` asks the database. */
async function openClass(ownDb: Db) {
  const { changes, db } = await startKeeper(ownDb, 1, keepDashboards);
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const caller = verbs.as('premium');
  const { viewer } = caller;
  if (viewer.kind !== 'member') throw new Error('the caller is a member');
  const { rows } = await ownDb.pool.query<{ id: string; sections: string[] }>(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level, published_at, certificate)
       values ('Ladders', 'D', 'ladders', '/c.svg', 'free', $1, true) returning id),
     sections as (insert into course_content (course_id, key, title, created_at, sort_order)
       select id, 's-' || n, 'Section ' || n, $1, n from made, generate_series(1, 3) n returning id, sort_order)
     select (select id from made) as id, array(select id::text from sections order by sort_order) as sections`,
    [at(-100)],
  );
  const [{ id, sections } = { id: '', sections: [] }] = rows;
  const [first = '', second = ''] = sections;
  await enrol(services, caller, { courseId: id });
  const again = () => dashboardAgain(services, viewer);
  const look = async () =>
    JSON.parse((await again()) ?? JSON.stringify(await getDashboard(services, caller)));
  const read = async () => JSON.parse(JSON.stringify(await getDashboard({ ...services, db: ownDb }, caller)));
  const save = (sectionId: string, seconds = 0, marked = false) =>
    saveProgress(services, caller, {
      ...{ id: sectionId, reached: 0.2, watched: [], duration: 0, marked, position: 0.1 },
      at: new Date(services.clock.now().getTime() + seconds * 1000).toISOString(),
    });
  const keep = async () => {
    await look();
    expect(await again(), 'kept').not.toBeNull();
  };
  return { again, caller, changes, courseId: id, db, first, keep, look, read, save, second, verbs, viewer };
}

const BY = '$1::uuid is not null and $2::uuid is not null and $3::timestamptz is not null';
/** $1 is the learner, $2 the course, $3 now, $4 a section. */
const CHANGES: readonly (readonly [string, string])[] = [
  [
    'a section that is done',
    'insert into section_progress (user_id, section_id, course_id, position_at, done_at) values ($1, $4, $2, $3, $3)',
  ],
  ['progress that is taken back', `delete from section_progress where user_id = $1 and ${BY}`],
  ['a course that is renamed', `update courses set title = 'Stairs' where id = $2 and ${BY}`],
  [
    'a section that is added',
    `insert into course_content (course_id, key, title, created_at, sort_order) select $2, 'new', 'New', $3, 9 where ${BY}`,
  ],
  [
    'a section that gets a date',
    `update course_content set opens_at = $3::timestamptz + interval '3 days' where id = $4 and ${BY}`,
  ],
  ['a course that is left', 'update enrolments set left_at = $3 where user_id = $1 and course_id = $2'],
  [
    'a course that is taken up again',
    `update enrolments set left_at = null where user_id = $1 and course_id = $2 and ${BY}`,
  ],
  [
    'a course that is completed',
    'update enrolments set completed_at = $3 where user_id = $1 and course_id = $2',
  ],
  ['a course that is hidden', `update courses set state = 'draft' where id = $2 and ${BY}`],
];

test('what changes by a connection of the process is shown once it is committed, and by any other a moment later', async ({
  ownDb,
}) => {
  const school = await openClass(ownDb);
  const { courseId, db, first, keep, look, read, viewer } = school;
  for (const [name, text] of CHANGES) {
    await keep();
    const before = await read();
    const client = name.length % 2 === 0 ? db.pool : ownDb.pool;
    const all = [viewer.userId, courseId, at(1), first];
    await client.query(text, all.slice(0, text.includes('$4') ? 4 : 3));
    const now = await read();
    expect(now, name).not.toEqual(before);
    if (client === db.pool) expect(await look(), name).toEqual(now);
    else await vi.waitFor(async () => expect(await look(), name).toEqual(now));
  }
});

/** Five more courses of three sections each, the learner in them; answers the sections of all six. */
async function studyMore(ownDb: Db, { caller, courseId, verbs }: Awaited<ReturnType<typeof openClass>>) {
  await ownDb.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level, published_at)
       select 'Course ' || k, 'D', 'course-' || k, '/c.svg', 'free', $1 from generate_series(1, 5) k returning id)
     insert into course_content (course_id, key, title, created_at, sort_order)
     select id, 's-' || n, 'Section ' || n, $1, n from made, generate_series(1, 3) n`,
    [at(-100)],
  );
  const { rows } = await ownDb.pool.query<{ id: string; sections: string[] }>(
    `select c.id, array_agg(s.id::text order by s.sort_order) as sections
     from courses c join course_content s on s.course_id = c.id group by c.id order by c.id = $1 desc, c.slug`,
    [courseId],
  );
  for (const { id } of rows) {
    verbs.wait(1);
    await enrol(verbs.services, caller, { courseId: id });
  }
  return rows;
}

test('after the usual save nothing is read again, and after others two parts are', async ({ ownDb }) => {
  const school = await openClass(ownDb);
  const { again, db, keep, read, save, verbs } = school;
  const courses = await studyMore(ownDb, school);
  const section = (course: number, n: number) => courses[course]?.sections[n] ?? '';
  const change = (text: string, ...values: unknown[]) => db.pool.query(text, values);
  const complete = (course: number) =>
    change('update enrolments set completed_at = $1 where course_id = $2', at(0), courses[course]?.id);
  await save(section(4, 2), 0, true);
  // The learner has not seen yet that this one was added.
  await change('update course_content set created_at = $1 where id = $2', at(1), section(3, 1));
  verbs.wait(2 * 86_400);
  const steps: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    ['a section of the course used last', 0, () => save(section(4, 0))],
    ['the same section a moment later', 0, () => save(section(4, 0))],
    ['a section of another course', 0, () => save(section(2, 1))],
    ['two courses', 0, () => save(section(4, 1), -1).then(() => save(section(2, 0)))],
    ['a course that is not shown', 1, () => save(section(0, 0))],
    ['a section that is done', 1, () => save(section(4, 2))],
    ['a section of a course with something new', 1, () => save(section(3, 0))],
    ['the new section', 1, () => save(section(3, 1))],
    ['what a device tells late', 1, () => save(section(4, 1), -8)],
    ['two sections at one moment', 1, () => save(section(4, 0)).then(() => save(section(4, 1)))],
    ['two devices, the later one first', 1, () => save(section(4, 0)).then(() => save(section(2, 1), -1))],
  ];
  const completed: typeof steps = [
    ['a course that was completed', 0, () => save(section(5, 1))],
    ['one in progress', 0, () => save(section(0, 1))],
  ];
  const take = async ([name, statements, work]: (typeof steps)[number]) => {
    await keep();
    verbs.wait(5);
    await work();
    const asked = vi.spyOn(db.pool, 'query');
    const reply = await again();
    expect(asked, name).toHaveBeenCalledTimes(statements);
    expect(JSON.parse(reply ?? '{}'), name).toEqual(await read());
    asked.mockClear();
    expect(await again(), name).toBe(reply);
    expect(asked, name).not.toHaveBeenCalled();
    asked.mockRestore();
  };
  for (const step of steps) await take(step);
  for (const course of [1, 3, 4]) await complete(course);
  await save(section(5, 0));
  await complete(5);
  for (const step of completed) await take(step);
});

test('whatever is saved in whatever order, what is kept is what the database answers', async ({ ownDb }) => {
  const school = await openClass(ownDb);
  const courses = await studyMore(ownDb, school);
  const saved = fc.record({
    course: fc.nat(5),
    section: fc.nat(2),
    seconds: fc.constantFrom(0, 0, 0, -1, -20),
    wait: fc.constantFrom(0, 1, 15),
    isDone: fc.integer({ min: 1, max: 12 }).map((n) => n === 1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(saved, { minLength: 1, maxLength: 4 }), async (saves) => {
      await school.look();
      for (const { course, isDone, seconds, section, wait } of saves) {
        school.verbs.wait(wait);
        await school.save(courses[course]?.sections[section] ?? '', seconds, isDone);
      }
      expect(await school.look()).toEqual(await school.read());
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

test('a section that is renamed while a save of it waits is shown by its new name', async ({ ownDb }) => {
  const { db, first, keep, look, read, save, verbs } = await openClass(ownDb);
  await keep();
  verbs.wait(5);
  const other = await ownDb.pool.connect();
  await other.query('begin');
  await other.query('select from enrolments for update');
  const saving = save(first);
  await vi.waitFor(async () => {
    const { rows } = await ownDb.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(1);
  });
  await db.pool.query("update course_content set title = 'Renamed' where id = $1", [first]);
  await keep();
  await other.query('commit');
  other.release();
  await saving;
  const shown = await look();
  expect(shown.courses[0].next.title).toBe('Renamed');
  expect(shown).toEqual(await read());
});

test('a date takes away what was kept before it, and the time of the reply is the present one', async ({
  ownDb,
}) => {
  const { again, db, keep, look, read, second, verbs } = await openClass(ownDb);
  await db.pool.query('update course_content set opens_at = $2 where id = $1', [second, at(20)]);
  await keep();
  verbs.wait(5 * 86_400);
  expect((await look()).deadlines).toEqual([]);
  expect((await look()).asOf).toBe(at(5).toISOString());
  verbs.wait(2 * 86_400);
  expect(await again()).toBeNull();
  expect(await look()).toEqual(await read());
  expect((await look()).deadlines).toHaveLength(1);
});

test('nobody else is answered with it, and nothing is kept beside another process', async ({ ownDb }) => {
  const { again, changes, keep, look, read, save, second, verbs, viewer } = await openClass(ownDb);
  await keep();
  expect(await dashboardAgain(verbs.services, { ...viewer })).toBeNull();
  expect(await again()).not.toBeNull();
  const other = await startKeeper(ownDb, 2, keepDashboards);
  expect([changes.isAlone(), other.changes.isAlone()]).toEqual([false, false]);
  await look();
  expect(await again()).toBeNull();
  await save(second);
  expect(await look()).toEqual(await read());
});

test('every table that a dashboard is made of tells of its changes', async ({ ownDb }) => {
  const { rows } = await ownDb.pool.query<{ tables: string[] }>(
    `select array_agg(distinct c.relname::text order by c.relname::text) as tables from pg_trigger t
     join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where p.proname in ('tell_shown_changed', 'tell_content_changed', 'tell_used')`,
  );
  const read = await tablesOf(ownDb);
  expect(read).toContain('enrolments');
  expect(rows[0]?.tables).toEqual(expect.arrayContaining(read));
});

/** The tables that the statement of the dashboard reads, by its plan. */
async function tablesOf(ownDb: Db): Promise<string[]> {
  const client = await ownDb.pool.connect();
  try {
    const preparing = `prepare asked as ${DASHBOARD}`;
    await client.query(preparing);
    const { rows } = await client.query("explain (format json) execute asked('[]')");
    const names = JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g);
    return [...new Set([...names].map(([, name = '']) => name))].sort();
  } finally {
    client.release();
  }
}
