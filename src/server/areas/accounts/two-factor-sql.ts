import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/types';

interface SealedFactor {
  readonly secret: string;
  readonly backup_codes: string;
}

/** The second factor of an account, sealed; not `verified` while no first code was given. */
export async function selectFactor(
  db: Kysely<DB> | Transaction<DB>,
  userId: string,
): Promise<(SealedFactor & { readonly verified: boolean | null }) | undefined> {
  return db
    .selectFrom('two_factor')
    .select(['secret', 'backup_codes', 'verified'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Writes the one second factor of an account that is held, in the place of one that was begun before. */
export async function keepFactor(
  trx: Transaction<DB>,
  userId: string,
  { backup_codes, secret }: SealedFactor,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('two_factor')
    .set({ backup_codes, secret, verified: false })
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n)
    await trx
      .insertInto('two_factor')
      .values({ user_id: userId, backup_codes, secret, verified: false })
      .execute();
}
