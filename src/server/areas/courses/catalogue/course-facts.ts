import type { CourseFacts } from '#domain/access/content/can-open-course';
import type { Viewer } from '#domain/access/viewer';
import type { OpenTo } from '#domain/courses/life-cycle';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import { isEnrolled } from '../sql.ts';

interface Row {
  readonly id: string;
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
}

/** What decides whether a viewer may open a course or post. Whether they study it is asked only where that decides. */
export async function courseFacts(db: Reader, viewer: Viewer, row: Row): Promise<CourseFacts> {
  const asks = row.open_to === 'learners' && viewer.kind === 'member' && !viewer.isAdmin;
  return {
    subscriptionLevel: row.subscription_level,
    openTo: row.open_to,
    enrolled: asks && (await isEnrolled(db, { courseId: row.id, userId: viewer.userId })),
  };
}
