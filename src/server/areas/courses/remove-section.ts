import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { bumpVersion } from './bump-version.ts';
import { toEditSection } from './load-edit-course.ts';
import { lockCourse, selectSections } from './sql.ts';

/** Removes a section; those behind it move up. For administrators. */
export async function removeSection(
  { db }: Services,
  caller: Caller,
  { id, sectionId }: { id: string; sectionId: string },
): Promise<{ version: number }> {
  return db.transaction(async (trx) => {
    if (!(await lockCourse(trx, id))) throw new Failure('COURSE_NOT_FOUND');
    const stored = await selectSections(trx, id);
    const removed = stored.find((section) => section.id === sectionId);
    if (!removed) throw new Failure('SECTION_NOT_FOUND');
    await trx.deleteFrom('course_content').where('id', '=', sectionId).execute();
    for (const { id: behind, sort_order } of stored) {
      if (sort_order > removed.sort_order)
        await trx
          .updateTable('course_content')
          .set({ sort_order: sort_order - 1 })
          .where('id', '=', behind)
          .execute();
    }
    const version = await bumpVersion(trx, id);
    await recordAudit(trx, caller, {
      action: 'course.remove-section',
      entity: 'course',
      entityId: id,
      before: toEditSection(removed),
    });
    await touchContent(trx);
    return { version };
  });
}
