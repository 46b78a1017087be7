import { canOpenCourse } from '#domain/access/content/can-open-course';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import type { Services } from '#server/services';
import { type Present, selectPresent, selectWatched } from './watcher-sql.ts';

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
  const users = watchers.flatMap(({ viewer }) => (viewer.kind === 'member' ? viewer.userId : []));
  const courses = await selectWatched(kysely, [...new Set(watchers.map(({ courseId }) => courseId))], users);
  const rows = await selectPresent(kysely, [...new Set(ids)], clock.now());
  const watched = new Map(courses.map((course) => [course.id, course]));
  const present = new Map(rows.map((row) => [row.id, row]));
  return watchers.filter(({ courseId, viewer }) => {
    const course = watched.get(courseId);
    const now = presentViewer(viewer, present);
    if (!course || !now) return true;
    const enrolled = now.kind === 'member' && course.learners.includes(now.userId);
    return !canOpenCourse(now, factsOf({ ...course, enrolled })).allowed;
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
