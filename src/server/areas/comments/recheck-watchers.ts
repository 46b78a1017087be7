import { canOpenCourse } from '#domain/access/content/can-open-course';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import type { Services } from '#server/services';
import { type Present, selectLevels, selectPresent } from './watcher-sql.ts';

export interface Watcher {
  readonly viewer: Viewer;
  readonly courseId: string;
}

/** Those who may not be told any longer: the session or key ended, or the course is now above the tier. At most two statements. */
export async function recheckWatchers<One extends Watcher>(
  { clock, db: { kysely } }: Services,
  watchers: readonly One[],
): Promise<One[]> {
  if (watchers.length === 0) return [];
  const ids = watchers.flatMap(({ viewer }) => credentialOf(viewer) ?? []);
  const courses = await selectLevels(kysely, [...new Set(watchers.map(({ courseId }) => courseId))]);
  const rows = await selectPresent(kysely, [...new Set(ids)], clock.now());
  const levels = new Map(courses.map((course) => [course.id, course.subscription_level]));
  const present = new Map(rows.map((row) => [row.id, row]));
  return watchers.filter(({ courseId, viewer }) => {
    const subscriptionLevel = levels.get(courseId);
    const now = presentViewer(viewer, present);
    return !subscriptionLevel || !now || !canOpenCourse(now, { subscriptionLevel }).allowed;
  });
}

/** The id of the session or key; null for a visitor. */
function credentialOf(viewer: Viewer): string | null {
  if (viewer.kind === 'visitor') return null;
  return viewer.key?.id ?? viewer.sessionId;
}

/** The viewer as of now; null when the session or key is over. */
function presentViewer(viewer: Viewer, present: ReadonlyMap<string, Present>): Viewer | null {
  if (viewer.kind === 'visitor') return VISITOR;
  const now = present.get(credentialOf(viewer) ?? '');
  return now ? { ...viewer, tier: now.tier, isAdmin: now.is_admin && !viewer.administersElsewhere } : null;
}
