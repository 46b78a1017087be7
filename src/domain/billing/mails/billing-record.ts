import type { Policy } from '../entitlement.ts';
import type {
  DisputeFact,
  Fact,
  FactKind,
  GrantFact,
  PaidFact,
  RefundFact,
  Seconds,
  SubscriptionFact,
} from '../facts.ts';
import { factText, newestFacts } from '../newest-facts.ts';
import type { Price, SentBillingMail } from './billing-mail.ts';

/** What is known of an account, sorted for what is mailed of it. */
export interface BillingRecord {
  readonly facts: readonly Fact[];
  readonly policy: Policy;
  readonly sent: readonly SentBillingMail[];
  readonly lines: readonly PaidFact[];
  readonly refunds: readonly RefundFact[];
  readonly disputes: readonly DisputeFact[];
  readonly grants: readonly GrantFact[];
  /** Of each subscription all that was ever learned of it, the oldest first; never empty. */
  readonly histories: readonly History[];
}

export interface History {
  readonly newest: SubscriptionFact;
  readonly all: readonly SubscriptionFact[];
}

export function recordOf(
  facts: readonly Fact[],
  policy: Policy,
  sent: readonly SentBillingMail[],
): BillingRecord {
  const newest = newestFacts(facts);
  const of = <K extends FactKind>(kind: K) =>
    newest.filter((fact): fact is Extract<Fact, { kind: K }> => fact.kind === kind);
  return {
    facts,
    policy,
    sent,
    lines: of('paid').sort((a, b) => a.to - b.to || a.from - b.from || (a.id < b.id ? -1 : 1)),
    refunds: of('refund').filter(({ done }) => done),
    disputes: of('dispute'),
    grants: of('grant'),
    histories: of('subscription').map((one) => historyOf(facts, one)),
  };
}

function historyOf(facts: readonly Fact[], newest: SubscriptionFact): History {
  const versions = new Map<number, SubscriptionFact>();
  for (const fact of facts) {
    if (fact.kind !== 'subscription' || fact.id !== newest.id) continue;
    const known = versions.get(fact.v);
    if (!known || factText(fact) > factText(known)) versions.set(fact.v, fact);
  }
  return { newest, all: [...versions.values()].sort((a, b) => a.v - b.v) };
}

/** What was known before and at the last time that something became true which is true since; undefined: it is not. */
export function lastTurn({ all }: History, isTrue: (fact: SubscriptionFact) => boolean) {
  const before = all.findLastIndex((fact) => !isTrue(fact));
  const at = all[before + 1];
  return at && { at, before: all[before] };
}

/** What a subscription charges at a moment, as far as is known: a change may be scheduled until then. */
export function priceAt(sub: SubscriptionFact, at: Seconds): Price {
  const { interval, unitAmount } = sub.scheduled && sub.scheduled.at <= at ? sub.scheduled : sub;
  return { amount: unitAmount * sub.quantity, currency: sub.currency, interval };
}
