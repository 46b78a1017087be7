import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { bankQuestionForm } from '#contract/questions/bank-form';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { choiceId } from '#domain/exams/kinds/choice-id';
import type { Answer } from '#domain/exams/kinds/kind';
import { createBank } from '#server/areas/banks/create-bank';
import { addQuestion } from '#server/areas/banks/questions/add-question';
import { getQuestion } from '#server/areas/banks/questions/get-question';
import { removeQuestion } from '#server/areas/banks/questions/remove-question';
import { saveQuestion } from '#server/areas/banks/questions/save-question';
import { listMyCertificates } from '#server/areas/certificates/list-my-certificates';
import { enrol } from '#server/areas/learning/enrol';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getAttempt } from '../attempts/get-attempt.ts';
import { saveAnswer } from '../attempts/save-answer.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { submitAttempt } from '../attempts/submit-attempt.ts';
import { exportGrades } from '../grades/export-grades.ts';
import { getStatistics } from '../grades/get-statistics.ts';
import { getMarkedAnswer } from '../marking/get-marked-answer.ts';
import { markAnswer } from '../marking/mark-answer.ts';
import { previewRegrade } from './preview-regrade.ts';
import { updateResults } from './update-results.ts';

const head = { points: 1, explanation: '' };
const single = (right: string, words = {}) => ({
  ...head,
  id: 'one',
  kind: 'single',
  prompt: 'Which one?',
  ...words,
  options: ['a', 'b', 'c'].map((text) => ({ text, correct: text === right })),
});
const essay = {
  ...head,
  id: 'essay',
  kind: 'essay',
  prompt: 'Argue.',
  minWords: null,
  maxWords: null,
  rubric: [],
};
type Person = 'free' | 'premium';

/** An exam of these questions whose key can be corrected, and people who take it. */
async function openExam(db: Db, questions: readonly object[]) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const examOf = (present: readonly object[], draws: readonly object[] = []) =>
    JSON.stringify({
      intro: '',
      passMark: 50,
      questions: present,
      draws,
      settings: { ...DEFAULT_SETTINGS, feedback: 'after-attempt' },
    });
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Corrected', 'M', 'corrected', '/m.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [examOf(questions)],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  const admin = verbs.as('admin');
  const start = async (who: Person) => {
    await enrol(services, verbs.as(who), { courseId });
    return startAttempt(services, verbs.as(who), { sectionId });
  };
  const give = (who: Person, id: string, question: string, answer: Answer) =>
    saveAnswer(services, verbs.as(who), { id, writer: randomUUID(), seq: 1, question, answer });
  const preview = () => previewRegrade(services, admin, { sectionId });
  return {
    ...verbs,
    admin,
    courseId,
    give,
    preview,
    sectionId,
    start,
    submit: (who: Person, id: string) => submitAttempt(services, verbs.as(who), { id }),
    read: (who: Person, id: string) => getAttempt(services, verbs.as(who), { id }),
    mark: (id: string, points: number) =>
      markAnswer(services, admin, { attemptId: id, question: 'essay', version: 0, points, comment: '' }),
    correctKey: (...present: Parameters<typeof examOf>) =>
      db.pool.query('update course_content set exam = $1::jsonb where id = $2', [
        examOf(...present),
        sectionId,
      ]),
    regrade: async () =>
      updateResults(services, admin, { sectionId, fingerprint: (await preview()).fingerprint }),
  };
}

/** One of these people answers the one question and hands in. */
async function answered(room: Awaited<ReturnType<typeof openExam>>, who: Person, choice: string) {
  const { id } = await room.start(who);
  await room.give(who, id, 'one', choiceId('one', choice));
  await room.submit(who, id);
  return id;
}

