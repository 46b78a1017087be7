import type { z } from 'zod';
import type { Category, categoryForm } from '#contract/categories';
import { canAdminister } from '#domain/access/can-administer';
import { freeName, slugOf } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearchOfCategory } from '#server/db/course-search';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { countCourses, selectCategory, selectSlugs } from './sql.ts';

/** Renames or describes a category; the slug follows the name. */
export async function updateCategory(
  { clock, db }: Services,
  caller: Caller,
  { description, id, name }: z.output<typeof categoryForm> & { id: string },
): Promise<Category> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = await selectCategory(trx, id);
    if (!before) throw new Failure('CATEGORY_NOT_FOUND');
    const stem = slugOf(name) || 'category';
    const taken = await selectSlugs(trx, stem);
    const renamed = freeName(stem, (wanted) => wanted !== before.slug && taken.has(wanted));
    const slug = name === before.name ? before.slug : renamed;
    const after = { name, slug, description: description || null };
    await trx
      .updateTable('categories')
      .set({ ...after, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    if (name !== before.name) await refreshSearchOfCategory(trx, id);
    await recordAudit(trx, caller, {
      action: 'category.update',
      entity: 'category',
      entityId: id,
      before,
      after,
    });
    await touchContent(trx);
    return { id, ...after, courses: await countCourses(trx, id) };
  });
}
