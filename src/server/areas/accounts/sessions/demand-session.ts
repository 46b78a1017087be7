import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller } from '#server/services';
import { holdState } from '../sql.ts';
import { holdSession } from './session-sql.ts';
import { signedIn } from './signed-in.ts';

/**
 * For what opens the account later: its session may have ended since the request began, and whoever ends it now waits for
 * this transaction. The account is held first, as by who ends all sessions. Fails with SIGN_IN_REQUIRED.
 */
export async function demandSession(trx: Transaction<DB>, caller: Caller): Promise<void> {
  const { sessionId, userId } = signedIn(caller);
  await holdState(trx, userId);
  if (!(await holdSession(trx, sessionId))) throw new Failure('SIGN_IN_REQUIRED');
}
