import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import type { Answer } from '#domain/exams/kinds/kind';
import { judgeNext } from '#server/areas/labs/judging/judge-next';
import { enrol } from '#server/areas/learning/enrol';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getAttempt } from '../attempts/get-attempt.ts';
import { saveAnswer } from '../attempts/save-answer.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { sweepAttempts } from '../attempts/sweep-attempts.ts';
import { uploadFile } from '../attempts/upload-file.ts';
import { getMarkedAnswer } from '../marking/get-marked-answer.ts';
import { listWaiting } from '../marking/list-waiting.ts';
import { markAnswer } from '../marking/mark-answer.ts';
import { decideLate } from './decide-late.ts';
import { getLateReview } from './get-late-review.ts';
import { keepLateAnswer } from './keep-late-answer.ts';

const questions = [
  {
    id: 'q-essay',
    kind: 'essay',
    prompt: 'Argue.',
    points: 6,
    explanation: '',
    rubric: [],
    minWords: null,
    maxWords: null,
  },
  {
    id: 'q-file',
    kind: 'file',
    prompt: 'Hand in.',
    points: 4,
    explanation: '',
    accept: ['pdf'],
    maxMegabytes: 1,
    rubric: [],
  },
];
const code = {
  id: 'q-code',
  kind: 'code',
  prompt: 'Double it.',
  points: 2,
  explanation: '',
  code: {
    runner: 'javascript',
    seconds: 2,
    files: [{ path: 'main.js', text: '' }],
    given: [],
    solution: [{ path: 'main.js', text: 'solved' }],
    checks: [{ id: 'seen', name: 'Doubles 1', module: 'main', call: 'double', args: [1], equals: 2 }],
  },
};
const WRITER = randomUUID();

/** An exam of ten minutes that people mark without names, begun and half answered. */
async function openBlind(db: Db, asks: readonly object[] = questions) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const [caller, admin] = [verbs.as('free'), verbs.as('admin')];
  const settings = { ...DEFAULT_SETTINGS, timeLimit: 10, blind: true };
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Essays', 'E', 'essays', '/e.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [JSON.stringify({ intro: '', passMark: 50, questions: asks, settings })],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  await enrol(services, caller, { courseId });
  const { id } = await startAttempt(services, caller, { sectionId });
  let seq = 0;
  return {
    ...verbs,
    admin,
    caller,
    id,
    give: (question: string, answer: Answer) => {
      seq += 1;
      return saveAnswer(services, caller, { id, writer: WRITER, seq, question, answer });
    },
    upload: () => {
      const file = new File(['%PDF-1.7 my work'], 'Ada Lovelace.pdf');
      return uploadFile(services, caller, { id, question: 'q-file', file });
    },
    late: (question: string, answer: Answer) =>
      keepLateAnswer(services, caller, { id, writer: WRITER, question, answer, waited: 240_000 }),
    read: () => getAttempt(services, caller, { id }),
    mark: (question: string, version: number, points: number, comment = '') =>
      markAnswer(services, admin, { attemptId: id, question, version, points, comment }),
    look: (question: string) => getMarkedAnswer(services, admin, { attemptId: id, question }),
    review: () => getLateReview(services, admin, { attemptId: id }),
    accept: async (...accepted: readonly string[]) =>
      decideLate(services, admin, {
        attemptId: id,
        decisions: (await getLateReview(services, admin, { attemptId: id })).answers.map((each) => ({
          id: each.id,
          accept: accepted.includes(each.question.id),
        })),
        reason: 'No signal.',
      }),
  };
}

