import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fact, PaidFact, SubscriptionFact } from '../facts.ts';
import type { SoldPrices } from './monthly-amount.ts';
import { type MovementSum, monthlyReport, type ReportRow } from './monthly-report.ts';
import { movementsOf } from './movements.ts';
import { recurringAt, revenueRuns } from './revenue-runs.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
const PRICES: SoldPrices = new Map([
  ['basic', { interval: 'month', unitAmount: 999 }],
  ['premium', { interval: 'month', unitAmount: 1999 }],
  ['yearly', { interval: 'year', unitAmount: 19_990 }],
]);
const line = (given: Partial<PaidFact> & Pick<PaidFact, 'id'>): PaidFact => ({
  kind: 'paid',
  v: 1,
  sub: 's',
  invoice: given.id,
  number: null,
  tier: 'premium',
  seats: 1,
  from: at('2026-01-10'),
  to: at('2026-02-10'),
  amount: 1999,
  currency: 'eur',
  at: given.from ?? at('2026-01-10'),
  price: 'premium',
  list: given.amount ?? 1999,
  tax: 0,
  ...given,
});
const subscription = (given: Partial<SubscriptionFact> = {}): SubscriptionFact => ({
  kind: 'subscription',
  id: 's',
  v: 1,
  state: 'running',
  tier: 'premium',
  price: 'premium',
  interval: 'month',
  unitAmount: 1999,
  currency: 'eur',
  quantity: 1,
  startedAt: at('2026-01-10'),
  periodEnd: at('2026-02-10'),
  trialFrom: null,
  trialTo: null,
  endsAt: null,
  ...given,
});
const said = (facts: readonly Fact[]) =>
  movementsOf(facts, PRICES).map(({ after, at: time, before, kind }) => [
    new Date(time * 1000).toISOString().slice(0, 10),
    kind,
    before,
    after,
  ]);
const february = { from: at('2026-02-10'), to: at('2026-03-10') };

test('what a month brings in is net of tax and discount', () => {
  const paid = line({ id: 'a', list: 1999, amount: 1599, tax: 255 });
  expect(said([subscription(), paid])).toEqual([['2026-01-10', 'new', 0, 1344]]);
});

test('a year counts for a twelfth, rounded to the cent', () => {
  const year = { price: 'yearly', amount: 19_990, tax: 3192, to: at('2027-01-10') };
  expect(said([subscription({ interval: 'year', price: 'yearly' }), line({ id: 'a', ...year })])).toEqual([
    ['2026-01-10', 'new', 0, 1400],
  ]);
});

test('a payment of before taxes were recorded counts for the length of its period', () => {
  const { list: _list, price: _price, tax: _tax, ...old } = line({ id: 'a', amount: 24_000 });
  expect(said([subscription(), { ...old, to: at('2027-01-10') }])).toEqual([['2026-01-10', 'new', 0, 2000]]);
});

test('an upgrade in the middle of a period counts with its price, not with what the rest of the period cost', () => {
  const rest = { from: at('2026-02-09'), to: at('2026-02-10') };
  const facts = [
    subscription(),
    line({ id: 'a', tier: 'basic', price: 'basic', list: 999, amount: 999, tax: 160 }),
    line({ id: 'b', tier: 'basic', price: 'basic', list: -32, amount: -32, tax: -5, ...rest }),
    line({ id: 'c', list: 64, amount: 64, tax: 10, ...rest }),
    line({ id: 'd', tax: 319, ...february }),
  ];
  // 1999 × 839 / 999: the tax of a few cents says nothing of the rate.
  expect(said(facts)).toEqual([
    ['2026-01-10', 'new', 0, 839],
    ['2026-02-09', 'expansion', 839, 1679],
    ['2026-02-10', 'expansion', 1679, 1680],
  ]);
});

test('a downgrade counts from the period that it is charged in', () => {
  const cheaper = { id: 'b', tier: 'basic', price: 'basic', amount: 999, ...february } as const;
  expect(said([subscription({ price: 'basic' }), line({ id: 'a' }), line(cheaper)])).toEqual([
    ['2026-01-10', 'new', 0, 1999],
    ['2026-02-10', 'contraction', 1999, 999],
  ]);
});

test('an overdue subscription counts until it ends, and a new one later is a reactivation', () => {
  const again = { from: at('2026-05-01'), to: at('2026-06-01') };
  const facts = [
    subscription({ state: 'stopped', endsAt: at('2026-03-03') }),
    line({ id: 'a' }),
    subscription({ id: 's2', startedAt: again.from }),
    line({ id: 'b', sub: 's2', ...again }),
  ];
  expect(said(facts)).toEqual([
    ['2026-01-10', 'new', 0, 1999],
    ['2026-03-03', 'churn', 1999, 0],
    ['2026-05-01', 'reactivation', 0, 1999],
  ]);
});

