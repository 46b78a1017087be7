import type { Transaction } from 'kysely';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { holdState, selectUser } from '#server/areas/accounts/sql';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller } from '#server/services';

/**
 * The rights may have ended since the request began; whoever ends them has this account held, and could not see what is
 * written now. Comes before any invitation is held. Fails with ADMINISTRATOR_REQUIRED.
 */
export async function demandStillAdministrator(trx: Transaction<DB>, caller: Caller): Promise<void> {
  const { userId } = signedIn(caller);
  const state = await holdState(trx, userId);
  const user = await selectUser(trx, userId);
  if (!user?.is_admin || state?.disabled_at !== null) throw new Failure('ADMINISTRATOR_REQUIRED');
}