test('an accepted essay waits for a mark again and its result is told anew; marking stays blind', async ({
  db,
}) => {
  const room = await openBlind(db);
  await room.give('q-essay', 'Half a');
  const { id: file, name } = await room.upload();
  await room.give('q-file', { file, name });
  room.wait(5 * 60);
  const { id: second } = await room.upload();
  room.wait(7 * 60);
  await sweepAttempts(room.services);
  await room.mark('q-essay', 0, 0);
  await room.mark('q-file', 0, 4);
  expect((await room.read()).result).toMatchObject({ waiting: false, percent: 40 });
  await room.late('q-essay', 'A whole essay');
  expect(await failureOf(room.late('q-file', { file: randomUUID(), name }))).toBe('LATE_NOT_TAKEN');
  await room.late('q-file', { file: second, name });
  const review = await room.review();
  expect(review).toMatchObject({ candidate: null, waiting: false });
  expect(JSON.stringify(review)).not.toContain('Lovelace');
  expect((await listWaiting(room.services, room.admin, {})).late).toMatchObject([
    { candidate: null, count: 2 },
  ]);
  expect(await room.look('q-essay')).toMatchObject({ late: 2, text: 'Half a' });
  expect(await room.accept('q-essay')).toMatchObject({ waiting: true, unmarked: ['q-essay'] });
  expect((await room.read()).result).toMatchObject({ waiting: true, percent: null, passed: null });
  expect(await room.look('q-essay')).toMatchObject({
    text: 'A whole essay',
    given: null,
    version: 2,
    late: 0,
  });
  expect(await room.look('q-file')).toMatchObject({ given: 4 });
  expect(await failureOf(room.mark('q-essay', 1, 6))).toBe('VERSION_CONFLICT');
  room.wait(60);
  await room.mark('q-essay', 2, 6);
  expect((await room.read()).result).toMatchObject({ waiting: false, percent: 100, passed: true });
  await deliverNotices(room.services);
  const { items } = await listNotifications(room.services, room.caller, {});
  const reported = items.map(({ kind }) => kind).filter((kind) => kind.startsWith('exam-'));
  expect(reported.sort()).toEqual(['exam-late', 'exam-marked', 'exam-marked']);
});

test('an accepted essay where none was saved is marked, and one that was emptied needs no mark', async ({
  db,
}) => {
  const room = await openBlind(db);
  const { id: file, name } = await room.upload();
  await room.give('q-file', { file, name });
  room.wait(12 * 60);
  await sweepAttempts(room.services);
  await room.late('q-essay', 'A whole essay');
  await room.accept('q-essay');
  expect(await room.look('q-essay')).toMatchObject({ text: 'A whole essay', given: null, version: 0 });
  await room.mark('q-file', 0, 4);
  await room.mark('q-essay', 0, 3);
  expect((await room.read()).result).toMatchObject({ percent: 70, passed: true });
  const emptied = { id: room.id, writer: randomUUID(), question: 'q-essay', answer: '', waited: 200_000 };
  await keepLateAnswer(room.services, room.caller, emptied);
  const { answers } = await room.review();
  const ids = answers.filter(({ state }) => state === 'waiting').map(({ id }) => ({ id, accept: true }));
  await decideLate(room.services, room.admin, { attemptId: room.id, decisions: ids, reason: 'As asked.' });
  expect((await room.read()).result).toMatchObject({ waiting: false, percent: 40, passed: false });
});

test('what was said about an answer is not said about the late one that replaced it', async ({ db }) => {
  const room = await openBlind(db, [...questions, code]);
  const { services } = room;
  const words = async () => (await room.read()).result?.marks.map(({ comment }) => comment).sort();
  await room.give('q-essay', 'Half a');
  await room.give('q-code', { 'main.js': 'half' });
  room.wait(12 * 60);
  await sweepAttempts(services);
  await room.mark('q-essay', 0, 0, 'Too short.');
  await room.mark('q-code', 0, 0, 'It does not run.');
  expect(await words()).toEqual(['It does not run.', 'Too short.']);
  await room.late('q-essay', 'A whole essay');
  await room.late('q-code', { 'main.js': 'whole' });
  await room.accept('q-essay', 'q-code');
  expect(await room.look('q-essay')).toMatchObject({ given: null, comment: '' });
  await room.mark('q-essay', 2, 6);
  const checked = { passed: true, points: 1, most: 1, diagnostics: [], results: [] };
  const judge = async () => ({ verdict: checked, reason: '', cpuMs: 1, peakMb: 1 });
  while (await judgeNext(services, { level: 'B', runtimeHash: 'x', judge, close: async () => {} }));
  expect((await room.read()).result).toMatchObject({ waiting: false, passed: true });
  expect(await words()).toEqual(['', '']);
});
