import { TIERS, type Tier } from '../tiers.ts';
import type {
  DisputeFact,
  Fact,
  FactKind,
  PaidFact,
  RefundFact,
  Seconds,
  SubscriptionFact,
  WithdrawalFact,
} from './facts.ts';
import { newestFacts } from './newest-facts.ts';

export type Why = 'grace' | 'seat' | 'trial' | 'paid' | 'grant' | 'override';

/** A time in which an account is due a tier; `to` null: without an end. */
export interface Stretch {
  readonly tier: Tier;
  readonly why: Why;
  readonly from: Seconds;
  readonly to: Seconds | null;
  readonly seats: number;
  /** The name of the team whose seat it is; left out: the account's own. */
  readonly team?: string;
  /** Nothing is paid for it, so that it is no promise. */
  readonly isGrace?: true;
}

/** How long a subscription goes on unpaid from a moment. */
type UnpaidTime = (sub: SubscriptionFact, from: Seconds) => Seconds;
type OfKind<K extends FactKind> = Extract<Fact, { kind: K }>;

/** All times in which an account is due something, by the newest fact of each subject. */
export function stretchesOf(facts: readonly Fact[], unpaid: UnpaidTime): Stretch[] {
  const { followed, of, paid, withdrawn } = sortFacts(facts);
  return [
    ...paid
      .filter(({ line, to }) => to > line.from)
      .map(({ line: { from, seats, tier }, to }) => ({ tier, why: 'paid' as const, from, to, seats })),
    ...of('subscription')
      .map((sub) => endedEarly(sub, withdrawn))
      .flatMap((sub) => [...trialOf(sub), ...graceOf(sub, followed(sub), unpaid)]),
    ...of('grant')
      .filter(({ from, to }) => to === null || to > from)
      .map(({ from, tier, to }) => ({ tier, why: 'grant' as const, from, to, seats: 1 })),
    ...of('override').flatMap(({ at, tier }) =>
      tier === null ? [] : [{ tier, why: 'override' as const, from: at, to: null, seats: 1 }],
    ),
  ];
}

/** When nothing of a subscription may be late any more, because what it goes on from was taken back; null: never. */
export function takenBackFrom(facts: readonly Fact[], sub: SubscriptionFact): Seconds | null {
  const { followed, withdrawn } = sortFacts(facts);
  const { ends } = followed(sub);
  const all = [...ends, ...withdrawn.flatMap((one) => (one.sub === sub.id ? [one.at] : []))];
  return all.length > 0 ? Math.min(...all) : null;
}

function sortFacts(facts: readonly Fact[]) {
  const newest = newestFacts(facts);
  const of = <K extends FactKind>(kind: K) => newest.filter((fact): fact is OfKind<K> => fact.kind === kind);
  // The invoice of nothing with which a trial begins pays for nothing: the trial itself says what it gives.
  const trials = new Map(of('subscription').map(({ id, trialFrom }) => [id, trialFrom]));
  const lines = of('paid').filter(({ amount, from, sub }) => amount !== 0 || trials.get(sub) !== from);
  const withdrawn = of('withdrawal');
  const ends: Ends = { lines, refunds: of('refund'), disputes: of('dispute'), withdrawn };
  const paid = lines.filter(({ amount }) => amount >= 0).map((line) => ({ line, to: paidTo(line, ends) }));
  const returned = paid.flatMap(({ line }) => takenBackAt(line.invoice, ends).map((at) => ({ line, at })));
  // What was taken back is nothing that grace may follow.
  const whole = paid
    .filter(({ line, to }) => to >= line.to && !returned.some((one) => one.line === line))
    .map(({ line }) => line);
  const followed = (sub: SubscriptionFact): Followed => {
    const last = lastOf(sub, whole);
    const from = Math.max(last?.to ?? 0, sub.trialTo ?? 0);
    return {
      last,
      from,
      ends: returned.flatMap(({ at, line }) => (line.sub === sub.id && line.to > from ? [at] : [])),
    };
  };
  return { followed, of, paid, withdrawn };
}

