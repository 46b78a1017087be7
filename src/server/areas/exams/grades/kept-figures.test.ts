import { expect } from 'vitest';
import { getRemovalImpact } from '#server/areas/courses/trash/get-removal-impact';
import { keepImpacts } from '#server/areas/courses/trash/keep-impacts';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { countFigures } from './count-figures.ts';
import { getStatistics } from './get-statistics.ts';
import { keepFigures } from './keep-figures.ts';

/** So many others have done what the attempt that is there did. */
async function copyAttempt(db: Db, count: number, name: string): Promise<void> {
  await db.pool.query(
    `with made as (
       insert into users (name, email) select $2, $2 || n || '@crowd.test' from generate_series(1, $1::int) n returning id
     ), joined as (
       insert into enrolments (user_id, course_id)
       select made.id, (select r.course_id from exam_attempts a join section_registry r on r.id = a.section_id limit 1) from made)
     insert into exam_attempts (user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, result)
     select made.id, a.section_id, a.version_id, 1, a.started_at, a.submitted_at, a.ended_by, a.passed, a.result
     from made, (select * from exam_attempts where submitted_at is not null limit 1) a`,
    [count, name],
  );
}

test('figures of a few attempts are counted at once, those of many as they were last', async ({ db }) => {
  const { as, courseId: id, sectionId, services, start, submit, wait } = await openExamRoom(db);
  const statistics = () => getStatistics(services, as('admin'), { sectionId });
  const impact = (section?: string) => getRemovalImpact(services, as('admin'), { id, section });
  const keep = async () => {
    await keepFigures(services);
    await keepImpacts(services);
  };
  const attempt = await start();
  await submit(attempt.id);
  await keep();
  expect(await statistics()).toMatchObject({ attempts: 1, countedAt: null });
  expect(await impact()).toMatchObject({ attempts: 1, countedAt: null });
  await copyAttempt(db, 220, 'first');
  // Nothing is kept yet.
  expect(await statistics()).toMatchObject({ attempts: 221, countedAt: null });
  const countedAt = services.clock.now().toISOString();
  await keep();
  expect(await statistics()).toMatchObject({
    ...(await countFigures(db.kysely, sectionId)),
    attempts: 221,
    countedAt,
  });
  const [{ learners }, ofSection] = [await impact(), await impact(sectionId)];
  expect(ofSection).toEqual({ learners: 221, attempts: 221, marks: 0, countedAt });
  wait(60);
  await copyAttempt(db, 9, 'second');
  expect(await statistics()).toMatchObject({ attempts: 221, countedAt });
  expect(await impact()).toEqual({ learners, attempts: 221, marks: 0, countedAt });
  await keep();
  const later = services.clock.now().toISOString();
  expect(await statistics()).toMatchObject({ attempts: 230, countedAt: later });
  expect(await impact()).toEqual({ learners: learners + 9, attempts: 230, marks: 0, countedAt: later });
  wait(60);
  await keep();
  expect(await statistics()).toMatchObject({ countedAt: later });
  await db.pool.query(`update exam_figures set figures = '{"of": "another release"}'`);
  expect(await statistics()).toMatchObject({ attempts: 230, countedAt: null });
});
