import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { memberOf } from './member-of.ts';
import { deleteFollowed, hasCategory, insertFollowed } from './sql.ts';

/** Follows a category, or stops: its followers are notified of new courses that they may open. */
export async function followCategory(
  { db }: Services,
  caller: Caller,
  { followed, id }: { followed: boolean; id: string },
): Promise<{ id: string; followed: boolean }> {
  const userId = memberOf(caller);
  await db.transaction(async (trx) => {
    if (!(await hasCategory(trx, id))) throw new Failure('CATEGORY_NOT_FOUND');
    const change = followed ? insertFollowed : deleteFollowed;
    if (!(await change(trx, userId, id))) return;
    await recordAudit(trx, caller, {
      action: followed ? 'category.follow' : 'category.unfollow',
      entity: 'category',
      entityId: id,
    });
  });
  return { id, followed };
}
