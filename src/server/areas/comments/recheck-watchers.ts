import { sql } from 'kysely';
import { canOpenCourse } from '#domain/access/can-open-course';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import type { Tier } from '#domain/tiers';
import type { Services } from '#server/services';

export interface Watcher {
  readonly viewer: Viewer;
  readonly courseId: string;
}

interface SessionRow {
  id: string;
  tier: Tier;
  is_admin: boolean;
}

/** Those who may not be told any longer: the session ended, or the course is now above the tier. At most two statements. */
export async function recheckWatchers<One extends Watcher>(
  { clock, db: { kysely } }: Services,
  watchers: readonly One[],
): Promise<One[]> {
  if (watchers.length === 0) return [];
  const ids = watchers.flatMap(({ viewer }) => (viewer.kind === 'member' ? [viewer.sessionId] : []));
  const courses = await kysely
    .selectFrom('courses')
    .select(['id', 'subscription_level'])
    .where('id', 'in', [...new Set(watchers.map(({ courseId }) => courseId))])
    .execute();
  const { rows } = await sql<SessionRow>`
    select s.id, p.subscription_tier as tier, (r.user_id is not null) as is_admin
    from sessions s join profiles p on p.id = s.user_id
    left join user_roles r on r.user_id = s.user_id and r.role = 'admin'
    where s.id = any(${[...new Set(ids)]}::uuid[]) and s.expires_at > ${clock.now()}`.execute(kysely);
  const levels = new Map(courses.map((course) => [course.id, course.subscription_level]));
  const sessions = new Map(rows.map((row) => [row.id, row]));
  return watchers.filter(({ courseId, viewer }) => {
    const subscriptionLevel = levels.get(courseId);
    const now = presentViewer(viewer, sessions);
    return !subscriptionLevel || !now || !canOpenCourse(now, { subscriptionLevel }).allowed;
  });
}

/** The viewer as of now; null when the session is over. */
function presentViewer(viewer: Viewer, sessions: ReadonlyMap<string, SessionRow>): Viewer | null {
  if (viewer.kind === 'visitor') return VISITOR;
  const session = sessions.get(viewer.sessionId);
  return session ? { ...viewer, tier: session.tier, isAdmin: session.is_admin } : null;
}