test('what is explained after a regrade is the corrected key, and what is shown is what was asked', async ({
  db,
}) => {
  const room = await openExam(db, [single('a', { explanation: 'It is a.' })]);
  const id = await answered(room, 'free', 'b');
  const before = await room.read('free', id);
  expect(before.result).toMatchObject({ percent: 0, regraded: false });
  await room.correctKey([single('b', { prompt: 'Which, then?', explanation: 'It is *b*.' })]);
  expect(await room.preview()).toMatchObject({ regraded: 1, changed: 1, gained: 1, attempts: 1 });
  await room.regrade();
  const after = await room.read('free', id);
  expect(after.questions).toEqual(before.questions);
  expect(after.answers).toEqual(before.answers);
  expect(after.result).toMatchObject({ percent: 100, passed: true, regraded: true });
  expect(after.result?.review).toMatchObject([
    { key: choiceId('one', 'b'), explanationHtml: '<p>It is <em>b</em>.</p>', points: 1 },
  ]);
  const { passRate, questions } = await getStatistics(room.services, room.admin, {
    sectionId: room.sectionId,
  });
  expect({ passRate, facility: questions[0]?.facility }).toEqual({ passRate: 1, facility: 1 });
  expect(questions[0]?.choices.filter(({ correct }) => correct)).toEqual([
    { text: 'b', correct: true, count: 1, fraction: null },
  ]);
  const csv = await exportGrades(
    room.services,
    room.admin,
    { courseId: room.courseId },
    { resHeaders: new Headers() },
  );
  expect(await new Response(csv).text()).toContain(',100');
  expect(await room.preview()).toMatchObject({ regraded: 0, changed: 0, corrected: [], unfit: [] });
});

test('an explanation that is corrected reaches learners although no result changes, and nobody is told', async ({
  db,
}) => {
  const room = await openExam(db, [single('a', { explanation: 'Wrong words.' })]);
  const id = await answered(room, 'free', 'a');
  await room.correctKey([single('a', { explanation: 'Right words.' })]);
  expect(await room.regrade()).toEqual({ changed: 0, regraded: 1 });
  const { result } = await room.read('free', id);
  expect(result?.review?.[0]?.explanationHtml).toBe('<p>Right words.</p>');
  const { rows } = await db.pool.query("select 1 from notice_events where kind = 'exam-regraded'");
  expect(rows).toEqual([]);
  const { rows: whole } = await db.pool.query(
    "select after from audit_log where action = 'exam.regrade' and entity = 'course'",
  );
  expect(whole).toMatchObject([
    { after: { exam: 'final', regraded: 1, changed: 0, corrected: ['Which one?'] } },
  ]);
});

test('a key that is taken back gives the results back', async ({ db }) => {
  const room = await openExam(db, [single('a')]);
  const id = await answered(room, 'free', 'a');
  await room.correctKey([single('b')]);
  await room.regrade();
  expect((await room.read('free', id)).result).toMatchObject({ percent: 0, regraded: true });
  await room.correctKey([single('a')]);
  await room.regrade();
  expect((await room.read('free', id)).result).toMatchObject({ percent: 100, regraded: false });
});

test('who passes now gets the certificate, who does not any more keeps it; both are told of the change', async ({
  db,
}) => {
  const room = await openExam(db, [single('a')]);
  await answered(room, 'premium', 'a');
  await answered(room, 'free', 'b');
  await db.pool.query("update profiles set subscription_tier = 'premium'");
  const certificates = async (who: Person) =>
    (await listMyCertificates(room.services, room.as(who))).certificates.map(
      ({ kind, state }) => `${kind} ${state}`,
    );
  const held = await certificates('premium');
  expect(held).toHaveLength(2);
  expect(await certificates('free')).toEqual([]);
  await room.correctKey([single('b')]);
  expect(await room.preview()).toMatchObject({ gained: 1, lost: 1 });
  await room.regrade();
  expect(await certificates('premium')).toEqual(held);
  expect(await certificates('free')).toHaveLength(2);
  await deliverNotices(room.services);
  for (const [who, after] of [
    ['free', '100'],
    ['premium', '0'],
  ] as const) {
    const { items } = await listNotifications(room.services, room.as(who), {});
    const reported = items.filter(({ kind }) => kind === 'exam-regraded');
    expect(reported).toMatchObject([{ link: '/courses/corrected/exams/final', props: { after } }]);
  }
});

test('an attempt that is under way or waits to be marked comes to its result by the corrected key', async ({
  db,
}) => {
  const room = await openExam(db, [single('a'), essay]);
  const waiting = await room.start('free');
  await room.give('free', waiting.id, 'one', choiceId('one', 'b'));
  await room.give('free', waiting.id, 'essay', 'words');
  await room.submit('free', waiting.id);
  const open = await room.start('premium');
  await room.give('premium', open.id, 'one', choiceId('one', 'b'));
  await room.correctKey([single('b'), { ...essay, prompt: 'Argue well.' }]);
  expect(await room.preview()).toMatchObject({ attempts: 0, regraded: 1, open: 1, changed: 0 });
  await room.regrade();
  expect(await room.preview()).toMatchObject({ regraded: 0, open: 0 });
  const { promptHtml } = await getMarkedAnswer(room.services, room.admin, {
    attemptId: waiting.id,
    question: 'essay',
  });
  expect(promptHtml).toBe('<p>Argue.</p>');
  await room.mark(waiting.id, 0);
  expect((await room.read('free', waiting.id)).result).toMatchObject({ percent: 50, passed: true });
  expect((await room.submit('premium', open.id)).result).toMatchObject({ percent: 50, passed: true });
});

