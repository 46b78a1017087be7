import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { Verdict } from '#domain/labs/verdict';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { PROCESS_LOCK, PROCESS_NUMBER } from '#server/db/presence';
import type { Judge } from '#server/platform/judge/judge';
import type { CallerName } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE } from '#tests/kit/lab-folder';
import { openVerbs } from '#tests/kit/verbs';
import { getLab } from '../get-lab.ts';
import { listRuns } from '../list-runs.ts';
import { saveFiles } from '../save-files.ts';
import { submitWork } from '../submit-work.ts';
import { judgeNext } from './judge-next.ts';
import { endLeasesOf, selectAbsentJudges } from './queue-sql.ts';

const PASSED: Verdict = { passed: true, points: 2, most: 2, results: [], diagnostics: [] };

/** Three labs in one course. */
const THREE = Object.fromEntries(
  ['one', 'two', 'three'].flatMap((key, index) =>
    Object.entries(LAB_COURSE).map(([path, text]) => [
      path.replace('01-double', `0${index + 1}-${key}`),
      text.replace('id: double', `id: ${key}`),
    ]),
  ),
);

/** A course with labs, whose judge is told what to find. */
async function openRoom(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  await importCourse(services, as('admin'), courseFolder(THREE));
  const sections = await db.kysely
    .selectFrom('course_content')
    .select(['id', 'course_id', 'key'])
    .orderBy('sort_order')
    .execute();
  const courseId = sections[0]?.course_id ?? '';
  for (const who of ['basic', 'second'] as const) await enrol(services, as(who), { courseId });
  const idOf = (key: string) => sections.find((section) => section.key === key)?.id ?? '';
  const submit = async (who: CallerName, key: string) => {
    const id = idOf(key);
    const { version } = await getLab(services, as(who), { id });
    const files: LabFiles = { 'src/double.ts': `// ${who} ${key} ${version}` };
    const saved = await saveFiles(services, as(who), { id, files, baseVersion: version });
    return submitWork(services, as(who), { id, version: saved.version });
  };
  const judged: string[] = [];
  const judge = (find: () => Verdict | null | Promise<Verdict | null> = () => PASSED): Judge => ({
    level: 'B',
    runtimeHash: 'x',
    judge: async (_, files) => {
      judged.push(Object.values(files).join().slice(3));
      return { verdict: await find(), reason: 'asked to', cpuMs: 1, peakMb: 1 };
    },
    close: async () => {},
  });
  return { ...verbs, submit, idOf, judge, judged };
}

/** Says that a process is there, until the test is over. */
async function bePresent({ kysely }: Db, number: number): Promise<void> {
  await sql`select pg_advisory_lock_shared(${PROCESS_LOCK}::int, ${number}::int)`.execute(kysely);
  onTestFinished(async () => {
    await sql`select pg_advisory_unlock_shared(${PROCESS_LOCK}::int, ${number}::int)`.execute(kysely);
  });
}

test('the first submission of a learner comes before the second of one who has queued many', async ({
  db,
}) => {
  const { submit, judge, judged, services, wait } = await openRoom(db);
  for (const key of ['one', 'two', 'three']) {
    await submit('basic', key);
    wait(1);
  }
  expect(await submit('second', 'one')).toMatchObject({ place: 3 });
  while (await judgeNext(services, judge()));
  expect(judged).toEqual(['basic one 0', 'second one 0', 'basic two 0', 'basic three 0']);
});

test('a newer submission takes the place of the one that waits, and one of a learner is judged at a time', async ({
  db,
}) => {
  const { submit, judge, judged, services, wait } = await openRoom(db);
  await submit('basic', 'one');
  await submit('basic', 'one');
  wait(1);
  await submit('basic', 'two');
  let beside: boolean | undefined;
  const first = judge(async () => {
    beside = await judgeNext(services, judge());
    throw new Error('ends here');
  });
  await expect(judgeNext(services, first)).rejects.toThrow('ends here');
  expect(beside).toBe(false);
  expect(judged).toEqual(['basic one 1']);
});

test('a submission whose judge dies is judged by another one once the lease is over, and then given up', async ({
  db,
}) => {
  const { as, submit, idOf, judge, judged, services, wait } = await openRoom(db);
  const dying = judge(() => Promise.reject(new Error('gone')));
  await submit('basic', 'one');
  await expect(judgeNext(services, dying)).rejects.toThrow('gone');
  expect(await judgeNext(services, judge())).toBe(false);
  wait(61);
  await expect(judgeNext(services, dying)).rejects.toThrow('gone');
  wait(61);
  expect(await judgeNext(services, judge())).toBe(false);
  const states = async () =>
    (await listRuns(services, as('basic'), { id: idOf('one') })).map(({ state }) => state);
  expect(await states()).toEqual(['failed']);
  expect(judged).toHaveLength(2);
  await submit('basic', 'one');
  expect(await judgeNext(services, judge())).toBe(true);
  expect(await states()).toEqual(['done', 'failed']);
});