const bank = (given: Partial<PaidFact> & Pick<PaidFact, 'id'>): PaidFact => {
  const named = { sub: 'bank_1', invoice: `bank_${given.id}`, ...given };
  const { list: _list, price: _price, tax: _tax, ...transfer } = line(named);
  return transfer;
};

test('between two transfers with a gap nothing is brought in', () => {
  const january = bank({ id: 'a', from: at('2026-01-01'), to: at('2026-02-01') });
  const june = bank({ id: 'b', from: at('2026-06-01'), to: at('2026-07-01') });
  expect(said([june, january])).toEqual([
    ['2026-01-01', 'new', 0, 1999],
    ['2026-02-01', 'churn', 1999, 0],
    ['2026-06-01', 'reactivation', 0, 1999],
    ['2026-07-01', 'churn', 1999, 0],
  ]);
});

test('a transfer for a better plan counts for its own days, beside the longer one of before', () => {
  const year = bank({
    id: 'a',
    tier: 'basic',
    amount: 12_000,
    from: at('2026-01-01'),
    to: at('2027-01-01'),
  });
  const june = bank({ id: 'b', from: at('2026-06-01'), to: at('2026-07-01') });
  expect(said([year, june])).toEqual([
    ['2026-01-01', 'new', 0, 1000],
    ['2026-06-01', 'expansion', 1000, 2999],
    ['2026-07-01', 'contraction', 2999, 1000],
    ['2027-01-01', 'churn', 1000, 0],
  ]);
});

test('a transfer that goes back whole counts until then, a part of it changes nothing', () => {
  const year = bank({ id: 'a', amount: 12_000, from: at('2026-01-01'), to: at('2027-01-01') });
  const back = {
    kind: 'refund',
    id: 'r',
    v: 2,
    invoice: 'bank_a',
    currency: 'eur',
    at: at('2026-03-05'),
  } as const;
  const part: Fact = { ...back, amount: 500, whole: false, done: true };
  expect(said([year, part])).toEqual([
    ['2026-01-01', 'new', 0, 1000],
    ['2027-01-01', 'churn', 1000, 0],
  ]);
  const rest: Fact = { ...back, id: 'r2', amount: 11_500, whole: true, done: true };
  expect(said([year, part, rest])).toEqual([
    ['2026-01-01', 'new', 0, 1000],
    ['2026-03-05', 'churn', 1000, 0],
  ]);
  expect(said([year, { ...rest, done: false }])).toHaveLength(2);
});

test('a card payment whose subscription is not known counts until the next one or its own end', () => {
  const april = { from: at('2026-04-10'), to: at('2026-05-10') };
  expect(said([line({ id: 'a' }), line({ id: 'b', ...april })])).toEqual([
    ['2026-01-10', 'new', 0, 1999],
    ['2026-02-10', 'churn', 1999, 0],
    ['2026-04-10', 'reactivation', 0, 1999],
    ['2026-05-10', 'churn', 1999, 0],
  ]);
});

test('a second subscription that is ended on the same day moves nothing', () => {
  const double = {
    startedAt: at('2026-01-10') + 60,
    state: 'stopped',
    endsAt: at('2026-01-10') + 120,
  } as const;
  const facts = [
    subscription(),
    line({ id: 'a' }),
    subscription({ id: 's2', ...double }),
    line({ id: 'b', sub: 's2', from: at('2026-01-10') + 60 }),
  ];
  expect(said(facts)).toEqual([['2026-01-10', 'new', 0, 1999]]);
});

test('a trial brings in nothing until it is paid for', () => {
  const trial = { trialFrom: at('2026-01-10'), trialTo: at('2026-01-24') };
  const free = line({ id: 'a', list: 0, amount: 0, to: trial.trialTo });
  expect(said([subscription(trial), free])).toEqual([['2026-01-10', 'trial', 0, 0]]);
  const paid = line({ id: 'b', from: trial.trialTo, to: at('2026-02-24') });
  expect(said([subscription(trial), free, paid])).toEqual([
    ['2026-01-10', 'trial', 0, 0],
    ['2026-01-24', 'new', 0, 1999],
    ['2026-01-24', 'conversion', 0, 0],
  ]);
});

