import { expect } from 'vitest';
import { getRemovalImpact } from '#server/areas/courses/trash/get-removal-impact';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';

test('what hangs on a question is what hangs on the attempts that have it', async ({ db }) => {
  const { as, courseId: id, sectionId: section, services, start, submit } = await openExamRoom(db);
  const of = (question: string, where = section) =>
    getRemovalImpact(services, as('admin'), { id, section: where, question });
  const nothing = { learners: 0, attempts: 0, marks: 0, countedAt: null };
  expect(await of('q-1')).toEqual(nothing);
  for (const _ of [1, 2]) {
    const attempt = await start();
    await submit(attempt.id);
  }
  await db.pool.query(
    `insert into exam_marks (attempt_id, question, waits_since, part, marked_at)
     select id, 'q-1', started_at, 1, started_at from exam_attempts where number = 1`,
  );
  expect(await of('q-1')).toEqual({ learners: 1, attempts: 2, marks: 1, countedAt: null });
  expect(await of('q-2')).toEqual({ learners: 1, attempts: 2, marks: 0, countedAt: null });
  expect(await of('q-3')).toEqual(nothing);
  expect(await of('q-1', id)).toEqual(nothing);
});
