import type { MyCourse } from '#contract/courses/learning';
import { canOpenCourse } from '#domain/access/content/can-open-course';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import { selectMyCourses } from './sql.ts';

const MAX = 200;

/** The courses the caller studies, last used first; those above the present tier are locked and keep their progress. */
export async function listMyCourses({ db }: Services, caller: Caller): Promise<MyCourse[]> {
  const rows = await selectMyCourses(db, signedIn(caller).userId, MAX);
  return rows.map(
    ({
      completed_at,
      last_used_at,
      next,
      open_to: openTo,
      subscription_level: subscriptionLevel,
      ...row
    }) => {
      const { allowed } = canOpenCourse(caller.viewer, { subscriptionLevel, openTo, enrolled: true });
      return {
        ...row,
        subscriptionLevel,
        access: allowed ? 'open' : 'locked',
        completedAt: completed_at?.toISOString() ?? null,
        lastUsedAt: last_used_at.toISOString(),
        next: allowed ? next : null,
      };
    },
  );
}
