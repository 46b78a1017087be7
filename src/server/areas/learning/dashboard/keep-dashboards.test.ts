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
  const save = (sectionId: string) =>
    saveProgress(services, caller, {
      ...{ id: sectionId, reached: 0.2, watched: [], duration: 0, marked: false, position: 0.1 },
      at: services.clock.now().toISOString(),
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

test('saving progress takes away only what it changes', async ({ ownDb }) => {
  const { again, db, first, keep, read, save, second } = await openClass(ownDb);
  for (const section of [first, second, first]) {
    await keep();
    await save(section);
    const asked = vi.spyOn(db.pool, 'query');
    const reply = await again();
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockClear();
    expect(JSON.parse(reply ?? '{}')).toEqual(await read());
    expect(await again()).toBe(reply);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  }
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
