import type { Transaction } from 'kysely';
import { CHOSEN } from '#domain/billing/given/given';
import type { DB } from '#server/db/types';
import {
  type Account,
  holdAccount,
  holdTier,
  insertAccount,
  insertFacts,
  selectAccount,
} from './ledger-sql.ts';
import { secondsOf } from './seconds.ts';

/** The school itself, as the source of a fact. */
export const SCHOOL = { provider: 'school', customer: null } as const;

/**
 * The account of a person, held until the transaction ends; made when there is none. The tier that was held before becomes
 * its first fact, so that nobody loses it. Undefined: there is no such person.
 */
export async function openAccount(
  trx: Transaction<DB>,
  userId: string,
  now: Date,
): Promise<Account | undefined> {
  const made = await insertAccount(trx, userId);
  const known = made ?? (await selectAccount(trx, userId));
  const account = known && (await holdAccount(trx, known.id));
  if (!account || !made) return account;
  const held = await holdTier(trx, userId);
  if (!held || held.subscription_tier === 'free') return account;
  const grant = {
    kind: 'grant' as const,
    id: CHOSEN,
    tier: held.subscription_tier,
    from: secondsOf(now),
    to: null,
    by: 'school',
    reason: 'held before',
  };
  await insertFacts(trx, account.id, SCHOOL, [grant], now);
  return account;
}
