import { tierReaches } from '../tiers.ts';
import { type BillingState, stateOf } from './describe.ts';
import { type Policy, unpaidTime } from './entitlement.ts';
import type { Fact, Seconds, SubscriptionFact } from './facts.ts';
import { liveSubscriptions } from './live-subscription.ts';
import { newestFacts } from './newest-facts.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

/** More are sold by hand. */
export const MAX_SEATS = 5000;

/** A person who was given a seat before others has the lower place; the first one has place 0. */
export type Place = number;

/** When the seat of a team brings its holder a tier: while more seats are paid for than there are people before them. */
export function seatStretches(
  team: { readonly name: string; readonly facts: readonly Fact[] },
  place: Place,
  policy: Policy,
): Stretch[] {
  return stretchesOf(team.facts, (sub, from) => unpaidTime(policy, sub, from))
    .filter(({ seats }) => seats > place)
    .map((stretch) => ({ ...stretch, why: 'seat' as const, seats: 1, team: team.name }));
}

/** How many people can have a seat at a moment. */
export function seatsAt(facts: readonly Fact[], now: Seconds, policy: Policy): number {
  const live = stretchesOf(facts, (sub, from) => unpaidTime(policy, sub, from)).filter(
    ({ from, to }) => from <= now && (to === null || now < to),
  );
  return Math.max(0, ...live.map(({ seats }) => seats));
}

/** The subscription of a team that is charged again; else the one that lasts longest. */
export function teamSubscription(facts: readonly Fact[]): SubscriptionFact | undefined {
  const [first] = liveSubscriptions(facts).sort(
    (a, b) => (b.endsAt ?? Number.POSITIVE_INFINITY) - (a.endsAt ?? Number.POSITIVE_INFINITY),
  );
  return first;
}

/** In which state a team is shown: beside what its owner pays for, a former owner's subscription may be ending. */
export function teamState(facts: readonly Fact[], now: Seconds, policy: Policy): BillingState {
  const sub = teamSubscription(facts);
  return stateOf(
    facts.filter(({ id, kind }) => !sub || kind !== 'subscription' || id === sub.id),
    now,
    policy,
  );
}

export type SeatChange = 'more' | 'fewer' | 'undo' | 'none' | 'reduced' | 'scheduled';

/**
 * How a number of seats is changed to: more are charged and there at once, fewer count from the next period on. `undo`:
 * seats that were given up are paid for still. `reduced`: more than are paid for, while fewer are wanted for the next
 * period; the provider would charge again for those that are paid. `scheduled`: another plan waits for the next period;
 * the provider would price new seats by it, or forget it.
 */
export function seatChange(facts: readonly Fact[], sub: SubscriptionFact, wanted: number): SeatChange {
  if (wanted === sub.quantity) return 'none';
  if (isPlanScheduled(facts, sub)) return 'scheduled';
  if (wanted < sub.quantity) return 'fewer';
  const paid = paidSeats(facts, sub);
  if (wanted <= paid) return 'undo';
  return sub.quantity < paid ? 'reduced' : 'more';
}

/** Whether the next period brings another plan than the one that is paid for. */
export function isPlanScheduled(facts: readonly Fact[], sub: SubscriptionFact): boolean {
  if (sub.scheduled) return true;
  return newestFacts(facts).some(
    (fact) =>
      fact.kind === 'paid' &&
      fact.sub === sub.id &&
      fact.amount >= 0 &&
      fact.to >= sub.periodEnd &&
      !tierReaches(sub.tier, fact.tier),
  );
}

/** How many seats are paid for to the end of the period. */
export function paidSeats(facts: readonly Fact[], { id, periodEnd }: SubscriptionFact): number {
  // Without the subscription itself, because grace pays for nothing.
  const lines = facts.filter(
    (fact) => fact.kind !== 'subscription' && (fact.kind !== 'paid' || fact.sub === id),
  );
  return seatsAt(lines, periodEnd - 1, { grace: 0 });
}
