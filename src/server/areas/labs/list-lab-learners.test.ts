import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { enrol } from '#server/areas/learning/enrol';
import type { Judge } from '#server/platform/judge/judge';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { FAKE_JUDGE, LAB_DONE, LAB_START, makeLab } from '#tests/kit/lab-room';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { listGrades } from '../exams/grades/list-grades.ts';
import { getLab } from './get-lab.ts';
import { judgeNext } from './judging/judge-next.ts';
import { listLabLearners, listSolutions } from './list-lab-learners.ts';
import { getRun, listRuns } from './list-runs.ts';
import { listStuck, listSubmissions } from './list-submissions.ts';
import { saveFiles } from './save-files.ts';
import { submitWork } from './submit-work.ts';

const MIGRATION = join(import.meta.dirname, '../../db/migrations/0241-readable-verdicts.sql');
const judge: Judge = { ...FAKE_JUDGE, level: 'C', runtimeHash: 'none', close: async () => undefined };

test('teachers see who passed, after how many attempts and how long, and where the others are stuck', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const course = await makeCourse(verbs, { content: [{ title: 'Double' }] });
  const id = await makeLab(services, { courseId: course.id, sectionId: course.content[0]?.id });
  const submit = async (who: 'basic' | 'premium', files: Record<string, string>, baseVersion: number) => {
    const learner = verbs.as(who);
    const { version } = await saveFiles(services, learner, { id, files, baseVersion });
    await submitWork(services, learner, { id, version });
    await judgeNext(services, judge);
  };
  expect(await listLabLearners(services, admin, { id, page: 1 })).toMatchObject({
    total: 0,
    passed: 0,
    most: 2,
  });
  for (const who of ['basic', 'premium'] as const)
    await enrol(services, verbs.as(who), { courseId: course.id });
  await submit('basic', LAB_START, 0);
  verbs.wait(90);
  await submit('basic', LAB_DONE, 1);
  verbs.wait(10);
  await submit('premium', LAB_START, 0);
  const listed = await listLabLearners(services, admin, { id, page: 1 });
  expect(listed).toMatchObject({ title: 'Double', total: 2, passed: 1 });
  expect(listed.items).toMatchObject([
    { attempts: 1, points: 0, passedAt: null, secondsToPass: null },
    { attempts: 2, points: 2, secondsToPass: 90 },
  ]);
  expect(await listStuck(services, admin, { id })).toMatchObject([
    { check: 'a', failing: 1, learners: 2, hidden: false },
    { check: 'b', failing: 1, learners: 2, hidden: true },
  ]);
  const { solutions, start } = await listSolutions(services, admin, { id });
  expect(start).toEqual(LAB_START);
  expect(solutions).toMatchObject([{ userId: listed.items[1]?.userId, files: LAB_DONE }]);
  const asPremium = listSolutions(services, verbs.as('premium'), { id });
  expect(await failureOf(asPremium)).toBe('ADMINISTRATOR_REQUIRED');
  const book = await listGrades(services, admin, { courseId: course.id, q: '', page: 'first' });
  expect(book.labs).toEqual([{ sectionId: id, title: 'Double' }]);
  const asLearner = listLabLearners(services, verbs.as('basic'), { id, page: 1 });
  expect(await failureOf(asLearner)).toBe('ADMINISTRATOR_REQUIRED');
});

/** What the database refuses to look into: NUL, and half of an emoji cut at its middle. */
const UNREADABLE = '\0 \ud83d \\u0000';

