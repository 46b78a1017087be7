import type { Transaction } from 'kysely';
import { driftOf } from '#domain/billing/drift';
import type { Seen } from '#domain/billing/facts';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import type { Customer } from '../looks/look-sql.ts';
import { selectMoney } from './alarm-sql.ts';
import { keepAlarm } from './raise-alarm.ts';

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
