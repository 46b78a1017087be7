import { sql, type Transaction } from 'kysely';
import { POLICY, type Policy } from '#domain/billing/entitlement';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { secondsOf } from './seconds.ts';

const DAY = 86_400;

export interface CurrentPolicy {
  readonly policy: Policy;
  /** Counts its changes; 0: never changed. */
  readonly no: number;
}

/** What is in force, with what was before: read each time, so that everybody decides by the same. */
export async function selectPolicy(db: Reader): Promise<CurrentPolicy> {
  const periods = await db
    .selectFrom('billing_grace_periods')
    .select(['no', 'days', 'since'])
    .orderBy('no')
    .execute();
  const graces = [POLICY.grace, ...periods.map(({ days }) => days * DAY)];
  const earlier = periods.map(({ since }, index) => ({
    until: secondsOf(since),
    grace: graces[index] ?? POLICY.grace,
  }));
  return { policy: { grace: graces.at(-1) ?? POLICY.grace, earlier }, no: periods.at(-1)?.no ?? 0 };
}

/** Changes the grace for payments that fail from now on. */
export async function insertGracePeriod(trx: Transaction<DB>, days: number, since: Date): Promise<void> {
  await trx.insertInto('billing_grace_periods').values({ days, since }).execute();
}

/** Accounts whose tier was written down by an earlier policy. */
export function selectOutdated(db: Reader, no: number, after: { id: string } | undefined, limit: number) {
  return db
    .selectFrom('billing_accounts')
    .select('id')
    .where('grace_no', '<', no)
    .where('user_id', 'is not', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The tier is written down by this policy; what is mailed may be due at another time by it. */
export async function noteFollowed(
  trx: Transaction<DB>,
  accountId: string,
  no: number,
  now: Date,
): Promise<void> {
  await sql`update billing_accounts set grace_no = ${no}, mail_at = least(mail_at, ${now}::timestamptz)
    where id = ${accountId} and grace_no < ${no}`.execute(trx);
}
