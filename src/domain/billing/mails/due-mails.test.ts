import { expect, test } from 'vitest';
import { POLICY } from '../entitlement.ts';
import type { DisputeFact, Fact, GrantFact, PaidFact, RefundFact, SubscriptionFact } from '../facts.ts';
import type { SentBillingMail } from './billing-mail.ts';
import { dueMails, isStillDue } from './due-mails.ts';

const DAY = 86_400;
const HOUR = 3600;
const line: PaidFact = {
  kind: 'paid',
  id: 'l1',
  v: 1,
  sub: 's',
  invoice: 'i1',
  number: 'A-1',
  tier: 'premium',
  seats: 1,
  from: 10 * DAY,
  to: 40 * DAY,
  amount: 1999,
  currency: 'eur',
  at: 10 * DAY,
};
const running: SubscriptionFact = {
  kind: 'subscription',
  id: 's',
  v: 2,
  state: 'running',
  tier: 'premium',
  price: 'premium-month',
  interval: 'month',
  unitAmount: 1999,
  currency: 'eur',
  quantity: 1,
  startedAt: 10 * DAY,
  periodEnd: 40 * DAY,
  trialFrom: null,
  trialTo: null,
  endsAt: null,
};
const overdue: SubscriptionFact = { ...running, v: 3, state: 'overdue', periodEnd: 70 * DAY };
const money = { amount: 1999, currency: 'eur' };
const refund: RefundFact = {
  kind: 'refund',
  id: 'r',
  v: 4,
  invoice: 'i1',
  ...money,
  whole: true,
  at: 20 * DAY,
  done: true,
};
const dispute: DisputeFact = { kind: 'dispute', id: 'd', v: 4, invoice: 'i1', at: 20 * DAY, state: 'open' };
const gift: GrantFact = {
  kind: 'grant',
  id: 'gift one',
  v: 1,
  tier: 'premium',
  from: DAY,
  to: 31 * DAY,
  by: 'administrator',
  reason: 'jury',
};

type Life = readonly (readonly [from: number, facts: readonly Fact[]])[];

/** Sends what is due every hour: what is known from which day on decides. Answers each mail with its day. */
function hourly(life: Life, to: number, policy = POLICY) {
  const sent: SentBillingMail[] = [];
  const reported: string[] = [];
  const first = life[0]?.[0] ?? 0;
  for (let now = first * DAY; now <= to * DAY; now += HOUR) {
    const facts = life.flatMap(([from, some]) => (from * DAY <= now ? some : []));
    for (const { date, kind, subject } of dueMails(facts, now, policy, sent).due) {
      sent.push({ kind, subject, date, at: now });
      reported.push(`${now / DAY} ${kind} ${subject}`);
    }
  }
  return reported;
}
const dueAt = (facts: readonly Fact[], now: number) => dueMails(facts, now, POLICY, []).due;
const kindsAt = (facts: readonly Fact[], day: number) => dueAt(facts, day * DAY).map(({ kind }) => kind);

test('a payment has one receipt, with what it covers and the next charge', () => {
  expect(hourly([[10, [line, running]]], 39)).toEqual(['10 receipt i1']);
  expect(dueAt([line, running], 10 * DAY)).toMatchObject([
    {
      words: {
        change: 'none',
        tier: 'premium',
        amount: 1999,
        from: 10 * DAY,
        to: 40 * DAY,
        next: { at: 40 * DAY, price: { amount: 1999, interval: 'month' } },
      },
    },
  ]);
});

test('a receipt promises no next charge after a cancellation, and no price that a discount may change', () => {
  expect(dueAt([line, { ...running, endsAt: 40 * DAY }], 10 * DAY)[0]).toMatchObject({
    words: { next: null },
  });
  expect(dueAt([{ ...line, amount: 999 }, running], 10 * DAY)).toMatchObject([
    { words: { amount: 999, next: { at: 40 * DAY, price: null } } },
  ]);
});

test('a first look at an old customer sends nothing of what is long past', () => {
  const old = Array.from({ length: 24 }, (_, month) => ({
    ...line,
    id: `l${month}`,
    invoice: `i${month}`,
    from: month * 30 * DAY,
    to: (month + 1) * 30 * DAY,
    at: month * 30 * DAY,
  }));
  const now = { ...running, startedAt: 0, periodEnd: 720 * DAY, endsAt: 720 * DAY };
  const past = [
    { ...refund, invoice: 'i3' },
    { ...dispute, invoice: 'i3' },
    { ...gift, to: null },
  ];
  expect(dueAt([...old, now, ...past], 700 * DAY)).toEqual([]);
  expect(dueAt([...old, { ...now, state: 'stopped' }, ...past], 730 * DAY)).toEqual([]);
  // Two days are news, a second more is not.
  expect(kindsAt([line, running], 12 - 1 / DAY)).toEqual(['receipt']);
  expect(kindsAt([line, running], 12)).toEqual([]);
});

