import { sql } from 'kysely';
import { canOpenCourse } from '#domain/access/content/can-open-course';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import type { Tier } from '#domain/tiers';
import type { Services } from '#server/services';

export interface Watcher {
  readonly viewer: Viewer;
  readonly courseId: string;
}

interface Present {
  id: string;
  tier: Tier;
  is_admin: boolean;
}

/** Those who may not be told any longer: the session or key ended, or the course is now above the tier. At most two statements. */
export async function recheckWatchers<One extends Watcher>(
  { clock, db: { kysely } }: Services,
  watchers: readonly One[],
): Promise<One[]> {
  if (watchers.length === 0) return [];
  const ids = watchers.flatMap(({ viewer }) => credentialOf(viewer) ?? []);
  const courses = await kysely
    .selectFrom('courses')
    .select(['id', 'subscription_level'])
    .where('kind', '<>', 'deleted')
    .where('id', 'in', [...new Set(watchers.map(({ courseId }) => courseId))])
    .execute();
  // A key reads as a member: only the session of an administrator counts as one.
  const { rows } = await sql<Present>`
    with mine (id, user_id, is_key) as (
      select id, user_id, false from sessions where expires_at > ${clock.now()}
      union all select id, user_id, true from api_keys where expires_at > ${clock.now()})
    select mine.id, m.subscription_tier as tier, m.is_admin and not mine.is_key as is_admin
    from mine join members m on m.id = mine.user_id and m.is_enabled
    where mine.id = any(${[...new Set(ids)]}::uuid[])`.execute(kysely);
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
