import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { type AnswerGiven, insertAnswer } from './insert-answer-sql.ts';

const at = new Date('2026-05-04T09:00:00Z');

test('answers that arrive together: each is taken or refused by itself, and of one question the last one counts', async ({
  db,
}) => {
  const room = await openExamRoom(db);
  const { id: attemptId } = await room.start();
  const { rows } = await db.pool.query('select user_id from exam_attempts where id = $1', [attemptId]);
  const [writer, other] = [randomUUID(), randomUUID()];
  const given: AnswerGiven = {
    attemptId,
    writer,
    userId: rows[0].user_id,
    seq: 1,
    question: 'q-1',
    answer: 'first',
    now: at,
    givenAt: at,
  };
  const saved = await Promise.all([
    insertAnswer(db, given),
    insertAnswer(db, { ...given, seq: 2, answer: 'second' }),
    insertAnswer(db, { ...given, seq: 2, answer: 'second' }),
    insertAnswer(db, { ...given, writer: other, answer: 'earlier', givenAt: new Date(at.getTime() - 1000) }),
    insertAnswer(db, { ...given, seq: 3, question: 'q-2', answer: ['a'] }),
    insertAnswer(db, { ...given, userId: randomUUID(), seq: 4 }),
    insertAnswer(db, { ...given, attemptId: randomUUID(), seq: 5 }),
  ]);
  expect(saved.map(({ counts, open }) => open && counts)).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
    false,
  ]);
  expect((await room.read(attemptId)).answers).toEqual({ 'q-1': 'second', 'q-2': ['a'] });
  const { rows: kept } = await db.pool.query('select 1 from exam_answers where attempt_id = $1', [attemptId]);
  expect(kept).toHaveLength(4);
});

test('one that the database refuses takes no other with it', async ({ ownDb }) => {
  const room = await openExamRoom(ownDb);
  const { id: attemptId } = await room.start();
  const { rows } = await ownDb.pool.query('select user_id from exam_attempts where id = $1', [attemptId]);
  const given: AnswerGiven = {
    attemptId,
    writer: randomUUID(),
    userId: rows[0].user_id,
    seq: 1,
    question: 'q-1',
    answer: 'good',
    now: at,
    givenAt: at,
  };
  const saved = await Promise.allSettled([
    insertAnswer(ownDb, { ...given, writer: randomUUID(), answer: 'bad \0' }),
    insertAnswer(ownDb, given),
  ]);
  expect(saved.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect((await room.read(attemptId)).answers).toEqual({ 'q-1': 'good' });
});
