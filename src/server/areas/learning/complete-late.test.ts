import { expect } from 'vitest';
import { progressForm } from '#contract/courses/learning';
import { getEditCourse } from '#server/areas/courses/editing/get-edit-course';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import { moveSection } from '#server/areas/courses/moving/move-section';
import { removeSection } from '#server/areas/courses/trash/remove-section';
import { restoreSection } from '#server/areas/courses/trash/restore-section';
import type { Db } from '#server/db/client';
import type { Services } from '#server/services';
import { holdCommit } from '#tests/kit/at-one-moment';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { enrol } from './enrol.ts';
import { getProgress } from './get-progress.ts';
import { recordSectionResult } from './record-section-result.ts';
import { saveProgress } from './save-progress.ts';

type Edit = (services: Services) => Promise<unknown>;

/** A learner who has still to finish one of two sections, while an author takes the other one away. */
async function openRoom(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const [admin, learner] = [as('admin'), as('free')];
  const content = [
    { title: 'Joins', content: 'x' },
    { title: 'Views', content: 'y' },
    // What never counted was not taken away from anybody.
    { title: 'Extra', content: 'z', required: false },
  ];
  const course = await makeCourse(verbs, { slug: 'studied', content });
  const other = await makeCourse(verbs, { slug: 'other', content: [{ title: 'Plans', content: 'z' }] });
  const courseId = course.id;
  const [joins, views] = course.content.map(({ id }) => id) as [string, string];
  await enrol(services, learner, { courseId });
  const finish = () =>
    saveProgress(services, learner, {
      id: joins,
      ...progressForm.parse({ at: services.clock.now().toISOString(), marked: true }),
    });
  const target = { id: courseId, sectionId: views };
  const edits: Record<'remove' | 'save' | 'move', Edit> = {
    remove: (given) => removeSection(given, admin, target),
    save: async (given) => {
      const present = await getEditCourse(services, admin, { id: courseId });
      const kept = present.content.filter(({ id }) => id !== views);
      return updateCourse(given, admin, { ...present, content: kept });
    },
    move: (given) => moveSection(given, admin, { ...target, to: other.id, after: null, chapter: '' }),
  };
  const completedAt = async () => {
    const { rows } = await db.pool.query('select completed_at from enrolments where course_id = $1', [
      courseId,
    ]);
    return rows[0].completed_at as Date | null;
  };
  const progress = () => getProgress(services, learner, { courseId });
  return { ...verbs, admin, completedAt, courseId, edits, finish, joins, learner, progress, target };
}

for (const kind of ['remove', 'save', 'move'] as const)
  test(`who finishes one section while the other one goes (${kind}) has completed the course`, async ({
    ownDb: db,
  }) => {
    const { completedAt, edits, finish, services } = await openRoom(db);
    const { held, reached, release } = holdCommit(services);
    const edit = edits[kind](held);
    await reached;
    expect(await finish()).toEqual({ state: 'done', completedAt: null });
    release();
    await edit;
    expect(await completedAt()).not.toBeNull();
    const { rows } = await db.pool.query("select 1 from audit_log where action = 'course.complete'");
    expect(rows).toHaveLength(1);
  });

test('whose result is committed after the section is gone has completed the course once it is looked at', async ({
  ownDb: db,
}) => {
  const room = await openRoom(db);
  const { admin, completedAt, courseId, edits, joins, learner, progress, services, target } = room;
  const { held, reached, release } = holdCommit(services);
  const { viewer } = learner;
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  const passed = { userId, courseId, sectionId: joins, by: 'lab' as const, now: services.clock.now() };
  const result = held.db.transaction((trx) => recordSectionResult(trx, learner, passed));
  await reached;
  await edits.remove(services);
  release();
  await result;
  expect(await completedAt()).toBeNull();
  const first = await progress();
  expect(first).toMatchObject({ completedAt: expect.any(String), done: 1, total: 1 });
  expect(await progress()).toMatchObject({ completedAt: first.completedAt });
  const { rows } = await db.pool.query("select actor_id from audit_log where action = 'course.complete'");
  expect(rows).toEqual([{ actor_id: userId }]);
  // It was complete only because the section was gone.
  const { rows: without } = await db.pool.query(
    'select completed_without from enrolments where course_id = $1',
    [courseId],
  );
  expect(without).toEqual([{ completed_without: [target.sectionId] }]);
  await restoreSection(services, admin, target);
  expect(await progress()).toMatchObject({ completedAt: null, done: 1, total: 2 });
});
