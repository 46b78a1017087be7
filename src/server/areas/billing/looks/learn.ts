import type { Transaction } from 'kysely';
import type { NewFact, Seen } from '#domain/billing/facts';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { reportDisputes } from '../alarms/report-disputes.ts';
import { type Account, insertFacts, newOnes, type Source, selectFacts } from '../ledger/ledger-sql.ts';
import { liftOrder } from '../ledger/lift-order.ts';
import { type Projection, projectTier } from '../ledger/project-tier.ts';
import { secondsOf } from '../ledger/seconds.ts';
import { writeMails } from '../mails/write-mails.ts';
import { noteTrial } from '../trials/note-trial.ts';

interface Learned {
  readonly fresh: readonly NewFact[];
  readonly projected: Projection | null;
}

/** Writes down what a source reports that the ledger did not know, and all that follows from it. The account must be held. */
export async function learn(
  trx: Transaction<DB>,
  services: Services,
  account: Account,
  { seen, source }: { readonly source: Source; readonly seen: readonly Seen[] },
): Promise<Learned> {
  const now = services.clock.now();
  const known = await selectFacts(trx, account.id);
  const fresh = newOnes(known, seen);
  if (fresh.length === 0) return { fresh, projected: null };
  await insertFacts(trx, account.id, source, fresh, now);
  await liftOrder(trx, account, { known, fresh }, now);
  await noteTrial(trx, services, account, fresh);
  const projected = await projectTier(trx, account, now);
  await writeMails(trx, services, account, now);
  await reportDisputes(trx, fresh, secondsOf(now));
  return { fresh, projected };
}
