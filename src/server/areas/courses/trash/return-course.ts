import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearch } from '#server/db/course-search';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { freeCourseSlug } from '../free-course-slug.ts';
import { lockHidden, showCourse } from './trash-sql.ts';

/**
 * Takes a course or a post out of the trash with all that hangs on it; null where it is not there. Where another one has its
 * address now, it gets one beside it.
 */
export async function returnCourse(
  trx: Transaction<DB>,
  caller: Caller,
  { id, kind, now }: { id: string; kind: 'course' | 'post'; now: Date },
): Promise<{ id: string; slug: string } | null> {
  const hidden = await lockHidden(trx, id, kind);
  if (!hidden) return null;
  const slug = await freeCourseSlug(trx, hidden.slug);
  await showCourse(trx, { id, hidden, slug, now });
  if (kind === 'course') await refreshSearch(trx, [id]);
  await recordAudit(trx, caller, {
    action: `${kind}.restore`,
    entity: kind,
    entityId: id,
    before: { slug: hidden.slug, deletedAt: hidden.deleted_at.toISOString() },
    after: { slug },
  });
  await touchContent(trx);
  return { id, slug };
}
