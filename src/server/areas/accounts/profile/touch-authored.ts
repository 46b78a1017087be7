import type { Transaction } from 'kysely';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';
import { isNamedAuthor } from '../sql.ts';

/** Says that public content changed where it names this person, whose name or picture changes. */
export async function touchAuthored(trx: Transaction<DB>, userId: string): Promise<void> {
  if (await isNamedAuthor(trx, userId)) await touchContent(trx);
}