test('a regrade that a deadlock ended is done again, for attempts under way too', async ({ db }) => {
  const room = await openExam(db, [single('a')]);
  const { id } = await room.start('free');
  await room.give('free', id, 'one', choiceId('one', 'b'));
  await room.correctKey([single('b')]);
  await db.pool.query(`create sequence regrades;
    create function end_first() returns trigger language plpgsql as $$ begin
      if nextval('regrades') = 1 then raise 'deadlock' using errcode = '40P01'; end if; return new; end $$;
    create trigger end_first before insert on audit_log for each row when (new.action = 'exam.regrade')
      execute function end_first()`);
  expect(await room.regrade()).toEqual({ changed: 0, regraded: 0 });
  expect((await room.submit('free', id)).result).toMatchObject({ percent: 100, regraded: true });
});

test.for([
  ['marking comes first', true],
  ['grading anew comes first', false],
] as const)(
  '%s: the mark and the corrected key are both kept, and there is one result',
  async ([, isMarkFirst], { ownDb }) => {
    const room = await openExam(ownDb, [single('a'), essay]);
    const { id } = await room.start('free');
    await room.give('free', id, 'one', choiceId('one', 'b'));
    await room.give('free', id, 'essay', 'words');
    await room.submit('free', id);
    await room.correctKey([single('b'), essay]);
    const { fingerprint } = await room.preview();
    const mark = () => room.mark(id, 1);
    const regrade = () =>
      updateResults(room.services, room.admin, { sectionId: room.sectionId, fingerprint });
    const runs: (() => Promise<unknown>)[] = isMarkFirst ? [mark, regrade] : [regrade, mark];
    const reported = await Promise.all(runs.map((run) => failureOf(run())));
    // A result that was made meanwhile was not in the preview: then it is looked at again.
    if (reported.includes('REGRADE_OUTDATED')) await room.regrade();
    expect(reported.filter((each) => typeof each === 'string' && each !== 'REGRADE_OUTDATED')).toEqual([]);
    expect((await room.read('free', id)).result).toMatchObject({
      percent: 100,
      passed: true,
      waiting: false,
    });
    const { rows } = await ownDb.pool.query("select 1 from audit_log where action = 'exam.result'");
    expect(rows).toHaveLength(1);
  },
);

test('an attempt that ends and is marked while others are regraded keeps its result until the next regrade', async ({
  ownDb,
}) => {
  const { pool } = ownDb;
  const room = await openExam(ownDb, [single('a'), essay]);
  const ended = await room.start('free');
  await room.submit('free', ended.id);
  const { id } = await room.start('premium');
  await room.give('premium', id, 'one', choiceId('one', 'a'));
  await room.give('premium', id, 'essay', 'words');
  await room.correctKey([single('b'), essay]);
  const { fingerprint } = await room.preview();
  const [first, second] = [await pool.connect(), await pool.connect()];
  const waits = (statement: string) =>
    vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1",
        [`%${statement}%`],
      );
      expect(rowCount).toBe(1);
    }, 20_000);
  await first.query('begin');
  await first.query('select from exam_attempts where id = $1 for update', [ended.id]);
  await second.query('begin; lock table exam_versions in share mode');
  const regrading = updateResults(room.services, room.admin, { sectionId: room.sectionId, fingerprint });
  await waits('order by id for update');
  await room.submit('premium', id);
  await first.query('commit');
  await waits('insert into exam_versions');
  await room.mark(id, 1);
  await second.query('commit');
  for (const client of [first, second]) client.release();
  await regrading;
  const result = async () => (await room.read('premium', id)).result;
  expect(await result()).toMatchObject({ waiting: false, percent: 100, regraded: false });
  await room.regrade();
  expect(await result()).toMatchObject({ waiting: false, percent: 50, regraded: true });
});

