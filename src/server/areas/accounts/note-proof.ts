import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { signedIn } from './signed-in.ts';

/** Writes down that whoever is signed in has proved just now to be the owner; how, unless by the password. */
export async function noteProof(
  trx: Transaction<DB>,
  { clock }: Pick<Services, 'clock'>,
  caller: Caller,
  by?: string,
): Promise<void> {
  const { sessionId, userId } = signedIn(caller);
  await trx.updateTable('sessions').set({ proved_at: clock.now() }).where('id', '=', sessionId).execute();
  await recordAudit(trx, caller, {
    action: 'account.prove-identity',
    entity: 'user',
    entityId: userId,
    ...(by && { after: { by } }),
  });
}
