import type { Losses } from '#contract/courses/removals';
import { canAdminister } from '#domain/access/can-administer';
import { lostSections } from '#domain/courses/lost-sections';
import type { SectionType } from '#domain/courses/vocabulary';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectSections, selectWritten } from '../sql.ts';
import { selectImpact, selectImpactOfEach } from '../trash/trash-sql.ts';
import { selectVersion } from '../versions/version-sql.ts';

interface Input {
  readonly id: string;
  /** The version that would be restored. */
  readonly version?: number | undefined;
  /** The sections that would be saved. */
  readonly content?: readonly { id?: string | undefined; sectionType: SectionType }[] | undefined;
}

/**
 * The sections of a course or a post that a save or the restore of a version would take from learners, and what hangs on each. Fails
 * with COURSE_NOT_FOUND and REVISION_NOT_FOUND.
 */
export async function getLosses(
  { db: { kysely } }: Services,
  { viewer }: Caller,
  { content = [], id, version }: Input,
): Promise<Losses> {
  authorise(canAdminister(viewer));
  if (!(await selectWritten(kysely, id))) throw new Failure('COURSE_NOT_FOUND');
  const kept = version === undefined ? { content } : await selectVersion(kysely, { courseId: id, version });
  if (!kept) throw new Failure('REVISION_NOT_FOUND');
  const rows = await selectSections(kysely, id);
  const present = rows.map((row) => ({ id: row.id, title: row.title, sectionType: row.section_type }));
  const lost = lostSections(present, kept.content);
  const sectionIds = lost.map(({ section }) => section.id);
  const total = await selectImpact(kysely, { courseId: id, sectionIds });
  const each = await selectImpactOfEach(kysely, sectionIds);
  return {
    ...total,
    sections: lost.map(({ becomes, section }) => ({
      learners: 0,
      attempts: 0,
      marks: 0,
      ...each.get(section.id),
      ...section,
      becomes,
    })),
  };
}
