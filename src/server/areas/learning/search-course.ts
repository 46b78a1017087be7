import type { SearchHit } from '#contract/notes';
import { canEnrol } from '#domain/access/can-enrol';
import { signedIn } from '#server/areas/accounts/signed-in';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { locksOf } from './locks-of.ts';
import { selectHits } from './notes-sql.ts';
import { selectProgress } from './sql.ts';

const MOST_HITS = 20;
const MOST_WORDS = 12;

/**
 * The sections of a course that hold all the words, best first; what is locked for the caller is not searched. Fails
 * with COURSE_NOT_FOUND, TIER_REQUIRED and NOT_ENROLLED.
 */
export async function searchCourse(
  { clock, db }: Services,
  caller: Caller,
  { courseId, q }: { courseId: string; q: string },
): Promise<SearchHit[]> {
  const { isAdmin, userId } = signedIn(caller);
  const row = await selectProgress(db.kysely, userId, courseId);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  authorise(canEnrol(caller.viewer, { subscriptionLevel: row.subscription_level }));
  if (!row.enrolled && !isAdmin) throw new Failure('NOT_ENROLLED');
  const words = (q.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const locks = isAdmin ? new Map() : locksOf(row, clock.now());
  const sectionIds = row.sections.map(({ id }) => id).filter((id) => !locks.has(id));
  const hits = await selectHits(db.kysely, { sectionIds, words, limit: MOST_HITS });
  return hits.map(({ excerpt, key, section_type, title }) => ({
    key,
    title,
    sectionType: section_type,
    excerpt,
  }));
}
