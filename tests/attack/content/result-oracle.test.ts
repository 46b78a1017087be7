import { expect } from 'vitest';
import type { ExamAttempt } from '#contract/exams/exams';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { DEFAULT_LIMITS } from '#server/http/gates/limits';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { failureOf } from '#tests/kit/verbs';
import { openSchool } from '../kit/school.ts';
import { insertContent } from './content.ts';

const STATEMENTS = 16;
/** Some thousand calls, beside other tests. */
const TIMEOUT = { timeout: 300_000 };
const HOURS = 72;
/** How often it looks whether it may go on: far more often than the few attempts that it may get. */
const LOOKS_AGAIN_MINUTES = 15;

/**
 * Knows nothing, changes one answer per attempt and learns from the percentage what it was worth, waiting patiently where it
 * has to. Answers how it went within three days.
 */
async function askTheOracle(room: Awaited<ReturnType<typeof openExamRoom>>) {
  const known = new Map<string, string>();
  let [best, attempts, waited] = [-1, 0, 0];
  for (let next = 0; waited < HOURS * 60; ) {
    const started = await failureOf(room.start());
    if (started === 'EXAM_NOT_OPEN') {
      room.wait(LOOKS_AGAIN_MINUTES * 60);
      waited += LOOKS_AGAIN_MINUTES;
      continue;
    }
    const { id, questions } = started as ExamAttempt;
    const changed = questions[next % questions.length]?.id ?? '';
    const tried = new Map(known).set(changed, known.get(changed) === 'true' ? 'false' : 'true');
    for (const { id: question } of questions) await room.save(id, question, tried.get(question) ?? 'false');
    const { result } = await room.submit(id);
    const percent = result?.percent ?? 0;
    attempts += 1;
    next += 1;
    if (result?.passed) return { attempts, passed: true };
    if (percent > best) known.set(changed, tried.get(changed) ?? '');
    best = Math.max(best, percent);
  }
  return { attempts, passed: false };
}

test(
  'a script that changes one answer per attempt passes where an author allows it, and not where nothing is said',
  TIMEOUT,
  async ({ ownDb: db }) => {
    const room = await openExamRoom(db, { wait: 0 }, STATEMENTS);
    expect(await askTheOracle(room)).toMatchObject({ passed: true });
    // The same exam, if its author had said nothing of attempts and waits.
    await db.pool.query('delete from exam_attempts');
    await db.pool.query(`update course_content set exam = jsonb_set(exam, '{settings,wait}', $1::jsonb)`, [
      JSON.stringify(DEFAULT_SETTINGS.wait),
    ]);
    const held = await askTheOracle(room);
    expect(held.passed).toBe(false);
    expect(held.attempts).toBeLessThanOrEqual(7);
  },
);

test('attempts are started and submitted some times a minute, and no more', TIMEOUT, async ({ db }) => {
  const school = await openSchool(db, { limits: DEFAULT_LIMITS });
  const { courses } = await insertContent(db);
  const exam = courses.free.sections.at(-1);
  await school.ask('basic', 'POST', `/api/learning/${courses.free.id}`, { body: {} });
  const start = () => school.ask('basic', 'POST', `/api/exams/${exam?.id}/attempts`, { body: {} });
  const { id } = await (await start()).json();
  const submit = () => school.ask('basic', 'POST', `/api/exam-attempts/${id}/result`, { body: {} });
  const statuses = async (call: () => Promise<Response>) => {
    const all: number[] = [];
    for (let nth = 0; nth < 12; nth += 1) all.push((await call()).status);
    return all;
  };
  expect((await statuses(start)).slice(-2)).toEqual([429, 429]);
  expect((await statuses(submit)).slice(-2)).toEqual([429, 429]);
});
