import type { Fact, SubscriptionFact } from './facts.ts';
import { newestFacts } from './newest-facts.ts';

/** The subscriptions that will be charged again or run to a wanted end, the oldest first. */
export function liveSubscriptions(facts: readonly Fact[]): SubscriptionFact[] {
  return newestFacts(facts)
    .filter((fact): fact is SubscriptionFact => fact.kind === 'subscription' && fact.state !== 'stopped')
    .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1));
}

export function liveSubscription(facts: readonly Fact[]): SubscriptionFact | undefined {
  return liveSubscriptions(facts)[0];
}

/** Whether anything will be charged again by itself. */
export function isRenewed(facts: readonly Fact[]): boolean {
  return liveSubscriptions(facts).some(({ endsAt }) => endsAt === null);
}
