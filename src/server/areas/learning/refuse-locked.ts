import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { locksOf } from './locks-of.ts';
import { selectProgress } from './sql.ts';

/** Fails with SECTION_LOCKED where the rules of the author keep a section closed to somebody; administrators pass. */
export async function refuseLocked(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  { viewer }: Caller,
  { courseId, sectionId, userId }: { courseId: string; sectionId: string; userId: string },
): Promise<void> {
  if (viewer.kind === 'member' && viewer.isAdmin) return;
  const row = await selectProgress(db.kysely, userId, courseId);
  if (row && locksOf(row, clock.now()).has(sectionId)) throw new Failure('SECTION_LOCKED');
}
