import type { LegalSettings } from '#contract/administration/legal-settings';
import type { Fact, Seconds, SubscriptionFact } from '#domain/billing/facts';
import { withdrawalEnds } from '#domain/billing/law/withdrawal-period';
import { type RefundTarget, refundDue, refundTargets } from '#domain/billing/law/withdrawal-refund';
import type { Reader } from '#server/db/client';
import { dateOf } from '../ledger/seconds.ts';
import { selectWantedAtOnce } from './consent-sql.ts';

/** The clocks of the provider and of the school may differ by this much. */
const CLOCKS_APART = 300;

export interface WithdrawalRight {
  /** When the right ends; it may have. */
  readonly until: Seconds;
  readonly targets: readonly RefundTarget[];
  readonly refund: number;
  readonly isWhole: boolean;
}

interface Contract {
  readonly accountId: string;
  readonly facts: readonly Fact[];
  readonly sub: SubscriptionFact;
  readonly at: Seconds;
}

/** What withdrawing from a subscription at a moment comes to, whether its time is over or not. */
export async function withdrawalRight(
  db: Reader,
  law: LegalSettings,
  contract: Contract,
): Promise<WithdrawalRight> {
  const [right] = await withdrawalRights(db, law, [contract]);
  if (!right) throw new Error('there is no contract');
  return right;
}

/** The same of many, in one statement. */
export async function withdrawalRights(
  db: Reader,
  law: LegalSettings,
  contracts: readonly Contract[],
): Promise<WithdrawalRight[]> {
  const orders = contracts.map(({ accountId, sub }) => ({
    accountId,
    before: dateOf(sub.startedAt + CLOCKS_APART),
  }));
  const wanted = law.refund === 'whole' ? [] : await selectWantedAtOnce(db, orders);
  return contracts.map(({ at, facts, sub }, index) => {
    const isWhole = wanted[index] !== true;
    const targets = refundTargets(facts, sub.id, at, isWhole ? 'whole' : 'pro-rata');
    const until = withdrawalEnds(sub.startedAt, law.withdrawalDays);
    return { until, targets, refund: refundDue(facts, targets), isWhole };
  });
}
