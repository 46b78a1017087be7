import type { z } from 'zod';
import type { Category, categoryForm } from '#contract/courses/categories';
import { canAdminister } from '#domain/access/can-administer';
import { freeName, slugOf } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { Caller, Services } from '#server/services';
import { selectSlugs } from './sql.ts';

/** Adds a category; its slug comes from the name (spec section 3). Fails with CATEGORY_NAME_TAKEN. */
export async function createCategory(
  { db }: Services,
  caller: Caller,
  { description, name }: z.output<typeof categoryForm>,
): Promise<Category> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const stem = slugOf(name) || 'category';
    const taken = await selectSlugs(trx, stem);
    const slug = freeName(stem, (wanted) => taken.has(wanted));
    const values = { name, slug, description: description || null };
    const { id } = await trx
      .insertInto('categories')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAudit(trx, caller, {
      action: 'category.create',
      entity: 'category',
      entityId: id,
      after: values,
    });
    await touchContent(trx);
    return { id, ...values, courses: 0 };
  });
}
