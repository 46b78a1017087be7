import type { z } from 'zod';
import type { Category, categoryForm } from '#contract/courses/categories';
import { canAdminister } from '#domain/access/can-administer';
import { freeName, slugOf } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearchOfCategory } from '#server/db/course-search';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { countCourses, selectCategory, selectSlugs } from './sql.ts';

type Form = z.output<typeof categoryForm>;
type Input = Form & { readonly id: string; readonly base?: Form | undefined };

/**
 * Renames or describes a category; the slug follows the name. Fails with CATEGORY_NOT_FOUND, CATEGORY_NAME_TAKEN, and with
 * VERSION_CONFLICT and the category as it is now when somebody else saved since `base`.
 */
export async function updateCategory(
  { clock, db }: Services,
  caller: Caller,
  { base, description, id, name }: Input,
): Promise<Category> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = await selectCategory(trx, id);
    if (!before) throw new Failure('CATEGORY_NOT_FOUND');
    const isBased = !base || (base.name === before.name && base.description === (before.description ?? ''));
    if (!isBased)
      throw new Failure('VERSION_CONFLICT', {
        data: { current: { ...before, courses: await countCourses(trx, id) } },
      });
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
