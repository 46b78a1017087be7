import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { endPending } from './address-sql.ts';

/** Withdraws the new address that waits to be confirmed; nothing happens when none does. */
export async function removePendingAddress({ clock, db }: Services, caller: Caller): Promise<{ done: true }> {
  const { userId } = signedIn(caller);
  await db.transaction(async (trx) => {
    if ((await endPending(trx, userId, clock.now())) === 0) return;
    await recordAudit(trx, caller, { action: 'account.withdraw-address', entity: 'user', entityId: userId });
  });
  return { done: true };
}