test('an upgrade is said by the receipt of its difference', () => {
  const back = { ...line, id: 'b', invoice: 'i2', tier: 'basic' as const, from: 20 * DAY, amount: -600 };
  const more = { ...line, id: 'm', invoice: 'i2', from: 20 * DAY, amount: 1300, at: 20 * DAY };
  expect(dueAt([{ ...line, tier: 'basic', amount: 999 }, back, more, running], 20 * DAY)).toMatchObject([
    { kind: 'receipt', words: { change: 'upgraded', tier: 'premium', amount: 700 } },
  ]);
});

test('a downgrade is confirmed when it is asked for, and said by the receipt when it happens', () => {
  const lower = { ...running, v: 3, tier: 'basic' as const, price: 'basic-month', unitAmount: 999 };
  const renewed = { ...lower, v: 4, periodEnd: 70 * DAY };
  const next = { ...line, id: 'l2', v: 5, invoice: 'i2', tier: 'basic' as const, amount: 999 };
  const paid = { ...next, from: 40 * DAY, to: 70 * DAY, at: 40 * DAY + HOUR };
  const life: Life = [
    [10, [line, running]],
    [20, [lower]],
    [40, [renewed]],
    [40.125, [paid]],
  ];
  expect(hourly(life, 60)).toEqual(['10 receipt i1', '20 downgrade s@3', '40.125 receipt i2']);
  const reported = dueMails([line, running, lower, renewed, paid], 41 * DAY, POLICY, []);
  expect(reported.due).toMatchObject([{ words: { change: 'downgraded', tier: 'basic' } }]);
});

test('a scheduled change is confirmed when it is asked for, and what comes next is told at its price', () => {
  const year = { ...running, interval: 'year' as const, unitAmount: 19_990, periodEnd: 375 * DAY };
  const paid = { ...line, to: 375 * DAY, amount: 19_990 };
  const month = { price: 'p', tier: 'premium' as const, interval: 'month' as const, unitAmount: 1999 };
  const scheduled = { ...year, v: 3, scheduled: { ...month, at: 375 * DAY } };
  const life: Life = [
    [10, [paid, year]],
    [20, [scheduled]],
  ];
  expect(hourly(life, 374)).toEqual(['10 receipt i1', '20 downgrade s@3', '361 renewal s']);
  const reported = dueMails([paid, year, scheduled], 361 * DAY, POLICY, []).due;
  expect(reported).toMatchObject([
    { kind: 'renewal', words: { price: { amount: 1999, interval: 'month' } } },
    { kind: 'downgrade', words: { tier: 'premium', price: { amount: 1999, interval: 'month' } } },
  ]);
});

test('each cancellation is confirmed, one that was taken back is not, and the end is said once', () => {
  const ending = { ...running, endsAt: 40 * DAY };
  const life: Life = [
    [10, [line, running]],
    [12, [{ ...ending, v: 3 }]],
    [12.25, [{ ...running, v: 4 }]],
    [12.5, [{ ...ending, v: 5 }]],
    [41, [{ ...ending, v: 6, state: 'stopped' }]],
  ];
  const reported = ['10 receipt i1', '12 cancelled s@3', '12.5 cancelled s@5', '40 ended s'];
  expect(hourly(life, 60)).toEqual(reported);
  expect(hourly([[10, [line, running, { ...ending, v: 3 }, { ...running, v: 4 }]]], 20)).toEqual([
    '10 receipt i1',
  ]);
});

test('a failed payment is told at once, in the middle and on the last day, and its end when access ends', () => {
  const life: Life = [
    [10, [line, running]],
    [40.125, [overdue]],
    [60, [{ ...overdue, v: 4, state: 'stopped', endsAt: 60 * DAY }]],
  ];
  expect(hourly(life, 90)).toEqual([
    '10 receipt i1',
    '40.125 failed s/first',
    '43.5 failed s/middle',
    '46 failed s/last',
    '47 ended s',
  ]);
  expect(dueAt([line, running, overdue], 41 * DAY)).toMatchObject([{ words: { payBy: 47 * DAY } }]);
  expect(dueAt([line, running, overdue], 47 * DAY)).toMatchObject([{ words: { why: 'unpaid' } }]);
});

