import type { Transaction } from 'kysely';
import type { Fact } from '#domain/billing/facts';
import { hasTried } from '#domain/billing/trial';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { mailboxHash } from './mailbox-hash.ts';
import { claimTrial, selectVerifiedEmail } from './trial-sql.ts';

/** Whether the payment page that is opened now may begin with a trial; it is nobody else's while that page is open. */
export async function offerTrial(
  trx: Transaction<DB>,
  services: Services,
  { accountId, facts, userId }: { userId: string; accountId: string; facts: readonly Fact[] },
): Promise<boolean> {
  if (hasTried(facts)) return false;
  const user = await selectVerifiedEmail(trx, userId);
  if (!user) return false;
  const mailbox = mailboxHash(services, user.email);
  return claimTrial(trx, { accountId, mailboxHash: mailbox, now: services.clock.now() });
}
