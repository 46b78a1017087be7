import { expect } from 'vitest';
import { progressForm } from '#contract/courses/learning';
import { moveSection } from '#server/areas/courses/moving/move-section';
import type { Db } from '#server/db/client';
import { holdCommit, untilLocked } from '#tests/kit/at-one-moment';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { enrol } from './enrol.ts';
import { saveProgress } from './save-progress.ts';

/** A learner of a course whose author moves a section, which nobody has read yet, to another course. */
async function openRoom(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const learner = as('free');
  const from = await makeCourse(verbs, {
    slug: 'from',
    content: [{ title: 'Joins' }, { title: 'Views' }],
  });
  const to = await makeCourse(verbs, { slug: 'to', content: [{ title: 'Plans' }] });
  const sectionId = from.content[0]?.id ?? '';
  await enrol(services, learner, { courseId: from.id });
  const report = () =>
    saveProgress(services, learner, {
      id: sectionId,
      ...progressForm.parse({ at: services.clock.now().toISOString(), reached: 0.5 }),
    });
  const move = (given = services) =>
    moveSection(given, as('admin'), { id: from.id, sectionId, to: to.id, after: null, chapter: '' });
  /** In which course what was read is kept, and whether its learner studies that course. */
  const kept = async () => {
    const { rows } = await db.pool.query(
      `select p.course_id, e.left_at is null as studies from section_progress p
       join enrolments e on e.user_id = p.user_id and e.course_id = p.course_id where p.section_id = $1`,
      [sectionId],
    );
    return rows;
  };
  return { from, kept, learner, move, report, services, to };
}

test('what is read for the first time while the section moves is kept in its new course', async ({
  ownDb: db,
}) => {
  const { kept, move, report, services, to } = await openRoom(db);
  const { held, reached, release } = holdCommit(services);
  const moving = move(held);
  await reached;
  const reporting = failureOf(report());
  await untilLocked(db);
  release();
  await moving;
  expect(await reporting).toBe('NOT_ENROLLED');
  expect(await kept()).toEqual([{ course_id: to.id, studies: false }]);
});

for (const studies of [true, false])
  test(`what is written once the section has moved is kept in its new course, which its learner ${studies ? 'studies' : 'does not study'}`, async ({
    ownDb: db,
  }) => {
    const { from, kept, learner, move, report, services, to } = await openRoom(db);
    if (studies) await enrol(services, learner, { courseId: to.id });
    const client = await db.pool.connect();
    await client.query('begin');
    await client.query('select from enrolments where course_id = $1 for update', [from.id]);
    const reporting = failureOf(report());
    // It has read where the section is, and waits.
    await untilLocked(db);
    await move();
    await client.query('commit');
    client.release();
    expect(await reporting).toEqual(studies ? { state: 'started', completedAt: null } : 'NOT_ENROLLED');
    expect(await kept()).toEqual([{ course_id: to.id, studies }]);
  });
