import { canAdminister } from '#domain/access/can-administer';
import { lockCourse } from '#server/areas/courses/sql';
import { hideCourse } from '#server/areas/courses/trash/trash-sql';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadEditPost } from './load-edit-post.ts';

/** Deletes a post with its comments: nobody sees them any more, and for 30 days an administrator can restore them. */
export async function removePost(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = (await lockCourse(trx, id, 'post')) ? await loadEditPost(trx, id) : null;
    if (!before) throw new Failure('POST_NOT_FOUND');
    await hideCourse(trx, { id, deletedBy: auditActor(caller).actor_id, now: clock.now() });
    await recordAudit(trx, caller, { action: 'post.delete', entity: 'post', entityId: id, before });
    await touchContent(trx);
    return { id };
  });
}
