import type { MovedSection } from '#contract/courses/course-shapes';
import type { Viewer } from '#domain/access/viewer';
import type { Reader } from '#server/db/client';
import { isEnrolled } from '../sql.ts';
import { selectMoved } from './moving-sql.ts';

/** The new address of a section that was moved to another course, for who may know of that course; null for others. */
export async function findMoved(
  db: Reader,
  viewer: Viewer,
  place: { courseId: string; key: string },
): Promise<MovedSection | null> {
  const found = await selectMoved(db, place);
  if (!found) return null;
  const isKnown = found.is_listed || (await isInside(db, viewer, found.id));
  return isKnown ? { access: 'moved', slug: found.slug, key: found.key } : null;
}

async function isInside(db: Reader, viewer: Viewer, courseId: string): Promise<boolean> {
  if (viewer.kind === 'visitor') return false;
  return viewer.isAdmin || isEnrolled(db, { courseId, userId: viewer.userId });
}
