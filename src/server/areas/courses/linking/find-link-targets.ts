import type { LinkTarget } from '#contract/courses/writing';
import { canAdminister } from '#domain/access/can-administer';
import { coursePath } from '#domain/courses/paths';
import { sectionPath } from '#domain/courses/section-paths';
import { authorPath } from '#domain/site/author-path';
import { customPagePath } from '#domain/site/custom-page-path';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectLinkTargets } from './linking-sql.ts';

/** Of each kind. */
const MAX_FOUND = 5;
const MAX_WORDS = 6;

/** What a text can link to: whatever has all words in its name. Drafts too, since only administrators write; nothing from the trash. */
export async function findLinkTargets(
  { db }: Pick<Services, 'db'>,
  { viewer }: Caller,
  { q }: { q: string },
): Promise<{ items: LinkTarget[] }> {
  authorise(canAdminister(viewer));
  const words = q.split(/\s+/).slice(0, MAX_WORDS);
  const rows = await selectLinkTargets(db.kysely, { words, limit: MAX_FOUND });
  return {
    items: rows.map((row) => ({
      kind: row.kind,
      title: row.title,
      course: row.course,
      sectionType: row.section_type,
      path: pathOf(row),
      isOpen: row.is_open,
    })),
  };
}

function pathOf({ id, key, kind, slug }: Awaited<ReturnType<typeof selectLinkTargets>>[number]): string {
  if (kind === 'section') return sectionPath({ slug, key: key ?? '' });
  if (kind === 'page') return customPagePath(slug);
  return kind === 'author' ? authorPath(slug) : coursePath({ id, kind, slug });
}
