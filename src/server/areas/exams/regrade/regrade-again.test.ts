import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { DEFAULT_SETTINGS, type ExamSettings } from '#domain/exams/exam-settings';
import { choiceId } from '#domain/exams/kinds/choice-id';
import { enrol } from '#server/areas/learning/enrol';
import { getProgress } from '#server/areas/learning/get-progress';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { saveAnswer } from '../attempts/save-answer.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { submitAttempt } from '../attempts/submit-attempt.ts';
import { getMarkedAnswer } from '../marking/get-marked-answer.ts';
import { markAnswer } from '../marking/mark-answer.ts';
import { previewRegrade } from './preview-regrade.ts';
import { updateResults } from './update-results.ts';

const head = { points: 1, explanation: '' };
const single = (right: string, id = 'one') => ({
  ...head,
  id,
  kind: 'single',
  prompt: `Which one is ${id}?`,
  options: ['a', 'b', 'c'].map((text) => ({ text, correct: text === right })),
});
const essay = (points: number) => ({
  id: 'essay',
  kind: 'essay',
  prompt: 'Argue.',
  points,
  explanation: '',
  minWords: null,
  maxWords: null,
  rubric: [],
});

/** An exam of these questions that is regraded more than once, and somebody who takes it. */
async function openExam(
  db: Db,
  questions: readonly object[],
  settings: Partial<ExamSettings> = {},
  passMark = 50,
) {
  const verbs = await openVerbs(db);
  const { services, wait } = verbs;
  const [caller, admin] = [verbs.as('free'), verbs.as('admin')];
  const examOf = (present: readonly object[]) =>
    JSON.stringify({
      intro: '',
      passMark,
      questions: present,
      draws: [],
      settings: { ...DEFAULT_SETTINGS, ...settings },
    });
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Again', 'A', 'again', '/a.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [examOf(questions)],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  await enrol(services, caller, { courseId });
  return {
    take: async (answers: Readonly<Record<string, string>>) => {
      const { id } = await startAttempt(services, caller, { sectionId });
      let seq = 0;
      const writer = randomUUID();
      for (const [question, answer] of Object.entries(answers)) {
        seq += 1;
        await saveAnswer(services, caller, { id, writer, seq, question, answer });
      }
      await submitAttempt(services, caller, { id });
      return id;
    },
    mark: (attemptId: string, mark: { points: number; outOf?: number }, version = 0) =>
      markAnswer(services, admin, { attemptId, question: 'essay', version, comment: '', ...mark }),
    look: (attemptId: string) => getMarkedAnswer(services, admin, { attemptId, question: 'essay' }),
    regrade: async (present: readonly object[]) => {
      wait(1);
      await db.pool.query('update course_content set exam = $1::jsonb where id = $2', [
        examOf(present),
        sectionId,
      ]);
      const { fingerprint } = await previewRegrade(services, admin, { sectionId });
      return updateResults(services, admin, { sectionId, fingerprint });
    },
    done: async () => (await getProgress(services, caller, { courseId }))?.done,
  };
}

test('points out of what a question was worth before a regrade are refused, with what it is worth now', async ({
  db,
}) => {
  const room = await openExam(db, [single('a'), essay(10)]);
  const id = await room.take({ essay: 'words' });
  expect(await room.look(id)).toMatchObject({ points: 10, version: 0 });
  await room.regrade([single('a'), essay(20)]);
  await expect(room.mark(id, { points: 9, outOf: 10 })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { points: 20, version: 0, given: null } },
  });
  expect(await room.mark(id, { points: 18, outOf: 20 })).toMatchObject({ given: 18, final: true });
});

test('each of several regrades there and back is told', async ({ db }) => {
  const room = await openExam(db, [single('a')]);
  await room.take({ one: choiceId('one', 'a') });
  for (const right of ['b', 'a', 'b', 'a'])
    expect(await room.regrade([single(right)])).toEqual({ changed: 1, regraded: 1 });
  const { rows } = await db.pool.query("select from notice_events where kind = 'exam-regraded'");
  expect(rows).toHaveLength(4);
});

const AVERAGE: Partial<ExamSettings> = { counts: 'average', attempts: null, wait: 0 };

test('of two attempts whose marks come at one moment the average is taken of both', async ({ ownDb }) => {
  const { pool } = ownDb;
  const room = await openExam(ownDb, [essay(10)], AVERAGE, 50);
  const [first, second] = [await room.take({ essay: 'one' }), await room.take({ essay: 'two' })];
  const client = await pool.connect();
  // Both have looked at the results before the first of them is committed.
  await client.query('begin; lock table notice_events in share mode');
  const marks = [room.mark(first, { points: 4 }), room.mark(second, { points: 9 })];
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rowCount).toBe(2);
  }, 20_000);
  await client.query('commit');
  client.release();
  await Promise.all(marks);
  expect(await room.done()).toBe(1);
});

test('an average that is a pass only while the regrade is half done is none', async ({ db }) => {
  const names = ['q-1', 'q-2', 'q-3', 'q-4'] as const;
  const key = (right: string) => names.map((name) => single(name === 'q-4' ? 'a' : right, name));
  const answers = (...given: string[]) =>
    Object.fromEntries(names.map((name, at) => [name, choiceId(name, given[at] ?? '')]));
  const room = await openExam(db, key('a'), AVERAGE, 60);
  // 25 percent, and 50 by the other key.
  const low = await room.take(answers('a', 'b', 'b', 'c'));
  // 75 percent, and nothing by the other key.
  const high = await room.take(answers('a', 'a', 'a', 'c'));
  // So many others between them that they are not regraded in one go, whichever comes first.
  const [from = '', to = ''] = [low, high].sort();
  await db.pool.query(
    `with others as (insert into users (name, email, email_verified)
       select 'Other', 'other-' || i || '@example.org', true from generate_series(1, 500) i returning id)
     insert into exam_attempts (id, user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, waiting, result)
     select (left($1, 24) || lpad(to_hex(281474976710655 - row_number() over ()), 12, '0'))::uuid, o.id, a.section_id,
       a.version_id, 1, a.started_at, a.submitted_at, a.ended_by, a.passed, a.waiting, a.result
     from exam_attempts a, others o where a.id = $1::uuid`,
    [from],
  );
  const { rows } = await db.pool.query('select id from exam_attempts order by id');
  expect([rows.at(0)?.id, rows.at(-1)?.id]).toEqual([from, to]);
  // There and back: one of the two goes from the low result to the higher one first.
  await room.regrade(key('b'));
  await room.regrade(key('a'));
  expect(await room.done()).toBe(0);
});
