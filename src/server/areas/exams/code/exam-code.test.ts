import { expect } from 'vitest';
import { answerFingerprint } from '#domain/exams/attempts/answer-fingerprint';
import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Verdict } from '#domain/labs/verdict';
import { judgeNext } from '#server/areas/labs/judging/judge-next';
import type { Config } from '#server/config';
import type { Db } from '#server/db/client';
import type { Judge } from '#server/platform/judge/judge';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { failureOf } from '#tests/kit/verbs';
import { toAttempt } from '../attempts/to-attempt.ts';
import { getMarkedAnswer } from '../marking/get-marked-answer.ts';
import { listWaiting } from '../marking/list-waiting.ts';
import { markAnswer } from '../marking/mark-answer.ts';
import { previewRegrade } from '../regrade/preview-regrade.ts';
import { updateResults } from '../regrade/update-results.ts';
import { lockAttempt } from '../sql.ts';
import { giveUpCode } from './give-up-code.ts';
import { requeueCode } from './requeue-code.ts';

const CHECK = { module: 'main', call: 'double' };
const CODE = {
  runner: 'javascript',
  seconds: 2,
  files: [{ path: 'main.js', text: 'start' }],
  given: [],
  solution: [{ path: 'main.js', text: 'canarysolution' }],
  checks: [
    { id: 'seen', name: 'Doubles 1', ...CHECK, args: [1], equals: 2 },
    {
      id: 'kept',
      name: 'Doubles more',
      hidden: true,
      points: 3,
      hint: 'canaryhint',
      ...CHECK,
      args: ['canaryargs'],
      equals: 'canaryvalue',
    },
  ],
};
const MINE = { 'main.js': 'mine', 'other.js': 'forged' };

function verdictOf(points: number): Verdict {
  return {
    passed: points === 4,
    points,
    most: 4,
    diagnostics: [],
    results: [
      { id: 'seen', name: 'Doubles 1', hidden: false, ok: points > 0, points: 1 },
      { id: 'kept', name: 'Doubles more', hidden: true, ok: points > 1, points: 3 },
    ],
  };
}

/** An exam of a statement and of code, and a judge that is told what to find. */
async function openRoom(db: Db, code: unknown = CODE) {
  const room = await openExamRoom(db, {}, 1);
  await putQuestion(db, room.sectionId, { code });
  const asked: { spec: LabSpec; files: LabFiles }[] = [];
  const judge = (points: number | null, meanwhile?: () => Promise<unknown>): Judge => ({
    level: 'B',
    runtimeHash: 'x',
    judge: async (spec, files) => {
      asked.push({ spec, files });
      await meanwhile?.();
      return { verdict: points === null ? null : verdictOf(points), reason: 'asked to', cpuMs: 1, peakMb: 1 };
    },
    close: async () => {},
  });
  const { services } = room;
  const admin = room.as('admin');
  const submitAnswers = async (answer: Readonly<Record<string, string>> = MINE) => {
    const { id } = await room.start();
    await room.save(id, 'q-1', 'true');
    await room.save(id, 'q-code', answer);
    await room.submit(id);
    return id;
  };
  return {
    ...room,
    asked,
    submitAnswers,
    judge: async (points: number | null) => {
      while (await judgeNext(services, judge(points)));
    },
    judgeOne: (points: number, meanwhile: () => Promise<unknown>) =>
      judgeNext(services, judge(points, meanwhile)),
    giveUp: (labs: Config['labs']) =>
      giveUpCode({ clock: services.clock, db, config: { ...services.config, labs } }),
    queue: async () => (await listWaiting(services, admin, {})).items.map(({ question }) => question),
    correctChecks: async () => {
      await putQuestion(db, room.sectionId, { code: { ...CODE, checks: CODE.checks.slice(0, 1) } });
      const { corrected, fingerprint } = await previewRegrade(services, admin, room);
      expect(corrected).toMatchObject([{ id: 'q-code' }]);
      await updateResults(services, admin, { sectionId: room.sectionId, fingerprint });
    },
    marked: (attemptId: string) => getMarkedAnswer(services, admin, { attemptId, question: 'q-code' }),
    mark: (attemptId: string, version: number, points: number, reason?: string) =>
      markAnswer(services, admin, { attemptId, question: 'q-code', version, points, comment: '', reason }),
  };
}

async function putQuestion(db: Db, sectionId: string, changes: object): Promise<void> {
  const question = {
    id: 'q-code',
    kind: 'code',
    prompt: 'Double it',
    points: 2,
    explanation: 'canaryexplanation',
    ...changes,
  };
  await db.pool.query(
    `update course_content set exam = jsonb_set(exam, '{questions,1}', $2::jsonb, true) where id = $1`,
    [sectionId, JSON.stringify(question)],
  );
}

