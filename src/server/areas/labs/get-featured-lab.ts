import type { FeaturedLab } from '#contract/courses/labs';
import { visibleChecks } from '#domain/labs/visible-checks';
import type { Services } from '#server/services';
import { selectFeaturedLab } from './sql.ts';

/** The lab that visitors try on the landing page; null where there is none, or where labs are switched off. */
export async function getFeaturedLab({
  config,
  db,
}: Pick<Services, 'config' | 'db'>): Promise<{ lab: FeaturedLab | null }> {
  const row = config.labs === 'off' ? undefined : await selectFeaturedLab(db.kysely);
  if (!row) return { lab: null };
  const { course_slug: slug, course_title, files, key, spec, title } = row;
  return { lab: { key, title, course: { slug, title: course_title }, spec: visibleChecks(spec), files } };
}
