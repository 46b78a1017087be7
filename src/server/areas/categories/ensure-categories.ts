import type { Transaction } from 'kysely';
import { freeName, slugOf } from '#domain/courses/slug';
import type { DB } from '#server/db/types';
import { selectByName, selectSlugs } from './sql.ts';

/**
 * Finds the categories of these names and makes the missing ones; answers the ids in the order of the names. Part of an
 * import, which asked for the right already and writes the audit row.
 */
export async function ensureCategories(trx: Transaction<DB>, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push((await selectByName(trx, name)) ?? (await insert(trx, name)));
  return ids;
}

async function insert(trx: Transaction<DB>, name: string): Promise<string> {
  const stem = slugOf(name) || 'category';
  const taken = await selectSlugs(trx, stem);
  const { id } = await trx
    .insertInto('categories')
    .values({ name, slug: freeName(stem, (wanted) => taken.has(wanted)) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
