import { notesMarkdown } from '#domain/learning/notes-markdown';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectNotes } from './notes-sql.ts';

/** The caller's own notes and bookmarks of a course as a Markdown file. Fails with COURSE_NOT_FOUND. */
export async function exportNotes(
  { db }: Services,
  caller: Caller,
  { courseId }: { courseId: string },
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  const found = await selectNotes(db.kysely, { courseId, userId: signedIn(caller).userId });
  if (!found) throw new Failure('COURSE_NOT_FOUND');
  const notes = found.notes.map(({ body, bookmarked, title }) => ({ body, isBookmarked: bookmarked, title }));
  resHeaders.set('content-type', 'text/markdown; charset=utf-8');
  resHeaders.set('content-disposition', 'attachment; filename="notes.md"');
  return new Blob([notesMarkdown(found.title, notes)]).stream();
}