test('a card that is updated in between ends the reminders, and the receipt says that all is well', () => {
  const paid = { ...line, id: 'l2', v: 4, invoice: 'i2', from: 40 * DAY, to: 70 * DAY, at: 42 * DAY };
  const life: Life = [
    [10, [line, running]],
    [40.125, [overdue]],
    [42, [paid, { ...running, v: 5, periodEnd: 70 * DAY }]],
  ];
  expect(hourly(life, 68)).toEqual(['10 receipt i1', '40.125 failed s/first', '42 receipt i2']);
  const sent = [{ kind: 'failed' as const, subject: 's/first', date: 47 * DAY, at: 40 * DAY }];
  const facts = [line, running, overdue, paid, { ...running, v: 5, periodEnd: 70 * DAY }];
  expect(dueMails(facts, 42 * DAY, POLICY, sent).due).toMatchObject([{ words: { change: 'recovered' } }]);
});

test('who cancels while a payment is overdue is told the end of the grace, and the period if it is paid', () => {
  const cancelled = { ...overdue, v: 4, endsAt: 70 * DAY };
  expect(dueAt([line, running, overdue, cancelled], 42 * DAY)).toMatchObject([
    { kind: 'cancelled', words: { endsAt: 47 * DAY, ifPaid: 70 * DAY } },
  ]);
  const life: Life = [
    [30, [line, running]],
    [40.125, [overdue]],
    [42, [cancelled]],
  ];
  expect(hourly(life, 80)).toEqual(['40.125 failed s/first', '42 cancelled s@4', '47 ended s']);
});

test('who cancels only after the grace is told once that access has ended, also if the payment still goes through', () => {
  const cancelled = { ...overdue, v: 4, endsAt: 70 * DAY };
  expect(dueAt([line, running, overdue, cancelled], 50 * DAY)).toMatchObject([
    { kind: 'cancelled', words: { endsAt: 47 * DAY, ifPaid: 70 * DAY, ended: true } },
  ]);
  const reminded = ['40.125 failed s/first', '43.5 failed s/middle', '46 failed s/last', '47 ended s'];
  const life: Life = [
    [30, [line, running]],
    [40.125, [overdue]],
    [50, [cancelled]],
  ];
  expect(hourly(life, 80)).toEqual([...reminded, '50 cancelled s@4/ended']);
  const paid = { ...line, id: 'l2', v: 5, invoice: 'i2', from: 40 * DAY, to: 70 * DAY, at: 55 * DAY };
  const late: Life = [...life, [55, [paid, { ...running, v: 6, periodEnd: 70 * DAY, endsAt: 70 * DAY }]]];
  expect(hourly(late, 69)).toEqual([...reminded, '50 cancelled s@4/ended', '55 receipt i2']);
});

test('a failure that is learned of late is told by its present step only', () => {
  expect(hourly([[45, [{ ...line, at: 10 * DAY }, overdue]]], 50)).toEqual([
    '45 failed s/middle',
    '46 failed s/last',
    '47 ended s',
  ]);
  // Learned an hour before the last day: half a day lies between the two.
  const late: Life = [[46 - 1 / 24, [line, overdue]]];
  expect(hourly(late, 46.9).map((reported) => reported.split(' ')[0])).toEqual([
    String(46 - 1 / 24),
    String(46.5 - 1 / 24),
  ]);
});

test.each([
  [0, ['40.125 ended s']],
  [1, ['40.125 failed s/last', '41 ended s']],
  [3, ['40.125 failed s/first', '42 failed s/last', '43 ended s']],
  [30, ['40.125 failed s/first', '55 failed s/middle', '69 failed s/last', '70 ended s']],
])('a grace of %d days has as many reminders as it has room for', (days, reported) => {
  const life: Life = [
    [30, [line, running]],
    [40.125, [overdue]],
  ];
  expect(hourly(life, 80, { grace: days * DAY })).toEqual(reported);
});

test('a provider that gives up within the grace ends access then, and that is said', () => {
  const life: Life = [
    [30, [line, running]],
    [40.125, [overdue]],
    [45, [{ ...overdue, v: 4, state: 'stopped', endsAt: 45 * DAY }]],
  ];
  expect(hourly(life, 60).at(-1)).toBe('45 ended s');
});

test('a trial is told at its start, a week before its end and a day before, a cancelled one is not', () => {
  const trial = { ...running, state: 'trialing' as const, trialFrom: 10 * DAY, trialTo: 24 * DAY };
  const free = { ...line, amount: 0, to: 24 * DAY };
  expect(hourly([[10, [free, trial]]], 23.9)).toEqual([
    '10 trial-started s',
    '17 trial-ends s/week',
    '23 trial-ends s/day',
  ]);
  const cancelled = { ...trial, v: 3, endsAt: 24 * DAY };
  const life: Life = [
    [10, [free, trial]],
    [12, [cancelled]],
  ];
  expect(hourly(life, 30)).toEqual(['10 trial-started s', '12 cancelled s@3', '24 ended s']);
});

