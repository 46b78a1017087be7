import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectUser } from '../sql.ts';
import { sendOn } from './address-sql.ts';
import { takeAddress } from './take-address.ts';

/**
 * Gives an account another address, and what waits to be mailed to it. An account that was registered with the address and never
 * confirmed is nobody's and makes room; ADDRESS_TAKEN when it belongs to somebody.
 */
export async function moveAddress(
  trx: Transaction<DB>,
  services: Pick<Services, 'clock' | 'config' | 'storage'>,
  caller: Caller,
  { email, userId }: { userId: string; email: string },
): Promise<void> {
  const before = await selectUser(trx, userId);
  await takeAddress(trx, services, caller, {
    email,
    take: async (isTaken) => {
      if (isTaken) throw new Failure('ADDRESS_TAKEN');
      await trx
        .updateTable('users')
        .set({ email, email_verified: true, updated_at: services.clock.now() })
        .where('id', '=', userId)
        .execute();
    },
  });
  if (before) await sendOn(trx, { from: before.email, to: email });
}
