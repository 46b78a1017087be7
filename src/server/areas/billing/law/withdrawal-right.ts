import type { LegalSettings } from '#contract/administration/legal-settings';
import type { Fact, Seconds, SubscriptionFact } from '#domain/billing/facts';
import { withdrawalEnds } from '#domain/billing/law/withdrawal-period';
import { type RefundTarget, refundDue, refundTargets } from '#domain/billing/law/withdrawal-refund';
import type { Reader } from '#server/db/client';
import { dateOf } from '../ledger/seconds.ts';
import { wantedAtOnce } from './consent-sql.ts';

/** The clocks of the provider and of the school may differ by this much. */
const CLOCKS_APART = 300;

export interface WithdrawalRight {
  /** When the right ends; it may have. */
  readonly until: Seconds;
  readonly targets: readonly RefundTarget[];
  readonly refund: number;
  readonly isWhole: boolean;
}

/** What withdrawing from a subscription at a moment comes to, whether its time is over or not. */
export async function withdrawalRight(
  db: Reader,
  law: LegalSettings,
  {
    accountId,
    at,
    facts,
    sub,
  }: { accountId: string; facts: readonly Fact[]; sub: SubscriptionFact; at: Seconds },
): Promise<WithdrawalRight> {
  const ordered = dateOf(sub.startedAt + CLOCKS_APART);
  const isWhole = law.refund === 'whole' || !(await wantedAtOnce(db, accountId, ordered));
  const targets = refundTargets(facts, sub.id, at, isWhole ? 'whole' : 'pro-rata');
  const until = withdrawalEnds(sub.startedAt, law.withdrawalDays);
  return { until, targets, refund: refundDue(facts, targets), isWhole };
}
