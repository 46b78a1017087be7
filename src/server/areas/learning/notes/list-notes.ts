import type { SectionNote } from '#contract/courses/notes';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectNotes } from './notes-sql.ts';

/** The caller's own notes and bookmarks of a course, also where the tier no longer opens it. Fails with COURSE_NOT_FOUND. */
export async function listNotes(
  { db }: Services,
  caller: Caller,
  { courseId }: { courseId: string },
): Promise<SectionNote[]> {
  const found = await selectNotes(db.kysely, { courseId, userId: signedIn(caller).userId });
  if (!found) throw new Failure('COURSE_NOT_FOUND');
  return found.notes.map(({ body, bookmarked, key, section_id, title, updated_at, version }) => ({
    sectionId: section_id,
    key,
    title,
    body,
    version,
    bookmarked,
    updatedAt: updated_at.toISOString(),
  }));
}