test('code that is handed in is judged by all its checks, and earns its part of the points', async ({
  db,
}) => {
  const room = await openRoom(db);
  const started = await room.start();
  expect(JSON.stringify(started)).not.toContain('canary');
  expect(started.questions[1]).toMatchObject({
    code: { files: { 'main.js': 'start' }, spec: { hidden: [{ id: 'kept', points: 3 }] } },
  });
  const id = await room.submitAnswers();
  expect((await room.read(id)).result).toMatchObject({ waiting: true, percent: null, review: null });
  expect(await room.queue()).toEqual([]);
  await room.judge(3);
  expect(room.asked).toMatchObject([
    { files: { 'main.js': 'mine' }, spec: { checks: [{}, { hidden: true }] } },
  ]);
  expect(room.asked[0]?.files).toEqual({ 'main.js': 'mine' });
  const { result } = await room.read(id);
  expect(result).toMatchObject({ waiting: false, percent: 83, passed: true });
  expect(result?.review?.[1]).toMatchObject({ points: 1.5, key: { 'main.js': 'canarysolution' } });
  expect(result?.marks[0]?.checks.map(({ ok }) => ok)).toEqual([true, true]);
  const { rows } = await db.pool.query("select kind from notice_events where kind like 'exam%'");
  expect(rows).toEqual([{ kind: 'exam-marked' }]);
});

test('a marker who sends back the points that are shown changes only the comment', async ({ db }) => {
  const room = await openRoom(db);
  await putQuestion(db, room.sectionId, { code: CODE, points: 1.5 });
  const id = await room.submitAnswers();
  await room.judge(1);
  const kept = () => db.pool.query('select part, run_id from exam_marks').then(({ rows }) => rows);
  const before = await kept();
  expect(before).toEqual([{ part: 0.25, run_id: expect.any(String) }]);
  const { given, version } = await room.marked(id);
  expect(given).toBe(0.38);
  const result = (await room.read(id)).result;
  await room.mark(id, version, 0.38, 'A word more');
  expect(await kept()).toEqual(before);
  expect((await room.marked(id)).program).toMatchObject({ counts: true });
  expect((await room.read(id)).result).toMatchObject({ percent: result?.percent, review: result?.review });
  await room.mark(id, version + 1, 0.4, 'A better look');
  expect(await kept()).toEqual([{ part: expect.closeTo(0.4 / 1.5, 9), run_id: null }]);
});

test('who reads an attempt in the moment of its result is told to look again', async ({ db }) => {
  const room = await openRoom(db);
  const id = await room.submitAnswers();
  const seen = { now: new Date(), viewer: room.as('free').viewer };
  const read = await db.transaction((trx) => lockAttempt(trx, { id }));
  const shown = async () => read && (await toAttempt(db.kysely, read, seen)).result;
  expect(await shown()).toMatchObject({ waiting: true, checking: true });
  await room.judge(3);
  expect(await shown()).toMatchObject({ waiting: true, checking: true });
  expect((await room.read(id)).result).toMatchObject({ waiting: false, checking: false });
});

test('an attempt that time ends is judged like one that is handed in, and what nobody answered is not', async ({
  db,
}) => {
  const room = await openRoom(db);
  await db.pool.query(
    `update course_content set exam = jsonb_set(exam, '{settings,timeLimit}', '1') where id = $1`,
    [room.sectionId],
  );
  const { id } = await room.start();
  await room.save(id, 'q-code', MINE);
  room.wait(120);
  expect((await room.read(id)).result).toMatchObject({ waiting: true, endedBy: 'deadline' });
  await room.judge(4);
  expect((await room.read(id)).result).toMatchObject({ waiting: false, percent: 66 });
  const { id: empty } = await room.start();
  await room.submit(empty);
  expect((await room.read(empty)).result).toMatchObject({ waiting: false, percent: 0 });
});

test('what could not be judged is marked by people, with the reason, and never failed', async ({ db }) => {
  const room = await openRoom(db);
  const id = await room.submitAnswers();
  await room.judge(null);
  expect((await room.read(id)).result).toMatchObject({ waiting: true, checking: false, passed: null });
  expect(await room.queue()).toEqual(['q-code']);
  const { program, version } = await room.marked(id);
  expect(program).toMatchObject({ state: 'failed', reason: 'failed', verdict: null, counts: false });
  await room.mark(id, version, 2);
  expect((await room.read(id)).result).toMatchObject({ waiting: false, percent: 100 });
});

test.for([
  ['browser-only', 0, 'off'],
  ['off', 0, 'off'],
  ['on', 7 * 3600, 'late'],
] as const)('with labs %s people mark what nothing judges', async ([labs, seconds, reason], { db }) => {
  const room = await openRoom(db);
  const id = await room.submitAnswers();
  room.wait(seconds);
  await room.giveUp(labs);
  expect(await room.queue()).toEqual(['q-code']);
  expect((await room.marked(id)).program).toMatchObject({ state: 'failed', reason });
});

