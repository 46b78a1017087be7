import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockStanding } from './publishing-sql.ts';

/** Ends a link at once. Fails with PREVIEW_NOT_FOUND. */
export async function revokePreviewLink(
  { db }: Services,
  caller: Caller,
  { id, linkId }: { id: string; linkId: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const course = await lockStanding(trx, id);
    if (!course) throw new Failure('COURSE_NOT_FOUND');
    const { numDeletedRows } = await trx
      .deleteFrom('preview_links')
      .where('id', '=', linkId)
      .where('course_id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Failure('PREVIEW_NOT_FOUND');
    await recordAudit(trx, caller, {
      action: `${course.kind}.revoke-preview-link`,
      entity: course.kind,
      entityId: id,
      before: { link: linkId },
    });
    return { id };
  });
}
