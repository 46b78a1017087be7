import type { Services } from '#server/services';
import { selectSections } from '../sql.ts';
import { selectDueImpacts, upsertImpact } from './impact-sql.ts';
import { selectImpact, selectImpactOfEach } from './trash-sql.ts';

/** A course that hardly changes is counted again after a day. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

/** Counts what hangs on large courses, so that nobody who deletes something waits for it. A chore of the school. */
export async function keepImpacts({ clock, db: { kysely } }: Services, signal?: AbortSignal): Promise<void> {
  const due = await selectDueImpacts(kysely, new Date(clock.now().getTime() - OLDEST_MS));
  for (const { course_id: courseId, size } of due) {
    if (signal?.aborted) return;
    const countedAt = clock.now();
    const sections = await selectSections(kysely, courseId);
    const course = await selectImpact(kysely, { courseId, sectionIds: null });
    const each = await selectImpactOfEach(
      kysely,
      sections.map(({ id }) => id),
    );
    await upsertImpact(kysely, {
      countedAt,
      courseId,
      figures: { course, sections: Object.fromEntries(each) },
      size,
    });
  }
}
