import { TIERS, type Tier } from '../tiers.ts';
import type { Fact, Seconds, SubscriptionFact } from './facts.ts';
import { type Stretch, stretchesOf, type Why } from './stretches.ts';

export interface Policy {
  /** How long what should go on by itself goes on unpaid. */
  readonly grace: Seconds;
  /** What was in force before: a grace that began before `until` keeps its length. In the order of time. */
  readonly earlier?: readonly { readonly until: Seconds; readonly grace: Seconds }[];
}

const DAY = 86_400;
/** What may be charged late though nothing failed, whatever the grace is. */
const RENEWAL = DAY;

/** A renewal is charged an hour late even when all goes well; a failed card gets a week. */
export const POLICY: Policy = { grace: 7 * DAY };

/** How long the grace is that begins at a moment. A change of the policy counts for those that begin after it. */
export function graceAt({ earlier = [], grace }: Policy, from: Seconds): Seconds {
  return earlier.find(({ until }) => from < until)?.grace ?? grace;
}

/** How long a subscription goes on unpaid from a moment; no failed card is needed for a renewal to be late. */
export function unpaidTime(policy: Policy, { state }: SubscriptionFact, from: Seconds): Seconds {
  const grace = graceAt(policy, from);
  return state === 'overdue' ? grace : Math.max(grace, RENEWAL);
}

export interface Entitlement {
  readonly tier: Tier;
  readonly why: Why | 'none';
  readonly seats: number;
  /** The team whose seat brings the tier; null: the account's own. */
  readonly team: string | null;
  /** Until when this tier holds without a gap, as far as may be promised; null: no end is known. */
  readonly until: Seconds | null;
}

const NOTHING: Entitlement = { tier: 'free', why: 'none', seats: 0, team: null, until: null };
/** Of two reasons for one tier the later one is reported. */
const WHYS: readonly Why[] = ['grace', 'seat', 'trial', 'paid', 'grant', 'override'];

const rank = (tier: Tier) => TIERS.indexOf(tier);
const endOf = ({ to }: Stretch) => to ?? Number.POSITIVE_INFINITY;

/**
 * What an account may see at a moment: a function of the set of facts, whatever their order and however often each is given,
 * and of the seats that its person has in teams. The better of both counts.
 */
export function entitlement(
  facts: readonly Fact[],
  now: Seconds,
  policy: Policy,
  seats: readonly Stretch[] = [],
): Entitlement {
  const stretches = [...stretchesOf(facts, (sub, from) => unpaidTime(policy, sub, from)), ...seats];
  const best = bestAt(stretches, now);
  if (!best) return NOTHING;
  let until = best.to;
  while (until !== null) {
    const next = bestAt(stretches, until);
    // Grace is no promise.
    if (!next || next.isGrace || rank(next.tier) < rank(best.tier)) break;
    until = next.to;
  }
  return { tier: best.tier, why: best.why, seats: best.seats, team: best.team ?? null, until };
}

/** When the tier is another one next, and which it is then; null: never, by what is known. */
export function nextTier(
  facts: readonly Fact[],
  now: Seconds,
  policy: Policy,
  seats: readonly Stretch[] = [],
): { readonly at: Seconds; readonly tier: Tier } | null {
  const stretches = [...stretchesOf(facts, (sub, from) => unpaidTime(policy, sub, from)), ...seats];
  const tierAt = (time: Seconds): Tier => bestAt(stretches, time)?.tier ?? 'free';
  const held = tierAt(now);
  const edges = stretches.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  for (const at of edges.filter((edge) => edge > now).sort((a, b) => a - b)) {
    const tier = tierAt(at);
    if (tier !== held) return { at, tier };
  }
  return null;
}

function bestAt(stretches: readonly Stretch[], time: Seconds): Stretch | undefined {
  const live = stretches.filter((stretch) => stretch.from <= time && time < endOf(stretch));
  const orders = live.filter(({ why }) => why === 'override');
  const [best] = (orders.length > 0 ? orders : live).sort(better);
  return best;
}

function better(a: Stretch, b: Stretch): number {
  return (
    rank(b.tier) - rank(a.tier) ||
    WHYS.indexOf(b.why) - WHYS.indexOf(a.why) ||
    // Two without an end are no number apart.
    (endOf(a) === endOf(b) ? b.seats - a.seats : endOf(b) - endOf(a))
  );
}
