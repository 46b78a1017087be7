import type { WrittenLab } from '#contract/courses/lab-authoring';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { type LabSectionRow, selectLabSection } from './authoring-sql.ts';

/** A lab section, for those who may edit its course. Fails with LAB_NOT_FOUND. */
export async function openSource(db: Reader, { viewer }: Caller, id: string): Promise<LabSectionRow> {
  authorise(canAdminister(viewer));
  const row = await selectLabSection(db, id);
  if (!row) throw new Failure('LAB_NOT_FOUND');
  return row;
}

export function toWritten(row: LabSectionRow, { judge }: Pick<Services, 'judge'>): WrittenLab {
  const { course_id: courseId, course_slug: slug, course_title: title } = row;
  return {
    id: row.id,
    course: { id: courseId, slug, title },
    key: row.key,
    title: row.title,
    html: row.content_html ?? '',
    version: row.version,
    source: row.source,
    canRun: judge !== undefined,
  };
}

/** The files of a lab, as its author edits them. Fails with LAB_NOT_FOUND. */
export async function getSource(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<WrittenLab> {
  return toWritten(await openSource(services.db.kysely, caller, id), services);
}
