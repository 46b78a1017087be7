import fc from 'fast-check';
import type { Fact, FactKind } from '#domain/billing/facts';
import { TIERS } from '#domain/tiers';

export const DAY = 86_400;
export const anyMoment = fc.integer({ min: 1, max: 200 }).map((day) => day * DAY);
export const anyTier = fc.constantFrom(...TIERS);
const v = fc.integer({ min: 1, max: 9 });
const sub = fc.constantFrom('s1', 's2');
const invoice = fc.constantFrom('i1', 'i2', 'i3');
const currency = fc.constant('eur');
const note = fc.constantFrom('a', 'b');

/** Facts of every kind, few subjects among them so that they meet each other. A new kind does not compile without its line. */
export const ANY_FACT: { readonly [Kind in FactKind]: fc.Arbitrary<Extract<Fact, { kind: Kind }>> } = {
  paid: fc.record({
    kind: fc.constant('paid'),
    id: fc.constantFrom('l1', 'l2', 'l3', 'l4'),
    v,
    sub,
    invoice,
    number: fc.constant(null),
    tier: anyTier,
    seats: fc.integer({ min: 1, max: 5 }),
    from: anyMoment,
    to: anyMoment,
    amount: fc.integer({ min: -2000, max: 2000 }),
    currency,
    at: anyMoment,
  }),
  subscription: fc.record(
    {
      kind: fc.constant('subscription'),
      id: sub,
      v,
      state: fc.constantFrom('trialing', 'running', 'overdue', 'stopped'),
      tier: anyTier,
      price: fc.constantFrom('p1', 'p2'),
      interval: fc.constantFrom('month', 'year'),
      unitAmount: fc.constant(1999),
      currency,
      quantity: fc.constant(1),
      startedAt: anyMoment,
      periodEnd: anyMoment,
      trialFrom: fc.option(anyMoment),
      trialTo: fc.option(anyMoment),
      endsAt: fc.option(anyMoment),
      scheduled: fc.record({
        at: anyMoment,
        price: fc.constantFrom('p1', 'p2'),
        tier: anyTier,
        interval: fc.constantFrom('month', 'year'),
        unitAmount: fc.constant(999),
      }),
    },
    {
      requiredKeys: [
        'kind',
        'id',
        'v',
        'state',
        'tier',
        'price',
        'interval',
        'unitAmount',
        'currency',
        'quantity',
        'startedAt',
        'periodEnd',
        'trialFrom',
        'trialTo',
        'endsAt',
      ],
    },
  ),
  refund: fc.record({
    kind: fc.constant('refund'),
    id: fc.constantFrom('r1', 'r2'),
    v,
    invoice,
    amount: fc.constant(1999),
    currency,
    whole: fc.boolean(),
    at: anyMoment,
    done: fc.boolean(),
  }),
  dispute: fc.record({
    kind: fc.constant('dispute'),
    id: fc.constantFrom('d1', 'd2'),
    v,
    invoice,
    at: anyMoment,
    state: fc.constantFrom('open', 'won', 'lost'),
  }),
  grant: fc.record({
    kind: fc.constant('grant'),
    id: fc.constantFrom('g1', 'g2'),
    v,
    tier: anyTier,
    from: anyMoment,
    to: fc.option(anyMoment),
    by: note,
    reason: note,
  }),
  withdrawal: fc.record({
    kind: fc.constant('withdrawal'),
    id: fc.constantFrom('w1', 'w2'),
    v,
    sub,
    at: anyMoment,
  }),
  override: fc.record({
    kind: fc.constant('override'),
    id: fc.constant('o'),
    v,
    tier: fc.option(anyTier),
    at: anyMoment,
    by: note,
  }),
};

/** Of the kinds that are named, or of all of them. */
export function anyFacts(kinds = Object.keys(ANY_FACT) as FactKind[]): fc.Arbitrary<Fact[]> {
  return fc.array(fc.oneof(...kinds.map((kind): fc.Arbitrary<Fact> => ANY_FACT[kind])), { maxLength: 14 });
}
