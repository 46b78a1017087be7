import { sql, type Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { hashOfToken } from '../sessions/hash-of-token.ts';
import { signedIn } from '../sessions/signed-in.ts';

type ProvedBy = 'password' | 'service' | 'email-code' | 'passkey' | 'second-factor';

/** Writes down that the owner has just proved to be signed in. A passkey verifies its user: it counts as both factors. */
export async function noteProof(
  trx: Transaction<DB>,
  { clock }: Pick<Services, 'clock'>,
  caller: Caller,
  by: ProvedBy,
): Promise<void> {
  const { sessionId, userId } = signedIn(caller);
  const now = clock.now();
  await trx
    .updateTable('sessions')
    .set({
      ...(by !== 'second-factor' && { proved_at: now }),
      ...((by === 'second-factor' || by === 'passkey') && { factor_proved_at: now }),
    })
    .where('id', '=', sessionId)
    .execute();
  await recordAudit(trx, caller, {
    action: 'account.prove-identity',
    entity: 'user',
    entityId: userId,
    after: { by },
  });
}

/** Writes down that a session began with the second factor as well. */
export async function noteFactorOfSession(trx: Transaction<DB>, token: string): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ factor_proved_at: sql.ref('proved_at') })
    .where('token', '=', hashOfToken(token))
    .execute();
}
