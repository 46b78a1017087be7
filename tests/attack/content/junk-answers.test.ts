import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { saveAnswer } from '#server/areas/exams/attempts/save-answer';
import { startAttempt } from '#server/areas/exams/attempts/start-attempt';
import { sweepAttempts } from '#server/areas/exams/attempts/sweep-attempts';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { failureOf } from '#tests/kit/verbs';

const MIGRATION = join(
  import.meta.dirname,
  '../../../src/server/db/migrations/0060-answers-of-the-paper.sql',
);

async function answersOf(db: Db, attemptId: string): Promise<{ rows: number; bytes: number }> {
  const { rows } = await db.pool.query(
    `select count(*)::int as rows, coalesce(sum(octet_length(answer::text)), 0)::int as bytes
     from exam_answers where attempt_id = $1`,
    [attemptId],
  );
  return rows[0];
}

test('answers to what an attempt does not ask are refused and not kept, and so is one of any length', async ({
  db,
}) => {
  const room = await openExamRoom(db);
  const { id } = await room.start();
  for (const question of ['q-3', '__proto__', '', 'q-1 '])
    expect(await failureOf(room.save(id, question, 'true'))).toBe('QUESTION_NOT_FOUND');
  const long = 'x'.repeat(4001);
  for (const answer of [long, [long], { a: long }, Array.from({ length: 100 }, () => 'x'.repeat(41))])
    expect(await failureOf(room.save(id, 'q-1', answer))).toBe('BAD_INPUT');
  const stranger = { id, writer: randomUUID(), seq: 1, question: 'q-3', answer: 'true' };
  expect(await failureOf(saveAnswer(room.services, room.as('basic'), stranger))).toBe('ATTEMPT_NOT_FOUND');
  expect(await answersOf(db, id)).toEqual({ rows: 0, bytes: 0 });
});

test('whoever saves without end, from one page or from new ones, fills little, and the last answer counts', async ({
  db,
}) => {
  const room = await openExamRoom(db);
  const { id } = await room.start();
  await room.save(id, 'q-2', 'false');
  for (const one of [randomUUID(), null])
    for (let nth = 1; nth <= 320; nth += 1) {
      room.wait(1);
      await room.save(id, 'q-1', `${nth} ${'x'.repeat(3900)}`, { writer: one ?? randomUUID() });
    }
  room.wait(1);
  await room.save(id, 'q-1', 'true');
  const { bytes, rows } = await answersOf(db, id);
  // Twenty versions and the first of each question, and what came since old ones were removed.
  expect(rows).toBeLessThanOrEqual(2 * 21 + 100);
  expect(bytes).toBeLessThanOrEqual(600_000);
  const attempt = await room.read(id);
  expect(JSON.stringify(attempt).length).toBeLessThan(20_000);
  expect(attempt.answers).toEqual({ 'q-1': 'true', 'q-2': 'false' });
  expect((await room.submit(id)).result).toMatchObject({ percent: 50 });
});

test('an attempt that cannot be graded holds nobody up, is told of in the log, and is graded when it can be', async ({
  ownDb: db,
}) => {
  const room = await openExamRoom(db, { timeLimit: 10 });
  const bad = await room.start();
  room.wait(1);
  const other = room.as('basic');
  await enrol(room.services, other, { courseId: room.courseId });
  const good = await startAttempt(room.services, other, { sectionId: room.sectionId });
  const { rows } = await db.pool.query(
    `insert into exam_versions (section_id, fingerprint, exam, html) values ($1, 'broken', '{"questions": 1}', '{}') returning id`,
    [room.sectionId],
  );
  const { rows: before } = await db.pool.query(
    'with old as (select id, version_id from exam_attempts where id = $1) update exam_attempts a set version_id = $2 from old where a.id = old.id returning old.version_id',
    [bad.id, rows[0].id],
  );
  room.wait(3600);
  const logged: unknown[] = [];
  const log = Object.assign(Object.create(room.services.log), {
    error: (entry: unknown) => logged.push(entry),
  });
  expect(await sweepAttempts({ ...room.services, log })).toBe(1);
  expect(logged).toMatchObject([{ id: bad.id }]);
  const ended = async (id: string) =>
    (await db.pool.query('select ended_by from exam_attempts where id = $1', [id])).rows[0].ended_by;
  expect([await ended(bad.id), await ended(good.id)]).toEqual([null, 'deadline']);
  await db.pool.query('update exam_attempts set version_id = $2 where id = $1', [
    bad.id,
    before[0].version_id,
  ]);
  expect(await sweepAttempts({ ...room.services, log })).toBe(1);
  expect(await ended(bad.id)).toBe('deadline');
});

test('junk that was kept before is gone after the upgrade, and every real answer stays as it was', async ({
  ownDb: db,
}) => {
  const room = await openExamRoom(db);
  const { id } = await room.start();
  await room.save(id, 'q-1', 'true');
  await room.save(id, 'q-2', 'false');
  const kept = await db.kysely.selectFrom('exam_answers').selectAll().orderBy('question').execute();
  expect(kept.map(({ question }) => question)).toEqual(['q-1', 'q-2']);
  const junk = (question: string, answer: string, seq: number) =>
    sql`insert into exam_answers (attempt_id, question, seq, writer, answer, received_at)
      values (${id}, ${question}, ${seq}, ${randomUUID()}, ${JSON.stringify(answer)}::jsonb, now())`.execute(
      db.kysely,
    );
  for (const question of ['q-3', '__proto__', 'q-1 ']) await junk(question, 'true', 1);
  await junk('q-1', 'x'.repeat(200_001), 9);
  expect((await answersOf(db, id)).rows).toBe(6);
  await sql.raw(readFileSync(MIGRATION, 'utf8')).execute(db.kysely);
  expect(await db.kysely.selectFrom('exam_answers').selectAll().orderBy('question').execute()).toEqual(kept);
});
