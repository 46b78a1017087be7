import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer } from '#domain/exams/kinds/kind';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { failureOf } from '#tests/kit/verbs';
import { sweepAttempts } from './sweep-attempts.ts';

/** How exams of other platforms failed, each as it would fail here; browser and crash are in tests/e2e and tests/durability. */
const SHAPES: readonly Answer[] = ['one', '', ['a', 'b'], [], { '1': 'in', '2': 'out' }, { file: 'x' }];

test.for(SHAPES.map((answer) => [JSON.stringify(answer), answer] as const))(
  'an answer of the shape %s is stored as it was given',
  async ([, answer], { db }) => {
    const room = await openExamRoom(db);
    const { id } = await room.start();
    await room.save(id, 'q-1', answer);
    expect((await room.read(id)).answers['q-1']).toEqual(answer);
    expect((await room.submit(id)).answers['q-1']).toEqual(answer);
  },
);

test('who hands in early in one tab and goes on writing in the other is refused there, and nothing changes', async ({
  db,
}) => {
  const room = await openExamRoom(db);
  const { id } = await room.start();
  await room.save(id, 'q-1', 'true');
  const { answers, result } = await room.submit(id);
  expect(await failureOf(room.save(id, 'q-2', 'true', { writer: randomUUID() }))).toBe('ATTEMPT_CLOSED');
  expect(await room.read(id)).toMatchObject({ answers, result: { percent: result?.percent } });
});

test('an attempt without a single answer has a result, never stays pending, and the next can begin', async ({
  db,
}) => {
  const room = await openExamRoom(db, { timeLimit: 5 });
  const { id } = await room.start();
  room.wait(301);
  await sweepAttempts(room.services);
  expect((await room.read(id)).result).toMatchObject({ waiting: false, percent: 0, passed: false });
  expect((await room.start()).number).toBe(2);
});

test('handing in while the deadline grades makes one result', async ({ ownDb }) => {
  const room = await openExamRoom(ownDb, { timeLimit: 5 });
  const { id } = await room.start();
  await room.save(id, 'q-1', 'true');
  room.wait(300);
  await Promise.all([room.submit(id), sweepAttempts(room.services), room.read(id), room.submit(id)]);
  const { rows } = await ownDb.pool.query("select 1 from audit_log where action = 'exam.submit'");
  expect(rows).toHaveLength(1);
});

test('a retried start or hand-in makes no second attempt', async ({ ownDb }) => {
  const room = await openExamRoom(ownDb);
  const started = await Promise.all([room.start(), room.start(), room.start()]);
  expect(new Set(started.map(({ id }) => id)).size).toBe(1);
  const id = started[0]?.id ?? '';
  await Promise.all([room.submit(id), room.submit(id)]);
  const { rows } = await ownDb.pool.query('select 1 from exam_attempts');
  expect(rows).toHaveLength(1);
});

test('attempt and clock are the server’s: they go on where the browser forgot them', async ({ db }) => {
  const room = await openExamRoom(db, { timeLimit: 10, attempts: 1 });
  const { deadlineAt, id } = await room.start();
  room.wait(300);
  expect(await room.start()).toMatchObject({ id, deadlineAt, number: 1 });
});

test('an answer is acknowledged and kept, or refused with a code: never dropped without a word', async ({
  db,
}) => {
  const room = await openExamRoom(db, { timeLimit: 10 });
  const { id } = await room.start();
  const reported: unknown[] = [];
  for (const [index, seconds] of [0, 599, 2, 0].entries()) {
    room.wait(seconds);
    reported.push(await failureOf(room.save(id, 'q-1', String(index))));
  }
  expect(reported).toMatchObject([{ counts: true }, { counts: true }, 'ATTEMPT_CLOSED', 'ATTEMPT_CLOSED']);
  const { rows } = await db.pool.query('select answer from exam_answers order by place');
  expect(rows.map(({ answer }) => answer)).toEqual(['0', '1']);
});
