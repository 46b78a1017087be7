import type { Transaction } from 'kysely';
import { driftOf } from '#domain/billing/drift';
import type { NewFact, Seconds, Seen } from '#domain/billing/facts';
import { NEWS } from '#domain/billing/mails/billing-mail';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import type { Customer } from '../looks/look-sql.ts';
import { selectMoney } from './alarm-sql.ts';
import { keepAlarm, raiseAlarm } from './raise-alarm.ts';

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

interface Answer {
  readonly accountId: string;
  readonly customer: Customer;
  readonly seen: readonly Seen[];
}

/** Tells of money of which the provider says something else than before. What it says now is written down all the same. */
export async function reportDrift(
  trx: Transaction<DB>,
  { clock, log }: Services,
  { accountId, customer, seen }: Answer,
): Promise<void> {
  for (const { kind, subject } of driftOf(await selectMoney(trx, customer), seen)) {
    log.error(
      { account: accountId, kind, subject },
      'the provider tells something else of money than before',
    );
    const alarm = { kind: 'drift' as const, cause: `drift:${kind}:${subject}`, accountId, subject };
    await keepAlarm(trx, alarm, clock.now());
  }
}
