import { TIERS, type Tier } from '../../tiers.ts';
import type { Fact, Seconds, SubscriptionFact } from '../facts.ts';
import { newestFacts } from '../newest-facts.ts';
import { listAmount, type SoldPrices } from './monthly-amount.ts';
import { type RevenueRun, revenueRuns } from './revenue-runs.ts';

export const MOVEMENT_KINDS = [
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn',
  'trial',
  'conversion',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** A change of what an account brings in per month; a trial and its conversion change nothing by themselves. */
export interface Movement {
  readonly kind: MovementKind;
  readonly currency: string;
  readonly at: Seconds;
  /** Null: it paid for nothing. */
  readonly tierBefore: Tier | null;
  readonly tierAfter: Tier | null;
  readonly before: number;
  readonly after: number;
}

const DAY_SECONDS = 86_400;

/**
 * How the revenue of an account moved, and will move by what is known, in order of time. Changes within one day (UTC) count
 * as one: a second subscription that is ended within a minute is neither new nor churn.
 */
export function movementsOf(facts: readonly Fact[], prices: SoldPrices): Movement[] {
  const runs = revenueRuns(facts, prices);
  const currencies = [...new Set(runs.map(({ currency }) => currency))];
  const paid = currencies.flatMap((currency) =>
    movementsIn(
      currency,
      runs.filter((run) => run.currency === currency),
    ),
  );
  return [...paid, ...trialsOf(facts)].sort((a, b) => a.at - b.at);
}

function movementsIn(currency: string, runs: readonly RevenueRun[]): Movement[] {
  const movements: Movement[] = [];
  let held: State = { tier: null, amount: 0 };
  let hasPaid = false;
  for (const at of lastOfEachDay(runs)) {
    const next = stateAt(runs, at);
    const kind = kindOf(held, next, hasPaid);
    if (kind)
      movements.push({
        kind,
        currency,
        at,
        tierBefore: held.tier,
        tierAfter: next.tier,
        before: held.amount,
        after: next.amount,
      });
    hasPaid ||= next.amount > 0;
    held = next;
  }
  return movements;
}

interface State {
  readonly tier: Tier | null;
  readonly amount: number;
}

function stateAt(runs: readonly RevenueRun[], at: Seconds): State {
  const live = runs.filter(({ amount, from, to }) => amount > 0 && from <= at && (to === null || at < to));
  const amount = live.reduce((sum, run) => sum + run.amount, 0);
  const rank = Math.max(-1, ...live.map(({ tier }) => TIERS.indexOf(tier)));
  return { tier: TIERS[rank] ?? null, amount };
}

function kindOf(before: State, after: State, hasPaid: boolean): MovementKind | undefined {
  if (before.amount === after.amount && before.tier === after.tier) return undefined;
  if (before.amount === 0) return hasPaid ? 'reactivation' : 'new';
  if (after.amount === 0) return 'churn';
  if (before.amount === after.amount) return rankOf(after) > rankOf(before) ? 'expansion' : 'contraction';
  return after.amount > before.amount ? 'expansion' : 'contraction';
}

const rankOf = ({ tier }: State) => (tier === null ? -1 : TIERS.indexOf(tier));

function lastOfEachDay(runs: readonly RevenueRun[]): Seconds[] {
  const last = new Map<number, Seconds>();
  for (const edge of runs.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))) {
    const day = Math.floor(edge / DAY_SECONDS);
    last.set(day, Math.max(edge, last.get(day) ?? 0));
  }
  return [...last.values()].sort((a, b) => a - b);
}

/** Trials that began, and those that were followed by a payment. */
function trialsOf(facts: readonly Fact[]): Movement[] {
  const newest = newestFacts(facts);
  return newest
    .filter((fact): fact is SubscriptionFact => fact.kind === 'subscription' && fact.trialFrom !== null)
    .flatMap(({ currency, id, tier, trialFrom }) => {
      const paid = newest.flatMap((fact) =>
        fact.kind === 'paid' && fact.sub === id && listAmount(fact) > 0 ? [fact] : [],
      );
      const [first] = paid.sort((a, b) => a.from - b.from);
      const none = { currency, tierBefore: null, before: 0, after: 0 };
      const trial = { ...none, kind: 'trial' as const, at: trialFrom ?? 0, tierAfter: tier };
      return first
        ? [trial, { ...none, kind: 'conversion' as const, at: first.from, tierAfter: first.tier }]
        : [trial];
    });
}
