import type { LabLearners, LabSolution } from '#contract/courses/labs';
import { type LabFiles, pointsOf } from '#domain/labs/lab-spec';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { openSource } from './authoring/open-source.ts';
import { selectLabLearners, selectSolutions, selectSpec, selectStart } from './teachers-sql.ts';

const PAGE_SIZE = 50;

/** Who submitted something in a lab, the latest first. Fails with LAB_NOT_FOUND. */
export async function listLabLearners(
  { db }: Services,
  caller: Caller,
  { id, page }: { id: string; page: number },
): Promise<LabLearners> {
  const section = await openSource(db.kysely, caller, id);
  const spec = await selectSpec(db.kysely, id);
  if (!spec) throw new Failure('LAB_NOT_FOUND');
  const rows = await selectLabLearners(db.kysely, id, {
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  return {
    title: section.title,
    course: { id: section.course_id, title: section.course_title },
    most: spec.checks.reduce((sum, check) => sum + pointsOf(check), 0),
    passed: rows[0]?.all_passed ?? 0,
    items: rows.map(
      ({
        attempts,
        email,
        first_at: first,
        latest_at: latest,
        name,
        passed_at: passed,
        points,
        user_id,
      }) => ({
        userId: user_id,
        name,
        email,
        attempts,
        points,
        latestAt: latest.toISOString(),
        passedAt: passed?.toISOString() ?? null,
        secondsToPass: passed && (passed.getTime() - first.getTime()) / 1000,
      }),
    ),
    total: rows[0]?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
  };
}

const MAX_SOLUTIONS = 200;

/** What learners passed with, to be compared with each other. Fails with LAB_NOT_FOUND. */
export async function listSolutions(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ start: LabFiles; solutions: LabSolution[] }> {
  await openSource(db.kysely, caller, id);
  const start = await selectStart(db.kysely, id);
  if (!start) throw new Failure('LAB_NOT_FOUND');
  const rows = await selectSolutions(db.kysely, id, MAX_SOLUTIONS);
  return { start, solutions: rows.map(({ files, name, user_id: userId }) => ({ userId, name, files })) };
}
