import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Billed } from '#contract/billing';
import type { Team } from '#contract/teams';
import { cancelWords, teamCancelWords } from './cancel-words.ts';
import { StateWords } from './state-words.tsx';
import { TeamState } from './team/team-state.tsx';

const GRACE_END = '2026-03-10T12:00:00.000Z';
const PERIOD_END = '2026-04-03T12:00:00.000Z';
const IN_GRACE = '2026-03-08T12:00:00.000Z';
const AFTER = '2026-03-12T12:00:00.000Z';

const sub: NonNullable<Billed['subscription']> & NonNullable<Team['subscription']> = {
  tier: 'premium',
  interval: 'month',
  amount: 1999,
  unitAmount: 1999,
  currency: 'eur',
  seats: 1,
  nextChargeAt: PERIOD_END,
  endsAt: null,
  accessEnds: { at: GRACE_END, ifPaid: PERIOD_END },
  trialEndsAt: null,
  payBy: GRACE_END,
  offerId: null,
  nextCharge: null,
  discounts: [],
  isPlanScheduled: false,
  scheduled: null,
};
const canceled = { ...sub, nextChargeAt: null, endsAt: PERIOD_END };
const billed = (state: Billed['state'], subscription: Billed['subscription']): Billed => ({
  state,
  subscription,
  tier: 'free',
  why: 'none',
  team: null,
  until: null,
  mayTry: false,
  currency: null,
  invoices: [],
});
const team = (state: Team['state'], subscription: Team['subscription']): Team => ({
  id: 'team',
  name: 'Blue Harbor',
  state,
  subscription,
  seats: { paid: 0, held: 0, invited: 0 },
  tier: null,
  until: null,
  isPayer: false,
  currency: null,
  members: [],
  freed: [],
  invitations: [],
  invoices: [],
});

const sentences = (of: 'member' | 'team', state: Billed['state'], subscription: typeof sub | null) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      {of === 'member' ? (
        <StateWords billed={billed(state, subscription)} />
      ) : (
        <TeamState team={team(state, subscription)} />
      )}
    </QueryClientProvider>,
  );
  return html.replaceAll('&#x27;', "'");
};

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(AFTER) }));
afterEach(() => vi.useRealTimers());

test('who canceled without having paid is told after the grace that access has ended, not that it will', () => {
  expect(sentences('member', 'stopped', canceled)).toContain(
    'Your subscription ended on Mar 10, 2026. If the failed payment still goes through, Premium lasts until Apr 3, 2026.',
  );
  expect(sentences('team', 'stopped', canceled)).toContain(
    "This team's subscription ended on Mar 10, 2026. If the failed payment still goes through, the seats last until Apr 3, 2026.",
  );
});

test('a payment that failed has a last day for the plan that was bought, and after it says how to get it back', () => {
  const asked = 'Update your payment method by Mar 10, 2026 to keep Premium.';
  const ended = 'and Premium ended on Mar 10, 2026. Update your payment method to get it back.';
  for (const of of ['member', 'team'] as const) {
    expect(sentences(of, 'overdue', sub)).toContain(ended);
    vi.setSystemTime(IN_GRACE);
    expect(sentences(of, 'overdue', sub)).toContain(asked);
    vi.setSystemTime(AFTER);
  }
});

test('who cancels after the grace reads that access has ended, and before it when it will', () => {
  const member = () => cancelWords({ subscription: sub, until: null }, 'Premium');
  const owner = () => teamCancelWords({ subscription: sub, until: null });
  expect(member()).toContain('Premium ended on Mar 10, 2026. If that payment still goes through');
  expect(owner()).toContain('the seats ended on Mar 10, 2026. If that payment still goes through');
  vi.setSystemTime(IN_GRACE);
  expect(member()).toContain('Premium ends on Mar 10, 2026, or on Apr 3, 2026 if that payment still');
  expect(owner()).toContain('the seats end on Mar 10, 2026, or on Apr 3, 2026 if that payment still');
});

test('a team whose seats are paid for no more is told of no day until which they are', () => {
  expect(sentences('team', 'none', null)).toContain("This team's subscription has ended.</p>");
  const ended = { ...canceled, accessEnds: { at: PERIOD_END, ifPaid: null } };
  expect(sentences('team', 'stopped', ended)).toContain("This team's subscription has ended.</p>");
});
