import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TIERS } from '../../tiers.ts';
import { entitlement, POLICY } from '../entitlement.ts';
import type { Fact } from '../facts.ts';
import {
  canRefund,
  factsOfTransfer,
  type PaidTransfer,
  periodEnd,
  transferOfInvoice,
} from './bank-transfer.ts';
import { periodStart } from './period-start.ts';

const DAY = 86_400;
const transfer: PaidTransfer = {
  id: 't1',
  account: 'a1',
  number: '2026-1',
  tier: 'premium',
  amount: 1999,
  currency: 'eur',
  paidAt: 10 * DAY,
  from: 10 * DAY,
  to: 40 * DAY,
  refunds: [],
};
const ledger = (...transfers: PaidTransfer[]): Fact[] =>
  transfers.flatMap(factsOfTransfer).map((fact, v) => ({ ...fact, v }) as Fact);
const held = (facts: readonly Fact[], at: number) => entitlement(facts, at, POLICY);

test('a paid transfer opens its plan for its period, to the second, and no grace follows', () => {
  const facts = ledger(transfer);
  expect(
    [transfer.from - 1, transfer.from, transfer.to - 1, transfer.to].map((at) => held(facts, at).tier),
  ).toEqual(['free', 'premium', 'premium', 'free']);
  expect(held(facts, transfer.from)).toMatchObject({ why: 'paid', until: transfer.to });
});

test('parts that go back leave the plan, and the part that leaves nothing ends it', () => {
  const part = { ...transfer, refunds: [{ id: 'r1', amount: 1000, at: 12 * DAY }] };
  expect(canRefund(part)).toBe(999);
  expect(held(ledger(part), 20 * DAY).tier).toBe('premium');
  const whole = { ...part, refunds: [...part.refunds, { id: 'r2', amount: 999, at: 15 * DAY }] };
  expect(canRefund(whole)).toBe(0);
  expect([14, 16].map((day) => held(ledger(whole), day * DAY).tier)).toEqual(['premium', 'free']);
});

test('the invoices of other providers are no transfers', () => {
  expect(transferOfInvoice('bank_7')).toBe('7');
  expect(transferOfInvoice('in_7')).toBeNull();
});

test.for([
  ['2026-01-31T10:00:00Z', 'month', '2026-02-28T10:00:00Z'],
  ['2024-01-31T10:00:00Z', 'month', '2024-02-29T10:00:00Z'],
  ['2024-02-29T00:00:00Z', 'year', '2025-02-28T00:00:00Z'],
  ['2026-12-15T23:59:59Z', 'month', '2027-01-15T23:59:59Z'],
  ['2026-03-28T01:30:00Z', 'month', '2026-04-28T01:30:00Z'],
] as const)('from %s a %s lasts until %s', ([from, interval, to]) => {
  expect(periodEnd(new Date(from), interval)).toEqual(new Date(to));
});

test('every period is longer than nothing and never skips a month', () => {
  const anyDate = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(anyDate, fc.constantFrom('month', 'year'), (from, interval) => {
      const days = (periodEnd(from, interval).getTime() - from.getTime()) / (DAY * 1000);
      expect(days).toBeGreaterThanOrEqual(interval === 'month' ? 28 : 365);
      expect(days).toBeLessThanOrEqual(interval === 'month' ? 31 : 366);
    }),
  );
});

test('whoever pays again goes on where the paid time ends, and a dearer plan begins at once', () => {
  const facts = ledger({ ...transfer, tier: 'basic' });
  expect(periodStart(facts, 'basic', 20 * DAY)).toBe(transfer.to);
  expect(periodStart(facts, 'premium', 20 * DAY)).toBe(20 * DAY);
  expect(periodStart(facts, 'basic', 50 * DAY)).toBe(50 * DAY);
  const twice = ledger({ ...transfer }, { ...transfer, id: 't2', from: transfer.to, to: 70 * DAY });
  expect(periodStart(twice, 'basic', 20 * DAY)).toBe(70 * DAY);
});

test('no day is paid twice: at the start of a new period nothing that is paid reaches as high', () => {
  const anyTransfer = fc.record({
    id: fc.uuid(),
    tier: fc.constantFrom(...TIERS),
    start: fc.integer({ min: 0, max: 100 }),
    days: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(anyTransfer), fc.constantFrom(...TIERS), (all, tier) => {
      const facts = ledger(
        ...all.map(({ days, id, start, tier: of }) => ({
          ...transfer,
          id,
          tier: of,
          from: start * DAY,
          to: (start + days) * DAY,
        })),
      );
      const start = periodStart(facts, tier, 50 * DAY);
      expect(start).toBeGreaterThanOrEqual(50 * DAY);
      const { tier: reached, why } = held(facts, start);
      expect(why === 'paid' && TIERS.indexOf(reached) >= TIERS.indexOf(tier)).toBe(false);
    }),
  );
});
