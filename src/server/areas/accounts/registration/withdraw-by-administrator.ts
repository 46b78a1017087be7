import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { withdrawFrom } from '../administrators-sql.ts';
import { dropTokens } from '../sessions/tokens-sql.ts';

/**
 * Withdraws the open invitations by which somebody would make administrators, in the transaction that ends their own rights:
 * otherwise they could let themselves in again.
 */
export async function withdrawByAdministrator(
  trx: Transaction<DB>,
  { clock }: Pick<Services, 'clock'>,
  caller: Caller,
  userId: string,
): Promise<void> {
  for (const id of await withdrawFrom(trx, userId, clock.now())) {
    await dropTokens(trx, 'invitation', id);
    await recordAudit(trx, caller, { action: 'invitation.withdraw', entity: 'invitation', entityId: id });
  }
}
