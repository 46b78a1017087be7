import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { endKeys } from '../keys/end-keys.ts';
import { dropTokens } from '../sessions/tokens-sql.ts';
import { dropChallenges } from '../sign-in/challenge-sql.ts';
import { dropEmailCodes } from '../sign-in/email-code-sql.ts';
import { deleteSessions, dropSignInMethods } from '../sql.ts';

/**
 * Makes the registration of an address that nobody confirmed the account of the owner of the address: it is confirmed,
 * and nothing that somebody chose in that registration opens it.
 */
export async function claimAccount(
  trx: Transaction<DB>,
  caller: Caller,
  { id, name, now }: { id: string; name: string; now: Date },
): Promise<void> {
  await dropSignInMethods(trx, id);
  await dropFactorsAndLinks(trx, id);
  await deleteSessions(trx, id);
  await endKeys(trx, id);
  await dropChallenges(trx, id);
  await dropEmailCodes(trx, id, now);
  await trx
    .updateTable('users')
    .set({ name, email_verified: true, two_factor_enabled: false, updated_at: now })
    .where('id', '=', id)
    .execute();
  await trx.updateTable('profiles').set({ username: name }).where('id', '=', id).execute();
  await recordAudit(trx, caller, { action: 'account.claim', entity: 'user', entityId: id });
}

async function dropFactorsAndLinks(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('two_factor').where('user_id', '=', userId).execute();
  await dropTokens(trx, 'verify-email', userId);
  await dropTokens(trx, 'reset-password', userId);
}
