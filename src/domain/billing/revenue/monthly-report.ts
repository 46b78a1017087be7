import { TIERS, type Tier } from '../../tiers.ts';
import type { MovementKind } from './movements.ts';

/** Movements of a month that are alike, summed up. `month` as in "2026-11", UTC. */
export interface MovementSum {
  readonly month: string;
  readonly currency: string;
  readonly kind: MovementKind;
  readonly tierBefore: Tier | null;
  readonly tierAfter: Tier | null;
  readonly accounts: number;
  readonly before: number;
  readonly after: number;
}

/** How many accounts, and how much a month in the smallest unit of the currency. */
export interface Tally {
  readonly accounts: number;
  readonly amount: number;
}

const COUNTED = ['new', 'reactivation', 'expansion', 'contraction', 'churn', 'moved'] as const;
type Counted = (typeof COUNTED)[number];

/**
 * A month of one currency: start + new + reactivation + expansion + contraction + churn + moved = end, for accounts and for
 * amounts; contraction and churn are negative. Of accounts, expansion and contraction are counted but change no number of
 * accounts. `moved` is what came from other plans, or went to them; of all plans together it is nothing.
 */
export interface ReportRow extends Readonly<Record<Counted, Tally>> {
  readonly month: string;
  readonly currency: string;
  /** Null: all plans together. */
  readonly tier: Tier | null;
  readonly start: Tally;
  readonly end: Tally;
  readonly trials: number;
  readonly conversions: number;
}

/** The report of each month, oldest first: of all plans, then of each plan that anybody paid for. `months` in order, without gaps. */
export function monthlyReport(sums: readonly MovementSum[], months: readonly string[]): ReportRow[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort();
  return currencies.flatMap((currency) => {
    const own = sums.filter((sum) => sum.currency === currency);
    const tiers = TIERS.filter((tier) =>
      own.some(({ tierAfter, tierBefore }) => tierAfter === tier || tierBefore === tier),
    );
    return [null, ...tiers].flatMap((tier) => rowsOf(own, months, currency, tier));
  });
}

function rowsOf(
  sums: readonly MovementSum[],
  months: readonly string[],
  currency: string,
  tier: Tier | null,
): ReportRow[] {
  const [first = ''] = months;
  let start = sums
    .filter(({ month }) => month < first)
    .reduce((total, sum) => plus(total, changeOf(sum, tier)), NOTHING);
  return months.map((month) => {
    const own = sums.filter((sum) => sum.month === month);
    const tallies = Object.fromEntries(COUNTED.map((kind) => [kind, tallyOf(own, kind, tier)]));
    const end = own.reduce((total, sum) => plus(total, changeOf(sum, tier)), start);
    const count = (kind: MovementKind) =>
      own
        .filter((sum) => sum.kind === kind && (tier === null || sum.tierAfter === tier))
        .reduce((total, { accounts }) => total + accounts, 0);
    const row = {
      ...(tallies as Record<Counted, Tally>),
      month,
      currency,
      tier,
      start,
      end,
      trials: count('trial'),
      conversions: count('conversion'),
    };
    start = end;
    return row;
  });
}

const NOTHING: Tally = { accounts: 0, amount: 0 };
const plus = (a: Tally, b: Tally): Tally => ({
  accounts: a.accounts + b.accounts,
  amount: a.amount + b.amount,
});

/** What a movement changes for a plan, or for all of them. */
function changeOf({ accounts, after, before, tierAfter, tierBefore }: MovementSum, tier: Tier | null): Tally {
  // A trial has a plan but brings in nothing.
  const isIn = after > 0 && (tier === null || tierAfter === tier);
  const wasIn = before > 0 && (tier === null || tierBefore === tier);
  return {
    accounts: (isIn ? accounts : 0) - (wasIn ? accounts : 0),
    amount: (isIn ? after : 0) - (wasIn ? before : 0),
  };
}

function tallyOf(sums: readonly MovementSum[], kind: Counted, tier: Tier | null): Tally {
  return sums.reduce(
    (total, sum) => plus(total, kind === 'moved' ? movedOf(sum, tier) : countedOf(sum, kind, tier)),
    NOTHING,
  );
}

/** A change counts for the plan that follows it; churn for the one that is left. */
function countedOf(sum: MovementSum, kind: Counted, tier: Tier | null): Tally {
  if (sum.kind !== kind) return NOTHING;
  if (tier !== null && tier !== (kind === 'churn' ? sum.tierBefore : sum.tierAfter)) return NOTHING;
  return { accounts: kind === 'churn' ? -sum.accounts : sum.accounts, amount: sum.after - sum.before };
}

function movedOf({ accounts, before, kind, tierAfter, tierBefore }: MovementSum, tier: Tier | null): Tally {
  const isChange = kind === 'expansion' || kind === 'contraction';
  if (tier === null || !isChange || tierBefore === tierAfter) return NOTHING;
  if (tierAfter === tier) return { accounts, amount: before };
  return tierBefore === tier ? { accounts: -accounts, amount: -before } : NOTHING;
}
