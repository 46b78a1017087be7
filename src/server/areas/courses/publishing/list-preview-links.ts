import type { PreviewLink } from '#contract/courses/publishing';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectLinks, selectStanding } from './publishing-sql.ts';
import { toPreviewLink } from './to-preview-link.ts';

/** The links of a course or post that still work. Fails with COURSE_NOT_FOUND. */
export async function listPreviewLinks(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ items: PreviewLink[] }> {
  authorise(canAdminister(caller.viewer));
  if (!(await selectStanding(db.kysely, id))) throw new Failure('COURSE_NOT_FOUND');
  return { items: (await selectLinks(db.kysely, id, clock.now())).map(toPreviewLink) };
}
