import type { Transaction } from 'kysely';
import type { NewFact, Seconds } from '#domain/billing/facts';
import { NEWS } from '#domain/billing/mails/billing-mail';
import type { DB } from '#server/db/types';
import { raiseAlarm } from './raise-alarm.ts';

/** Tells of disputes that were just opened. */
export async function reportDisputes(
  trx: Transaction<DB>,
  fresh: readonly NewFact[],
  now: Seconds,
): Promise<void> {
  for (const fact of fresh)
    if (fact.kind === 'dispute' && fact.state === 'open' && now - fact.at < NEWS)
      await raiseAlarm(trx, { cause: 'dispute', key: fact.id, subject: fact.id });
}
