import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller } from '#server/services';
import { holdAdministrators } from './administrators-sql.ts';
import { signedIn } from './sessions/signed-in.ts';
import { holdState, selectUser } from './sql.ts';

/**
 * The rights may have ended since the request began; whoever ends them has this account held, and could not see what is
 * written now. Comes before any other account or invitation is held. Fails with ADMINISTRATOR_REQUIRED.
 */
export async function demandStillAdministrator(trx: Transaction<DB>, caller: Caller): Promise<void> {
  const { userId } = signedIn(caller);
  await holdAdministrators(trx);
  const state = await holdState(trx, userId);
  const user = await selectUser(trx, userId);
  if (!user?.is_admin || state?.disabled_at !== null) throw new Failure('ADMINISTRATOR_REQUIRED');
}
