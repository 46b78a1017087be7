import { expect, test } from 'vitest';
import type { Billed } from '#contract/billing';
import { factWords, whyWords } from '../admin/fact-words.ts';
import { lastDay } from './last-day.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;

test('what ends as a day begins has the day before as its last', () => {
  expect(lastDay('2026-12-01T00:00:00.000Z')).toBe('Nov 30, 2026');
  expect(lastDay('2026-12-01T09:00:00.000Z')).toBe('Dec 1, 2026');
});

test('an invoice for November is told as one', () => {
  const body = {
    amount: 1999,
    currency: 'eur',
    tier: 'premium',
    number: 'A-1',
    from: seconds('2026-11-01T00:00:00Z'),
    to: seconds('2026-12-01T00:00:00Z'),
  };
  const fact = { kind: 'paid', no: 1, subject: 'x', at: '2026-11-01T00:00:00.000Z', body };
  expect(factWords(fact as never, () => 'Premium')).toContain('from Nov 1, 2026 to Nov 30, 2026');
  const billed = { why: 'paid', tier: 'premium', until: '2026-12-01T00:00:00.000Z', subscription: null };
  expect(whyWords(billed as unknown as Billed)).toContain('Nov 30, 2026');
});