test('whatever code answers, teachers see the lists of its lab', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const course = await makeCourse(verbs, { content: [{ title: 'Double' }] });
  const id = await makeLab(services, { courseId: course.id, sectionId: course.content[0]?.id });
  const learner = verbs.as('basic');
  await enrol(services, learner, { courseId: course.id });
  const { version } = await saveFiles(services, learner, { id, files: LAB_DONE, baseVersion: 0 });
  await submitWork(services, learner, { id, version });
  const answers: Judge['judge'] = async (...asked) => {
    const { verdict, ...rest } = await FAKE_JUDGE.judge(...asked);
    const reply = { status: 200, body: UNREADABLE, headers: { [UNREADABLE]: UNREADABLE } };
    const results = verdict?.results.map((one) => ({ ...one, actual: UNREADABLE, reply })) ?? [];
    return { ...rest, verdict: verdict && { ...verdict, results } };
  };
  await judgeNext(services, { ...judge, judge: answers });
  const lists = async () => ({
    learners: await listLabLearners(services, admin, { id, page: 1 }),
    stuck: await listStuck(services, admin, { id }),
    solutions: await listSolutions(services, admin, { id }),
    submissions: await listSubmissions(services, admin, { id }),
    runs: await listRuns(services, learner, { id }),
  });
  const seen = await lists();
  expect(seen).toMatchObject({ learners: { passed: 1 }, solutions: { solutions: [{ files: LAB_DONE }] } });
  const [run] = seen.runs;
  const readable = '\ufffd \ufffd \\u0000';
  const { verdict } = await getRun(services, learner, { runId: run?.id ?? '' });
  expect(verdict?.results[0]).toMatchObject({
    actual: readable,
    reply: { headers: { [readable]: readable } },
  });
  // As an earlier release kept it.
  const kept = JSON.stringify({ ...verdict, results: [{ ...verdict?.results[0], actual: UNREADABLE }] });
  await db.pool.query('drop function keep_verdict_readable() cascade');
  await db.pool.query('update lab_runs set verdict = $1::json', [kept]);
  await db.pool.query(readFileSync(MIGRATION, 'utf8'));
  expect(await lists()).toMatchObject({ learners: { passed: 1 } });
  const repaired = await getRun(services, learner, { runId: run?.id ?? '' });
  expect(repaired.verdict?.results[0]?.actual).toBe(readable);
  // As a judge of an earlier release writes it meanwhile.
  const written = [
    [String.raw`\u0000\u0000 \ud83d\ud83d \ude00\ud83d`, String.raw`\ufffd\ufffd \ufffd\ufffd \ufffd\ufffd`],
    [String.raw`\\u0000 \\ud83d \\\u0000 \\\\u0000`, String.raw`\\u0000 \\ud83d \\\ufffd \\\\u0000`],
    [
      String.raw`\ud83d\ude00 \ud83d\ud83d\ude00 \ud83d\\ude00`,
      String.raw`\ud83d\ude00 \ufffd\ud83d\ude00 \ufffd\\ude00`,
    ],
    [String.raw`\u0001 \"\u0000\" \n\\`, String.raw`\u0001 \"\ufffd\" \n\\`],
  ];
  for (const [text, whole] of written) {
    const { rows } = await db.pool.query(
      'update lab_runs set verdict = $1::json returning verdict::text, verdict::jsonb is not null as is_readable',
      [`["${text}"]`],
    );
    expect(rows).toEqual([{ verdict: `["${whole}"]`, is_readable: true }]);
  }
});

test('lists of submissions leave out what each check was asked and answered', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const course = await makeCourse(verbs, { content: [{ title: 'Double' }] });
  const id = await makeLab(services, { courseId: course.id, sectionId: course.content[0]?.id });
  const learner = verbs.as('basic');
  await enrol(services, learner, { courseId: course.id });
  await submitWork(services, learner, { id, version: 0 });
  expect(await listRuns(services, learner, { id })).toMatchObject([{ state: 'queued', verdict: null }]);
  const answers: Judge['judge'] = async (...asked) => {
    const { verdict, ...rest } = await FAKE_JUDGE.judge(...asked);
    const results = verdict?.results.map((one) => ({ ...one, actual: 'x', out: 'x', hint: 'x' })) ?? [];
    return { ...rest, verdict: verdict && { ...verdict, results } };
  };
  await judgeNext(services, { ...judge, judge: answers });
  const results = [
    { id: 'a', name: 'two', hidden: false, ok: false, points: 1 },
    { id: 'b', name: 'hidden', hidden: true, ok: false, points: 1 },
  ];
  const brief = { passed: false, points: 0, most: 2, results };
  const [own] = await listRuns(services, learner, { id });
  expect(own?.verdict).toEqual(brief);
  const [seen] = await listSubmissions(services, verbs.as('admin'), { id });
  expect(seen?.verdict).toEqual(brief);
  const { run } = await getLab(services, learner, { id });
  expect(run?.verdict?.results[0]).toMatchObject({ actual: 'x', out: 'x' });
});