test('a trial of a week is told at its start and a day before its end, one of a day at its start', () => {
  const of = (days: number) => ({
    ...running,
    state: 'trialing' as const,
    trialFrom: 10 * DAY,
    trialTo: (10 + days) * DAY,
  });
  expect(hourly([[10, [of(7)]]], 16.9)).toEqual(['10 trial-started s', '16 trial-ends s/day']);
  expect(hourly([[10, [of(1)]]], 10.9)).toEqual(['10 trial-started s']);
});

test('a year is announced 14 days before it is renewed, a month and a cancelled year are not', () => {
  const year = { ...running, interval: 'year' as const, unitAmount: 19_990, periodEnd: 375 * DAY };
  const paid = { ...line, to: 375 * DAY, amount: 19_990 };
  expect(hourly([[10, [paid, year]]], 374)).toEqual(['10 receipt i1', '361 renewal s']);
  expect(kindsAt([paid, { ...year, endsAt: 375 * DAY }], 365)).not.toContain('renewal');
  expect(kindsAt([line, running], 35)).toEqual([]);
});

test('a refund is told once, and no end besides it', () => {
  const stopped = { ...running, v: 5, state: 'stopped' as const, endsAt: 20 * DAY };
  const life: Life = [
    [10, [line, running]],
    [20, [refund, stopped]],
  ];
  expect(hourly(life, 60)).toEqual(['10 receipt i1', '20 refund r']);
  expect(dueAt([line, running, refund], 20 * DAY)).toMatchObject([{ words: { ends: true } }]);
  const part = { ...refund, whole: false };
  expect(dueAt([line, running, part], 20 * DAY)).toMatchObject([{ words: { ends: false } }]);
  expect(dueAt([line, running, { ...refund, done: false }], 20 * DAY)).toEqual([]);
});

test('what was paid and paid back between two looks is told as a refund only', () => {
  const soon = { ...refund, at: 10 * DAY + HOUR };
  expect(kindsAt([line, running, soon], 10.5)).toEqual(['refund']);
});

test('a dispute is told once, winning it too, and losing it is not', () => {
  const life = (state: 'won' | 'lost'): Life => [
    [10, [line, running]],
    [20, [dispute]],
    [25, [{ ...dispute, v: 5, state }]],
  ];
  expect(hourly(life('won'), 39)).toEqual(['10 receipt i1', '20 dispute d', '25 dispute-won d']);
  expect(hourly(life('lost'), 39)).toEqual(['10 receipt i1', '20 dispute d']);
  expect(kindsAt([line, { ...dispute, at: 41 * DAY }], 41)).not.toContain('dispute');
});

test('a gift is told when it is given and a week before it ends, unless as good a plan follows', () => {
  expect(hourly([[1, [gift]]], 40)).toEqual(['1 gift gift one', '24 gift-ends gift one']);
  const paid = { ...line, to: 60 * DAY };
  const life: Life = [
    [1, [gift]],
    [10, [paid, { ...running, periodEnd: 60 * DAY }]],
  ];
  expect(hourly(life, 40)).toEqual(['1 gift gift one', '10 receipt i1']);
  expect(hourly([[1, [{ ...gift, to: 6 * DAY }]]], 10)).toEqual(['1 gift gift one']);
  expect(hourly([[1, [{ ...gift, id: 'chosen' }]]], 40)).toEqual([]);
});

test('nobody who still has the plan is told that it ended', () => {
  const again = { ...line, id: 'l2', sub: 's2', invoice: 'i2', from: 39 * DAY, to: 69 * DAY, at: 39 * DAY };
  const other = { ...running, id: 's2', startedAt: 39 * DAY, periodEnd: 69 * DAY };
  const ended = { ...running, v: 3, state: 'stopped' as const, endsAt: 40 * DAY };
  expect(kindsAt([line, ended, again, other], 40)).toEqual(['receipt']);
});

test('a mail that waits to leave is dropped when its cause has gone', () => {
  const key = `failed:s/first:${47 * DAY}`;
  expect(isStillDue([line, overdue], 41 * DAY, POLICY, [], key)).toBe(true);
  expect(isStillDue([line, overdue, { ...running, v: 4 }], 41 * DAY, POLICY, [], key)).toBe(false);
  expect(isStillDue([line, overdue], 45 * DAY, POLICY, [], key)).toBe(false);
});