test('what a judge that died held is marked by people, as soon as nobody comes back for it', async ({
  db,
}) => {
  const room = await openRoom(db);
  const id = await room.submitAnswers();
  const die = () => Promise.reject(new Error('killed'));
  await expect(room.judgeOne(4, die)).rejects.toThrow('killed');
  await room.giveUp('off');
  // Its judge may be alive still.
  expect(await room.queue()).toEqual([]);
  room.wait(61);
  await room.giveUp('on');
  expect(await room.queue()).toEqual([]);
  await room.giveUp('off');
  expect(await room.queue()).toEqual(['q-code']);
  const { program, version } = await room.marked(id);
  expect(program).toMatchObject({ state: 'failed', reason: 'off' });
  await room.mark(id, version, 2);
  const second = await room.submitAnswers();
  await expect(room.judgeOne(4, die)).rejects.toThrow('killed');
  room.wait(7 * 3600);
  await room.giveUp('on');
  expect((await room.marked(second)).program).toMatchObject({ state: 'failed', reason: 'late' });
});

test('a run that ends after a newer one was queued gives no points', async ({ db }) => {
  const room = await openRoom(db);
  const id = await room.submitAnswers();
  const requeue = () =>
    db.transaction(async (trx) => {
      room.wait(1);
      const attempt = await lockAttempt(trx, { id });
      if (!attempt) throw new Error('no attempt');
      const { exam } = attempt;
      await requeueCode(trx, { attempt, exam, questions: ['q-code'], now: room.services.clock.now() });
    });
  await room.judgeOne(4, requeue);
  expect((await room.read(id)).result).toMatchObject({ waiting: true, checking: true });
  expect(await room.queue()).toEqual([]);
  await room.judge(0);
  expect((await room.read(id)).result).toMatchObject({ waiting: false, percent: 33 });
  expect(room.asked).toHaveLength(2);
});

test('a mark of a person stays, whatever the checks find afterwards, and corrects what they found', async ({
  db,
}) => {
  const room = await openRoom(db);
  const first = await room.submitAnswers();
  await room.mark(first, 0, 0.5);
  await room.judge(4);
  expect((await room.read(first)).result).toMatchObject({ waiting: false, percent: 50 });
  const second = await room.submitAnswers();
  await room.judge(0);
  const { program, version } = await room.marked(second);
  expect(program).toMatchObject({ state: 'done', counts: true, files: { 'main.js': 'mine' } });
  expect(await failureOf(room.mark(second, version, 2))).toBe('RESULT_FINAL');
  await room.mark(second, version, 2, 'It is right');
  expect((await room.read(second)).result).toMatchObject({ percent: 100 });
  expect((await room.marked(second)).program).toMatchObject({ counts: false });
});

test('changed checks judge again what they judged, and leave what a person marked', async ({ db }) => {
  const room = await openRoom(db);
  const byChecks = await room.submitAnswers();
  await room.judge(1);
  const byHand = await room.submitAnswers();
  await room.mark(byHand, 0, 1);
  await room.judge(4);
  await room.correctChecks();
  expect((await room.read(byChecks)).result).toMatchObject({ waiting: false, percent: 50 });
  room.asked.length = 0;
  await room.judge(4);
  expect(room.asked.map(({ spec }) => spec.checks.length)).toEqual([1]);
  expect((await room.read(byChecks)).result).toMatchObject({ percent: 100 });
  expect((await room.read(byHand)).result).toMatchObject({ percent: 66 });
});

test.for([
  ['a judge that fails', (room: Awaited<ReturnType<typeof openRoom>>) => room.judge(null)],
  ['labs that are off', (room: Awaited<ReturnType<typeof openRoom>>) => room.giveUp('off')],
] as const)(
  'what changed checks could not judge again keeps its points and waits for a person: %s',
  async ([, fail], { db }) => {
    const room = await openRoom(db);
    const id = await room.submitAnswers();
    await room.judge(1);
    const [before, { version }] = [(await room.read(id)).result, await room.marked(id)];
    room.wait(60);
    await room.correctChecks();
    expect(await room.queue()).toEqual([]);
    await fail(room);
    expect((await room.read(id)).result).toMatchObject({ waiting: false, percent: before?.percent });
    expect(await room.queue()).toEqual(['q-code']);
    expect((await room.marked(id)).program).toMatchObject({ state: 'failed', counts: true });
    const news = async () =>
      (await db.pool.query("select count(*)::int from notice_events where kind = 'exam-corrected'")).rows;
    const told = await news();
    await room.mark(id, version, 0.5, 'As before');
    expect(await room.queue()).toEqual([]);
    expect(await news()).toEqual(told);
  },
);

test('the fingerprint of an answer does not depend on the order of its files', () => {
  expect(answerFingerprint({ 'b.js': '2', 'a.js': '1' })).toBe(
    answerFingerprint({ 'a.js': '1', 'b.js': '2' }),
  );
});
