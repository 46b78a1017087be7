import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { choiceId } from '#domain/exams/kinds/choice-id';
import { getAuditEntry } from '#server/areas/admin/audit/get-audit-entry';
import { listAudit } from '#server/areas/admin/audit/list-audit';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { saveAnswer } from '../attempts/save-answer.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { submitAttempt } from '../attempts/submit-attempt.ts';
import { listGrades } from '../grades/list-grades.ts';
import { getTakenAttempt } from './get-taken-attempt.ts';
import { markAnswer } from './mark-answer.ts';

const questions = [
  {
    id: 'one',
    kind: 'single',
    prompt: 'Which?',
    points: 1,
    explanation: 'canaryexplanation',
    options: ['a', 'b'].map((text) => ({ text, correct: text === 'a' })),
  },
  {
    id: 'essay',
    kind: 'essay',
    prompt: 'Argue.',
    points: 3,
    explanation: '',
    rubric: [],
    minWords: null,
    maxWords: null,
  },
];

/** An exam with an essay, and one who takes it. */
async function openRoom(db: Db, blind = false) {
  const { as, services, wait } = await openVerbs(db);
  const caller = as('free');
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Graded', 'G', 'graded', '/g.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [
      JSON.stringify({
        intro: '',
        passMark: 50,
        settings: { ...DEFAULT_SETTINGS, wait: 0, blind },
        questions,
      }),
    ],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  await enrol(services, caller, { courseId });
  const start = async () => (await startAttempt(services, caller, { sectionId })).id;
  /** Answers both questions, the choice first wrong and then right. */
  const answer = async (id: string) => {
    const writer = randomUUID();
    const give = (seq: number, question: string, given: string) =>
      saveAnswer(services, caller, { id, writer, seq, question, answer: given });
    wait(30);
    await give(1, 'one', choiceId('one', 'b'));
    wait(60);
    await give(2, 'essay', 'My own words');
    wait(10);
    await give(3, 'one', choiceId('one', 'a'));
  };
  const submit = (id: string) => submitAttempt(services, caller, { id });
  const mark = (id: string) =>
    markAnswer(services, as('admin'), {
      attemptId: id,
      question: 'essay',
      version: 0,
      points: 1.5,
      comment: 'Well said',
    });
  const read = (id: string, who: 'admin' | 'free' = 'admin') => getTakenAttempt(services, as(who), { id });
  const linked = async () =>
    (await listGrades(services, as('admin'), { courseId, q: '', page: 'first' })).items[0]?.results[0]
      ?.attemptId;
  const logged = async (id: string, who: 'admin' | 'free' = 'free') => {
    const filters = { actor: who, entity: 'exam_attempt', entityId: id, page: 'first' } as const;
    const { items } = await listAudit(services, as('admin'), filters);
    return items.map(({ action }) => action).reverse();
  };
  const entry = (id: string) => getAuditEntry(services, as('admin'), { id });
  return { answer, entry, linked, logged, mark, read, start, submit };
}

test('an administrator reads what a learner answered, when, how long it took and what it earned', async ({
  db,
}) => {
  const { answer, linked, mark, read, start, submit } = await openRoom(db);
  const id = await start();
  await answer(id);
  await submit(id);
  await mark(id);
  const taken = await read(id);
  const started = new Date(taken.startedAt).getTime();
  const at = (seconds: number) => new Date(started + seconds * 1000).toISOString();
  expect(taken).toMatchObject({
    id,
    number: 1,
    learner: { name: 'free' },
    endedBy: 'candidate',
    submittedAt: at(100),
    exam: { title: 'Final', passMark: 50 },
    course: { title: 'Graded' },
    result: { percent: 62, passed: true, points: 2.5, maxPoints: 4 },
    answers: { one: choiceId('one', 'a'), essay: 'My own words' },
    unmarked: [],
    marks: [{ id: 'essay', comment: 'Well said' }],
    attempts: [{ id, percent: 62 }],
  });
  expect(taken.times).toEqual([
    { question: 'one', firstAt: at(30), lastAt: at(100), seconds: 30 },
    { question: 'essay', firstAt: at(90), lastAt: at(90), seconds: 60 },
  ]);
  expect(taken.review).toMatchObject([
    { id: 'one', points: 1, key: choiceId('one', 'a'), explanationHtml: '<p>canaryexplanation</p>' },
    { id: 'essay', points: 1.5, maxPoints: 3 },
  ]);
  expect(await linked()).toBe(id);
});

test('an attempt under way, and one that waits for a mark, is read without a result', async ({ db }) => {
  const { answer, read, start, submit } = await openRoom(db);
  const id = await start();
  await answer(id);
  expect(await read(id)).toMatchObject({ result: null, submittedAt: null, review: [], unmarked: [] });
  await submit(id);
  expect(await read(id)).toMatchObject({
    result: null,
    unmarked: ['essay'],
    attempts: [{ percent: null, passed: null, waiting: true }],
    review: [
      { id: 'one', points: 1 },
      { id: 'essay', points: 0 },
    ],
  });
});

test('what is marked without names is nobody’s until the result is there, also among other attempts', async ({
  db,
}) => {
  const { answer, linked, mark, read, start, submit } = await openRoom(db, true);
  const first = await start();
  expect(await failureOf(read(first))).toBe('ATTEMPT_NOT_FOUND');
  await answer(first);
  await submit(first);
  expect(await failureOf(read(first))).toBe('ATTEMPT_NOT_FOUND');
  expect(await linked()).toBeNull();
  await mark(first);
  const second = await start();
  await answer(second);
  await submit(second);
  expect(await failureOf(read(second))).toBe('ATTEMPT_NOT_FOUND');
  expect((await read(first)).attempts.map(({ id }) => id)).toEqual([first]);
  expect(await linked()).toBe(first);
});

test('nor does the audit log name the candidate of what is marked without names before its result', async ({
  db,
}) => {
  const { answer, entry, logged, mark, start, submit } = await openRoom(db, true);
  const id = await start();
  expect(await logged(id)).toEqual([]);
  await answer(id);
  await submit(id);
  expect(await logged(id)).toEqual([]);
  const { rows } = await db.pool.query(
    "select id::text from audit_log where action = 'exam.submit' and entity_id = $1",
    [id],
  );
  expect(await failureOf(entry(rows[0].id))).toBe('ENTRY_NOT_FOUND');
  await mark(id);
  expect(await logged(id)).toEqual(['exam.start', 'exam.submit']);
  expect(await entry(rows[0].id)).toMatchObject({ actor: { name: 'free' }, entityId: id });
  expect(await logged(id, 'admin')).toContain('exam.mark');
});

test('the audit log tells at once who submitted what is marked by name', async ({ db }) => {
  const { answer, logged, start, submit } = await openRoom(db);
  const id = await start();
  await answer(id);
  await submit(id);
  expect(await logged(id)).toEqual(['exam.start', 'exam.submit']);
});

test('nobody but administrators reads attempts so, not even the own, and an unknown one is none', async ({
  db,
}) => {
  const { read, start } = await openRoom(db);
  expect(await failureOf(read(await start(), 'free'))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(read(randomUUID()))).toBe('ATTEMPT_NOT_FOUND');
});