test('who has a coupon for everything pays nothing, and is new with the first payment', () => {
  const free = line({ id: 'a', list: 1999, amount: 0 });
  expect(said([subscription(), free])).toEqual([]);
  expect(said([subscription(), free, line({ id: 'b', ...february })])).toEqual([
    ['2026-02-10', 'new', 0, 1999],
  ]);
});

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'];
const day = fc.integer({ min: 0, max: 200 }).map((days) => at('2026-01-01') + days * 86_400);
const money = fc.integer({ min: 0, max: 3000 });
const currency = fc.constantFrom('eur', 'usd');
const lines = fc.array(
  fc
    .record({
      id: fc.uuid(),
      sub: fc.constantFrom('s1', 's2', 's3'),
      tier: fc.constantFrom('basic' as const, 'premium' as const),
      price: fc.constantFrom('basic', 'premium', 'yearly', 'unknown'),
      from: day,
      days: fc.integer({ min: 1, max: 400 }),
      list: money,
      off: money,
      seats: fc.integer({ min: 1, max: 3 }),
      currency,
    })
    .map(({ days, list, off, ...given }) => {
      const amount = Math.max(0, list - off);
      return line({ ...given, to: given.from + days * 86_400, list, amount, tax: Math.round(amount * 0.16) });
    }),
  { maxLength: 8 },
);
const subscriptions = fc.array(
  fc
    .record({
      id: fc.constantFrom('s1', 's2', 's3'),
      state: fc.constantFrom('running' as const, 'overdue' as const, 'stopped' as const),
      endsAt: fc.option(day),
      trialFrom: fc.option(day),
    })
    .map((given) => subscription(given)),
  { maxLength: 3 },
);
/** Each account's currency is fixed, as at a provider. */
const accounts = fc.array(
  fc.record({ lines, subscriptions, currency }).map((account) => ({
    currency: account.currency,
    facts: [...account.lines, ...account.subscriptions].map(
      (fact): Fact => ({ ...fact, currency: account.currency }),
    ),
  })),
  { minLength: 1, maxLength: 4 },
);

function sumsOf(facts: readonly Fact[]): MovementSum[] {
  return movementsOf(facts, PRICES).map(({ at: time, ...movement }) => ({
    ...movement,
    month: new Date(time * 1000).toISOString().slice(0, 7),
    accounts: 1,
  }));
}

test('start, new, reactivated, expanded, contracted, churned and moved make the end, for every month, currency and plan', () => {
  fc.assert(
    fc.property(accounts, (all) => {
      const rows = monthlyReport(
        all.flatMap(({ facts }) => sumsOf(facts)),
        MONTHS,
      );
      for (const row of rows) {
        const { churn, contraction, end, expansion, moved, reactivation, start } = row;
        const changes = [row.new, reactivation, expansion, contraction, churn, moved];
        expect(changes.reduce((sum, { amount }) => sum + amount, start.amount)).toBe(end.amount);
        const heads = [row.new, reactivation, churn, moved];
        expect(heads.reduce((sum, { accounts: count }) => sum + count, start.accounts)).toBe(end.accounts);
        for (const down of [contraction, churn]) expect(down.amount).toBeLessThanOrEqual(0);
        for (const up of [row.new, reactivation, expansion]) expect(up.amount).toBeGreaterThanOrEqual(0);
      }
      expectWhole(rows);
      expectTrue(rows, all);
    }),
    { numRuns: 500 },
  );
});

/** The plans of a month add up to the month. */
function expectWhole(rows: readonly ReportRow[]): void {
  for (const whole of rows.filter(({ tier }) => tier === null)) {
    const parts = rows.filter(
      (row) => row.tier !== null && row.month === whole.month && row.currency === whole.currency,
    );
    for (const key of ['start', 'new', 'expansion', 'contraction', 'churn', 'moved', 'end'] as const)
      expect(parts.reduce((sum, row) => sum + row[key].amount, 0)).toBe(whole[key].amount);
  }
}

/** The end of a month is what all subscriptions bring in at that moment, counted without movements. */
function expectTrue(rows: readonly ReportRow[], all: readonly { facts: readonly Fact[] }[]): void {
  for (const { currency: of, end, month, tier } of rows) {
    if (tier !== null) continue;
    const [year = 0, number = 0] = month.split('-').map(Number);
    const last = Date.UTC(year, number, 1) / 1000 - 1;
    const counted = all.reduce(
      (sum, { facts }) => sum + recurringAt(revenueRuns(facts, PRICES), of, last),
      0,
    );
    expect(end.amount, month).toBe(counted);
  }
}
