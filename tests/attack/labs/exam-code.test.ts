import { afterAll, expect } from 'vitest';
import { judgeNext } from '#server/areas/labs/judging/judge-next';
import { openJudge } from '#server/platform/judge/open-judge';
import { test } from '#tests/kit/database';
import { insertContent } from '../content/content.ts';
import { openSchool } from '../kit/school.ts';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const CHECK = { module: 'main', call: 'double' };
const QUESTION = {
  id: 'q-code',
  kind: 'code',
  prompt: 'Double it',
  points: 1,
  explanation: 'canaryexplanation',
  code: {
    runner: 'javascript',
    seconds: 2,
    files: [{ path: 'main.js', text: 'start' }],
    given: [{ path: 'given.js', text: 'export const two = 2;' }],
    solution: [{ path: 'main.js', text: 'canarysolution' }],
    checks: [
      { id: 'seen', name: 'Seen', ...CHECK, args: [1], equals: 2 },
      { id: 'kept', name: 'Kept', hidden: true, hint: 'canaryhint', ...CHECK, args: [12345], equals: 24690 },
    ],
  },
};
const VERDICT = {
  passed: true,
  points: 2,
  most: 2,
  percent: 100,
  state: 'done',
  results: [],
  diagnostics: [],
};
/** Knows what the paper shows, and claims the rest. */
const FORGED = `
  ${['import { two }', "from './given.js';"].join(' ')}
  JSON.stringify = () => '${JSON.stringify(VERDICT)}';
  console.log('${JSON.stringify({ verdict: VERDICT })}');
  export const double = (n) => (n === 1 ? two : { valueOf: () => n * 2, equals: () => true, passed: true });
`;

test('code in an exam earns what it does, whatever it claims, and its keys stay on the server', async ({
  db,
}) => {
  const school = await openSchool(db);
  const { courses } = await insertContent(db);
  const exam = courses.free.sections.at(-1)?.id;
  await db.pool.query(
    `update course_content set exam = jsonb_set(exam, '{questions}', $2::jsonb) where id = $1`,
    [exam, JSON.stringify([QUESTION])],
  );
  await school.ask('basic', 'POST', `/api/learning/${courses.free.id}`, { body: {} });
  const begun = await school.ask('basic', 'POST', `/api/exams/${exam}/attempts`, { body: VERDICT });
  const paper = await begun.text();
  expect(paper).not.toMatch(/canary|12345|24690/);
  const { id } = JSON.parse(paper);
  const answer = { 'main.js': FORGED, 'given.js': 'export const two = 3;', verdict: JSON.stringify(VERDICT) };
  const save = (who: 'basic' | 'second') =>
    school.ask(who, 'PUT', `/api/exam-attempts/${id}/answers`, {
      body: { writer: id, seq: 1, question: 'q-code', answer, verdict: VERDICT, ...VERDICT },
    });
  expect((await save('second')).status).toBe(404);
  expect((await save('basic')).status).toBe(200);
  expect((await school.ask('second', 'POST', `/api/exam-attempts/${id}/result`, { body: {} })).status).toBe(
    404,
  );
  const ended = await school.ask('basic', 'POST', `/api/exam-attempts/${id}/result`, { body: VERDICT });
  expect((await ended.json()).result).toMatchObject({ waiting: true, percent: null, passed: null });
  const { rows } = await db.pool.query('select id from lab_runs where exam_attempt_id = $1', [id]);
  expect(rows).toHaveLength(1);
  for (const who of ['basic', 'second'] as const)
    expect((await school.ask(who, 'GET', `/api/lab-runs/${rows[0].id}`)).status).toBe(404);
  expect((await school.ask('basic', 'GET', `/api/labs/${exam}/runs`)).status).toBe(404);
  const mark = { version: 0, points: 1, comment: '' };
  const marked = await school.ask('basic', 'PUT', `/api/admin/marking/${id}/q-code`, { body: mark });
  expect(marked.status).toBe(403);
  expect(await judgeNext(school.services, judge)).toBe(true);
  const seen = await (await school.ask('basic', 'GET', `/api/exam-attempts/${id}`)).text();
  expect(JSON.parse(seen).result).toMatchObject({ waiting: false, percent: 50 });
  expect(seen).not.toMatch(/12345|24690/);
}, 60_000);
