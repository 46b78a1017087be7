import type { Reader } from '#server/db/client';
import { m } from '../../../../messages/messages.js';
import { selectIdsBySlug } from '../authors/author-sql.ts';
import type { CourseFolder } from './course-folder.ts';

export interface FolderAuthors {
  /** Those that this school knows, in the order of the folder. */
  readonly slugs: readonly string[];
  readonly ids: readonly string[];
  readonly warnings: readonly string[];
}

/** Whom a folder names as authors. A folder may come from another school: who is not known here is left out. */
export async function folderAuthors(
  db: Reader,
  { course: { authors }, slug }: Pick<CourseFolder, 'course' | 'slug'>,
): Promise<FolderAuthors> {
  const known = await selectIdsBySlug(db, authors ?? []);
  const slugs = [...new Set(authors)].filter((author) => known.has(author));
  return {
    slugs,
    ids: slugs.flatMap((author) => known.get(author) ?? []),
    warnings: (authors ?? [])
      .filter((author) => !known.has(author))
      .map((author) => `${slug}/course.yaml: authors: ${m.reports_no_such_author({ author })}`),
  };
}