test('a submission whose judge is gone is judged by another one at once, and one whose judge is there is not', async ({
  db,
}) => {
  const { submit, judge, judged, services } = await openRoom(db);
  const dying = judge(() => Promise.reject(new Error('gone')));
  for (const who of ['basic', 'second'] as const) {
    await submit(who, 'one');
    await expect(judgeNext(services, dying)).rejects.toThrow('gone');
  }
  const [GONE, THERE] = [4711, 4712];
  await bePresent(db, THERE);
  const [first, second] = judged;
  const judgedBy = (files: string | undefined, number: number) =>
    sql`update lab_runs set judge = ${number} where files::text like ${`%${files}%`}`.execute(db.kysely);
  await judgedBy(first, GONE);
  await judgedBy(second, THERE);
  const { clock } = services;
  // Who is not there themselves can't tell who is gone.
  expect(await selectAbsentJudges(db.kysely, clock.now())).toEqual([]);
  expect(await endLeasesOf(db.kysely, [GONE], clock.now())).toBe(0);
  await bePresent(db, PROCESS_NUMBER);
  expect(await selectAbsentJudges(db.kysely, clock.now())).toEqual([GONE]);
  expect(await judgeNext(services, judge())).toBe(false);
  expect(await endLeasesOf(db.kysely, [GONE], clock.now())).toBe(1);
  while (await judgeNext(services, judge()));
  expect(judged).toEqual([first, second, first]);
});

test('a submission that a judge of an older release takes next is not thought lost with the judge before', async ({
  db,
}) => {
  const { submit, judge, services } = await openRoom(db);
  await bePresent(db, PROCESS_NUMBER);
  const dying = judge(() => Promise.reject(new Error('gone')));
  const GONE = 4711;
  const takeAsBefore = (who: string) =>
    sql`update lab_runs set state = 'running', tries = tries + 1, leased_until = ${services.clock.now()}::timestamptz + interval '60 seconds'
      where files::text like ${`%${who}%`}`.execute(db.kysely);
  const now = () => services.clock.now();
  await submit('basic', 'one');
  await expect(judgeNext(services, dying)).rejects.toThrow('gone');
  await sql`update lab_runs set judge = ${GONE}`.execute(db.kysely);
  expect(await endLeasesOf(db.kysely, [GONE], now())).toBe(1);
  await takeAsBefore('basic');
  expect(await selectAbsentJudges(db.kysely, now())).toEqual([]);
  await submit('second', 'one');
  const broken = judge(async () => {
    await sql`update lab_runs set judge = ${GONE} where files::text like '%second%'`.execute(db.kysely);
    return null;
  });
  expect(await judgeNext(services, broken)).toBe(true);
  await takeAsBefore('second');
  expect(await selectAbsentJudges(db.kysely, now())).toEqual([]);
});

test('a judge that comes back after its lease changes nothing', async ({ db }) => {
  const { as, submit, idOf, judge, services, wait } = await openRoom(db);
  await submit('basic', 'one');
  const slow = judge(async () => {
    wait(61);
    expect(
      await judgeNext(
        services,
        judge(() => ({ ...PASSED, passed: false, points: 1 })),
      ),
    ).toBe(true);
    return PASSED as never;
  });
  expect(await judgeNext(services, slow)).toBe(true);
  const [run] = await listRuns(services, as('basic'), { id: idOf('one') });
  expect(run).toMatchObject({ state: 'done', verdict: { passed: false, points: 1 } });
  expect((await getLab(services, as('basic'), { id: idOf('one') })).passedAt).toBeNull();
});

test('what cannot be judged is tried once more and is never "not passed"', async ({ db }) => {
  const { as, submit, idOf, judge, judged, services } = await openRoom(db);
  await submit('basic', 'one');
  while (
    await judgeNext(
      services,
      judge(() => null),
    )
  );
  expect(judged).toHaveLength(2);
  const [run] = await listRuns(services, as('basic'), { id: idOf('one') });
  expect(run).toMatchObject({ state: 'failed', verdict: null });
});

test('two judges that ask at one moment never take the same submission', async ({ db }) => {
  const { submit, judge, judged, services } = await openRoom(db);
  await submit('basic', 'one');
  await submit('second', 'one');
  const taken = await Promise.all(Array.from({ length: 6 }, () => judgeNext(services, judge())));
  expect(taken.filter((took) => took)).toHaveLength(2);
  expect(judged.sort()).toEqual(['basic one 0', 'second one 0']);
});
