import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { dropUnconfirmed } from '../erasure/drop-unconfirmed.ts';
import { holdHolder } from './address-sql.ts';

/**
 * Gives an address to the person who proved to own it: `take` does, with whether somebody has it already. An account that was
 * registered with it and never confirmed is nobody's: it makes room and is erased like any other, but what others
 * sent to and from that address is not its own and stays.
 */
export async function takeAddress<Taken>(
  trx: Transaction<DB>,
  services: Pick<Services, 'clock' | 'config' | 'storage'>,
  caller: Caller,
  { email, take }: { email: string; take: (isTaken: boolean) => Promise<Taken> },
): Promise<Taken> {
  const holder = await holdHolder(trx, email);
  if (!holder) return take(false);
  if (holder.email_verified || holder.disabled_at) return take(true);
  return dropUnconfirmed(trx, services, caller, holder, () => take(false));
}
