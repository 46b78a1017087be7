import type { z } from 'zod';
import type { Category, categoryForm } from '#contract/categories';
import { freeName, slugOf } from '#domain/courses/slug';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearchOfCategory } from '#server/db/course-search';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectCategory, selectCoursesOf, selectSlugs } from './sql.ts';

/** Renames or describes a category; the slug follows the name. For administrators. */
export async function updateCategory(
  { db }: Services,
  caller: Caller,
  { description, id, name }: z.output<typeof categoryForm> & { id: string },
): Promise<Category> {
  return db.transaction(async (trx) => {
    const before = await selectCategory(trx, id);
    if (!before) throw new Failure('CATEGORY_NOT_FOUND');
    const stem = slugOf(name) || 'category';
    const taken = await selectSlugs(trx, stem);
    const slug = freeName(stem, (wanted) => wanted !== before.slug && taken.has(wanted));
    const after = { name, slug, description: description || null };
    await trx
      .updateTable('categories')
      .set({ ...after, updated_at: new Date() })
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
    return { id, ...after, courses: (await selectCoursesOf(trx, id)).length };
  });
}