const sumBy = (answer: string, names = ['a', 'b']) =>
  bankQuestionForm.parse({
    tags: [],
    question: {
      ...head,
      id: 'sum',
      kind: 'number',
      answer,
      prompt: `${names.map((name) => `{${name}}`).join(' and ')}?`,
      explanation: `It is {= ${answer} }.`,
      parameters: names.map((name) => ({ name, from: 2, to: 99 })),
    },
  });

test('a drawn question is graded by what its bank says now, with the numbers of each attempt', async ({
  db,
}) => {
  const own = (answer: string) => ({ ...sumBy(answer).question, id: 'own' });
  const room = await openExam(db, [own('a - b')]);
  const { admin, services } = room;
  const bank = await createBank(services, admin, { title: 'Sums', description: '' });
  const { id: sum } = await addQuestion(services, admin, { ...sumBy('a + b'), id: bank.id });
  const draws = [{ id: 'draw', bank: bank.slug, tags: [], count: 1, points: null }];
  await room.correctKey([own('a - b')], draws);
  const attempt = await room.start('free');
  const [a = 0, b = 0] = (attempt.questions[1]?.html ?? '').match(/\d+/g)?.map(Number) ?? [];
  const [c = 0, d = 0] = (attempt.questions[0]?.html ?? '').match(/\d+/g)?.map(Number) ?? [];
  const drawn = attempt.questions[1]?.id ?? '';
  await room.give('free', attempt.id, drawn, String(a * b));
  await room.give('free', attempt.id, 'own', String(c * d));
  expect((await room.submit('free', attempt.id)).result).toMatchObject({ percent: 0 });
  await saveQuestion(services, admin, { ...sumBy('a * b'), id: sum, version: 1 });
  await room.correctKey([own('a * b')], draws);
  expect((await room.preview()).corrected).toEqual([
    { id: 'own', prompt: '{a} and {b}?', attempts: 1 },
    { id: drawn, prompt: '{a} and {b}?', attempts: 1 },
  ]);
  await room.regrade();
  const { result, questions } = await room.read('free', attempt.id);
  expect(result).toMatchObject({ percent: 100, passed: true });
  expect(questions).toEqual(attempt.questions);
  expect(result?.review?.map(({ explanationHtml }) => explanationHtml)).toEqual([
    `<p>It is ${c * d}.</p>`,
    `<p>It is ${a * b}.</p>`,
  ]);
  await saveQuestion(services, admin, { ...sumBy('a', ['a']), id: sum, version: 2 });
  await room.correctKey([], draws);
  expect(await room.preview()).toMatchObject({
    regraded: 0,
    corrected: [],
    unfit: [
      { id: 'own', reason: 'removed', attempts: 1 },
      { id: drawn, reason: 'parameters', prompt: '{a}?', attempts: 1 },
    ],
  });
});

test('an attempt is graded by the question that it was asked, never by another that has its key now', async ({
  db,
}) => {
  const room = await openExam(db, [single('a')]);
  const { admin, services } = room;
  const bank = await createBank(services, admin, { title: 'Sums', description: '' });
  const { id } = await addQuestion(services, admin, { ...sumBy('a + b'), id: bank.id });
  await room.correctKey([], [{ id: 'draw', bank: bank.slug, tags: [], count: 1, points: null }]);
  const attempt = await room.start('free');
  await room.submit('free', attempt.id);
  await removeQuestion(services, admin, { id });
  const { id: other } = await addQuestion(services, admin, { ...sumBy('a * b'), id: bank.id });
  const gone = { corrected: [], unfit: [{ reason: 'removed', attempts: 1 }] };
  expect(await room.preview()).toMatchObject(gone);
  expect(await getQuestion(services, admin, { id: other })).toMatchObject({ attempts: 0 });
  // As it was kept before ids were.
  await db.pool.query(
    `insert into exam_versions (section_id, fingerprint, exam, html, created_at)
     select section_id, 'older', exam #- '{drawn,0,questionId}', html, now() - interval '1 day'
     from exam_versions where exam ? 'drawn'`,
  );
  await db.pool.query(
    "update exam_attempts set version_id = (select id from exam_versions where fingerprint = 'older')",
  );
  expect(await room.preview()).toMatchObject(gone);
  expect(await getQuestion(services, admin, { id: other })).toMatchObject({ attempts: 0 });
  await db.pool.query("update bank_questions set created_at = now() - interval '2 days'");
  expect((await getQuestion(services, admin, { id: other })).attempts).toBe(1);
});
