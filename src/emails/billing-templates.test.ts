import { afterEach, expect, test } from 'vitest';
import type { BillingMailKind, BillingMailWords } from '#domain/billing/mails/billing-mail';
import { readLanguageFrom } from '#domain/language';
import { renderMail } from './render-mail.ts';

const at = (day: string) => Date.parse(`${day}T11:00:00Z`) / 1000;
const price = { amount: 1999, currency: 'eur', interval: 'month' } as const;
const WORDS: { readonly [Kind in BillingMailKind]: BillingMailWords[Kind] } = {
  receipt: {
    change: 'none',
    tier: 'premium',
    seats: 1,
    amount: 1999,
    currency: 'eur',
    number: 'SCHOOL-0001',
    from: at('2026-11-20'),
    to: at('2026-12-20'),
    next: { at: at('2026-12-20'), price },
  },
  'trial-started': { tier: 'premium', to: at('2026-12-04'), price },
  'trial-ends': { tier: 'premium', to: at('2026-12-04'), price },
  failed: { tier: 'premium', payBy: at('2026-12-27'), step: 'first' },
  downgrade: { tier: 'basic', held: 'premium', startsAt: at('2026-12-20'), price },
  seats: { tier: 'premium', held: 5, seats: 3, startsAt: at('2026-12-20'), price },
  cancelled: { tier: 'premium', endsAt: at('2026-12-20'), ifPaid: at('2027-01-13') },
  ended: { tier: 'premium', why: 'unpaid', endedAt: at('2026-12-27') },
  refund: { amount: 1999, currency: 'eur', number: 'SCHOOL-0001', ends: true },
  dispute: { tier: 'premium' },
  'dispute-won': { tier: 'premium' },
  gift: { tier: 'premium', to: at('2026-12-20') },
  'gift-ends': { tier: 'premium', to: at('2026-12-20') },
  renewal: {
    tier: 'premium',
    at: at('2027-11-20'),
    price: { amount: 19_990, currency: 'eur', interval: 'year' },
  },
};
const LINK = 'https://school.test/profile?tab=subscription';
const NAMES = { premium: 'Campus', basic: 'Start' };
const rendered = <Kind extends BillingMailKind>(
  kind: Kind,
  words: Partial<BillingMailWords[Kind]> = {},
  names = NAMES,
) =>
  renderMail(
    `billing-${kind}` as 'billing-receipt',
    { name: 'Ada', link: LINK, words: { ...WORDS[kind], ...words } as never },
    'Northwind Academy',
    names,
  );

afterEach(() => readLanguageFrom(() => 'en'));

test.each(Object.keys(WORDS) as BillingMailKind[])(
  'the email "%s" says the same in both of its parts, greets its reader and cannot be stopped',
  (kind) => {
    const { html, subject, text, unsubscribe } = rendered(kind);
    expect(unsubscribe).toBeNull();
    expect(html).toContain(subject.replaceAll("'", '&#39;'));
    for (const part of [html, text]) {
      expect(part).toContain('Hello Ada,');
      expect(part).toContain(LINK);
      expect(part).toContain('Northwind Academy');
      expect(part).not.toMatch(/undefined|NaN|Invalid|\{\w+\}/);
    }
    const lines = text.split('\n').filter((line) => line.includes('Campus'));
    for (const line of lines) expect(html).toContain(line.replaceAll("'", '&#39;'));
    expect(`${subject} ${text}`).not.toContain('Premium');
  },
);

test.each(
  (Object.keys(WORDS) as BillingMailKind[]).filter(
    (kind) => !kind.startsWith('trial') && !kind.startsWith('gift'),
  ),
)('the email "%s" to the owner of a team names the team', (kind) => {
  const { html, subject, text } = renderMail(
    `billing-${kind}` as 'billing-receipt',
    { name: 'Ada', link: 'https://school.test/team', team: 'Blue Harbor', words: WORDS[kind] as never },
    'Northwind Academy',
    NAMES,
  );
  for (const part of [html, text]) expect(part).toContain('Blue Harbor');
  expect(`${subject} ${text}`).not.toMatch(/undefined|NaN|Invalid|\{\w+\}/);
});

test('a receipt names what was paid, for which time, what comes next, and its invoice', () => {
  const { text } = rendered('receipt');
  expect(text).toContain('We received your payment of €19.99 for the Campus plan.');
  expect(text).toContain('It covers November 20, 2026 to December 20, 2026.');
  expect(text).toContain('Your next payment is due on December 20, 2026: €19.99 per month.');
  expect(text).toContain('Invoice SCHOOL-0001');
  expect(rendered('receipt', { next: null }).text).toContain("You won't be charged again.");
  const unknown = { at: at('2026-12-20'), price: null };
  expect(rendered('receipt', { next: unknown }).text).toContain('due on December 20, 2026.');
  expect(rendered('receipt', { change: 'upgraded' }).subject).toBe('Your plan is now Campus');
});

test('each reminder of a failed payment names the day by which, and opens the way to the card', () => {
  for (const step of ['first', 'middle', 'last'] as const) {
    const { html, subject, text } = rendered('failed', { step });
    expect(`${subject} ${text}`).toContain('December 27, 2026');
    expect(text).toContain(`Update payment method:\n${LINK}`);
    expect(html).toContain('>Update payment method</a>');
  }
});

test('who cancels only after the grace reads that access has ended, and is promised no undoing until then', () => {
  const words = { ...WORDS.cancelled, ended: true } as const;
  const { text } = rendered('cancelled', words);
  expect(text).toContain('so Campus at Northwind Academy ended on December 20, 2026.');
  expect(text).toContain('If that payment still goes through, you have it until January 13, 2027.');
  expect(text).not.toContain('Until then');
  const data = { name: 'Ada', link: LINK, team: 'Blue Harbor', words };
  const team = renderMail('billing-cancelled', data, 'Northwind Academy', NAMES).text;
  expect(team).toContain('so its Campus plan ended on December 20, 2026.');
  expect(team).not.toContain('Until then');
});

test('amounts and dates are written in the way of the language, and yen have no cents', () => {
  readLanguageFrom(() => 'de');
  const { text } = rendered('receipt');
  expect(text).toMatch(/19,99\s€/);
  expect(text).toContain('20. Dezember 2026');
  expect(rendered('refund', { amount: 1999, currency: 'jpy' }).subject).toMatch(/1\.999\s¥/);
});

test('a dispute accuses nobody', () => {
  const { subject, text } = rendered('dispute');
  expect(`${subject} ${text}`).not.toMatch(/fraud|dispute|chargeback|you claimed|abuse/i);
});

test('the name of a plan cannot start another header line', () => {
  const { subject } = rendered('gift', {}, { ...NAMES, premium: 'Campus\r\nBcc: eve@x.test' });
  expect(subject).toBe('Northwind Academy gave you the Campus Bcc: eve@x.test plan');
});