interface Ends {
  readonly lines: readonly PaidFact[];
  readonly refunds: readonly RefundFact[];
  readonly disputes: readonly DisputeFact[];
  readonly withdrawn: readonly WithdrawalFact[];
}

/** Until when a paid line counts: money that went back, a dispute, a credit or a withdrawal ends it early. */
function paidTo(line: PaidFact, ends: Ends): Seconds {
  const credits = ends.lines.filter(
    (credit) =>
      credit.amount < 0 &&
      credit.sub === line.sub &&
      credit.tier === line.tier &&
      credit.from > line.from &&
      credit.from < line.to &&
      // With the money of its invoice, the time that it gave back is paid again.
      takenBackAt(credit.invoice, ends).length === 0,
  );
  return Math.min(
    line.to,
    ...takenBackAt(line.invoice, ends),
    ...credits.map(({ from }) => from),
    ...ends.withdrawn.filter(({ sub }) => sub === line.sub).map(({ at }) => at),
  );
}

/** When all the money of an invoice went back, or was disputed and not won since. */
function takenBackAt(invoice: string, { disputes, refunds }: Ends): Seconds[] {
  const refunded = refunds.filter((refund) => refund.invoice === invoice && refund.whole && refund.done);
  const disputed = disputes.filter((dispute) => dispute.invoice === invoice && dispute.state !== 'won');
  return [...refunded, ...disputed].map(({ at }) => at);
}

/** A contract that was withdrawn from has ended, also while the provider does not know yet. */
function endedEarly(sub: SubscriptionFact, withdrawn: readonly WithdrawalFact[]): SubscriptionFact {
  const ends = withdrawn.flatMap((one) => (one.sub === sub.id ? [one.at] : []));
  if (ends.length === 0) return sub;
  return { ...sub, endsAt: Math.min(...ends, sub.endsAt ?? Number.POSITIVE_INFINITY) };
}

function lastOf(sub: SubscriptionFact, lines: readonly PaidFact[]): PaidFact | undefined {
  const own = lines.filter((line) => line.sub === sub.id);
  return own.sort(
    (a, b) =>
      b.to - a.to || b.from - a.from || TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier) || b.seats - a.seats,
  )[0];
}

function trialOf({ endsAt, quantity, tier, trialFrom, trialTo }: SubscriptionFact): Stretch[] {
  if (trialFrom === null || trialTo === null) return [];
  const to = Math.min(trialTo, endsAt ?? trialTo);
  return to > trialFrom ? [{ tier, why: 'trial', from: trialFrom, to, seats: quantity }] : [];
}

/** What a subscription goes on from unpaid. */
interface Followed {
  readonly last: PaidFact | undefined;
  readonly from: Seconds;
  /** When money of a later time went back. */
  readonly ends: readonly Seconds[];
}

/**
 * What should go on by itself goes on for a while: a renewal takes an hour, a failed card some days. Once the time was paid
 * for, nothing is late any more: when that money goes back, the grace of the time before does not come back.
 */
function graceOf(sub: SubscriptionFact, { ends, from, last }: Followed, unpaid: UnpaidTime): Stretch[] {
  if (sub.state === 'stopped') return [];
  const end = Math.min(...ends, sub.endsAt ?? Number.POSITIVE_INFINITY);
  if (from === 0 || end <= from) return [];
  const to = Math.min(from + unpaid(sub, from), end);
  // Seats that were given up for the next period are not waited for.
  const seats = Math.min(last?.seats ?? sub.quantity, sub.quantity);
  return [{ tier: graceTier(sub, last, from), why: 'grace', from, to, seats, isGrace: true }];
}

/** A scheduled change counts from its moment on; a tier that was never paid for is not lent either. */
function graceTier(sub: SubscriptionFact, last: PaidFact | undefined, from: Seconds): Tier {
  const wanted = sub.scheduled && sub.scheduled.at <= from ? sub.scheduled.tier : sub.tier;
  const isAfterTrial = sub.trialTo === from;
  if (!last || isAfterTrial) return wanted;
  return TIERS.indexOf(last.tier) < TIERS.indexOf(wanted) ? last.tier : wanted;
}
