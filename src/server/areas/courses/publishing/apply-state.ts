import type { Transaction } from 'kysely';
import type { CourseState } from '#domain/courses/life-cycle';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearch } from '#server/db/course-search';
import type { DB } from '#server/db/types';
import { announceCourse } from '../editing/announce-course.ts';
import { endPendingNotice, type StandingRow } from './publishing-sql.ts';

const ACTIONS: Readonly<Record<CourseState, string>> = {
  draft: 'draft',
  scheduled: 'schedule',
  published: 'publish',
  unlisted: 'unlist',
  archived: 'archive',
};

/** What a change of state decides. */
export interface Wanted {
  readonly state: CourseState;
  readonly publishAt: Date | null;
  readonly keepsAccess: boolean;
}

/**
 * Brings a course or post into another state, in the transaction that holds it. Followers of its categories are notified when
 * it is published, once: what was announced, or is public again, is not announced twice.
 */
export async function applyState(
  trx: Transaction<DB>,
  caller: Parameters<typeof recordAudit>[1],
  before: StandingRow,
  { keepsAccess, now, publishAt, state }: Wanted & { readonly now: Date },
): Promise<StandingRow> {
  const { id, kind } = before;
  const first = before.state === 'scheduled' ? (before.publish_at ?? now) : now;
  const published_at = before.published_at ?? (state === 'published' ? earlier(first, now) : null);
  const after = { ...before, state, publish_at: publishAt, published_at, keeps_access: keepsAccess };
  await trx
    .updateTable('courses')
    .set({ state, publish_at: publishAt, published_at, keeps_access: keepsAccess })
    .where('id', '=', id)
    .execute();
  if (state === 'published') await announceCourse(trx, before);
  else await endPendingNotice(trx, { id, now });
  // Its words are known to the search from now on.
  if (kind === 'course') await refreshSearch(trx, [id]);
  await recordAudit(trx, caller, {
    action: `${kind}.${ACTIONS[state]}`,
    entity: kind,
    entityId: id,
    before: reported(before),
    after: reported(after),
  });
  await touchContent(trx);
  return after;
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function reported({ keeps_access, publish_at, state }: StandingRow): object {
  return {
    state,
    ...(publish_at && { publishAt: publish_at.toISOString() }),
    ...(state === 'archived' && { keepsAccess: keeps_access }),
  };
}
