import type { Transaction } from 'kysely';
import type { AlarmCause } from '#domain/billing/alarms';
import { billingPath } from '#domain/site/admin-paths';
import { announce } from '#server/db/announce';
import type { DB } from '#server/db/types';
import { insertAlarm, type NewAlarm } from './alarm-sql.ts';

const PAYMENTS = billingPath('payments');

interface Alarm {
  readonly cause: AlarmCause;
  /** Names what is wrong: it is reported once. */
  readonly key: string;
  readonly link?: string;
  readonly subject?: string;
}

/** Tells administrators of a problem with payments, once for each cause. */
export function raiseAlarm(
  trx: Transaction<DB>,
  { cause, key, link = PAYMENTS, subject = '' }: Alarm,
): Promise<void> {
  return announce(trx, {
    kind: 'payment-alarm',
    eventKey: `payment-alarm:${cause}:${key}`,
    to: { administrators: true },
    link,
    props: { cause, subject },
  });
}

/** The same of something that stays open until an administrator has looked at it. */
export async function keepAlarm(trx: Transaction<DB>, alarm: NewAlarm, now: Date): Promise<void> {
  const { cause, kind, subject } = alarm;
  if (await insertAlarm(trx, alarm, now)) await raiseAlarm(trx, { cause: kind, key: cause, subject });
}
