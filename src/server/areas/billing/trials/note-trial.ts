import type { Transaction } from 'kysely';
import type { NewFact } from '#domain/billing/facts';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import type { Account } from '../ledger/ledger-sql.ts';
import { mailboxHash } from './mailbox-hash.ts';
import { insertStartedTrial, selectVerifiedEmail } from './trial-sql.ts';

/** Remembers whose trial has started, so that it stays the only one. */
export async function noteTrial(
  trx: Transaction<DB>,
  services: Services,
  account: Account,
  fresh: readonly NewFact[],
): Promise<void> {
  if (!fresh.some((fact) => fact.kind === 'subscription' && fact.trialFrom !== null)) return;
  const user = account.user_id === null ? undefined : await selectVerifiedEmail(trx, account.user_id);
  await insertStartedTrial(trx, {
    accountId: account.id,
    mailboxHash: user ? mailboxHash(services, user.email) : null,
    now: services.clock.now(),
  });
}
