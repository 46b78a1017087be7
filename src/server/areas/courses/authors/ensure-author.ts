import type { Transaction } from 'kysely';
import { freeName, slugOf } from '#domain/courses/slug';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { insertAuthor, selectTakenAuthorSlugs, selectWriters } from './author-sql.ts';

/** The slug that an author of this name begins with. */
export async function freeAuthorSlug(db: Reader, name: string): Promise<string> {
  const wanted = slugOf(name) || 'author';
  const taken = await selectTakenAuthorSlugs(db, wanted);
  return freeName(wanted, (slug) => taken.has(slug));
}

/** Gives somebody who is named for the first time the profile of an author. */
export async function ensureAuthor(
  trx: Transaction<DB>,
  { name, user_id }: { readonly user_id: string; readonly name: string },
): Promise<void> {
  while (!(await insertAuthor(trx, { user_id, slug: await freeAuthorSlug(trx, name) }))) {
    // Somebody took the slug, or named the same person, at this moment.
    const [writer] = await selectWriters(trx, [user_id]);
    if (!writer || writer.slug !== null) return;
  }
}
