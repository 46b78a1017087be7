import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';

/** Fails with ACCOUNT_DISABLED; else nobody disables the account before this transaction ends. */
export async function refuseIfDisabled(trx: Transaction<DB>, userId: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('disabled_at')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  if (user?.disabled_at) throw new Failure('ACCOUNT_DISABLED');
}
