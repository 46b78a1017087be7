import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectCategory, selectCoursesOf } from './sql.ts';

/** Deletes a category that no course uses; CATEGORY_IN_USE says which courses do. */
export async function removeCategory(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = await selectCategory(trx, id);
    if (!before) throw new Failure('CATEGORY_NOT_FOUND');
    const courses = await selectCoursesOf(trx, id);
    if (courses.length > 0) throw new Failure('CATEGORY_IN_USE', { data: { courses } });
    await trx.deleteFrom('categories').where('id', '=', id).execute();
    await recordAudit(trx, caller, { action: 'category.delete', entity: 'category', entityId: id, before });
    await touchContent(trx);
    return { id };
  });
}
