import { type ExamStatistics, examFigures } from '#contract/exams/grades';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { countFigures } from './count-figures.ts';
import { COUNTED_AT_ONCE, selectKeptFigures } from './figures-sql.ts';
import { selectExamNow } from './grades-sql.ts';

/**
 * How an exam and each of its questions did, by the first finished attempt of each learner; of an exam with many attempts as it
 * was counted last. Fails with SECTION_NOT_FOUND.
 */
export async function getStatistics(
  { db: { kysely } }: Services,
  { viewer }: Caller,
  { sectionId }: { sectionId: string },
): Promise<ExamStatistics> {
  authorise(canAdminister(viewer));
  const now = await selectExamNow(kysely, sectionId);
  if (!now) throw new Failure('SECTION_NOT_FOUND');
  const { counted_at: countedAt, ended, figures } = await selectKeptFigures(kysely, sectionId);
  // What the release before kept may have another shape.
  const kept = ended > COUNTED_AT_ONCE ? examFigures.safeParse(figures).data : undefined;
  return {
    title: now.title,
    course: { id: now.course_id, title: now.course_title },
    ...(kept ?? (await countFigures(kysely, sectionId))),
    countedAt: (kept && countedAt?.toISOString()) ?? null,
  };
}
