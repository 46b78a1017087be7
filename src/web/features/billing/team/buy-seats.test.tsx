import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Plan } from '#contract/administration/plans';
import type { Offers } from '#contract/offers';
import type { Team } from '#contract/teams';
import { BuySeats } from './buy-seats.tsx';

const offer = { planId: 'plan', tier: 'premium', interval: 'month', amount: 1999, trialDays: 0 } as const;
const offers: Pick<Offers, 'takesPayments' | 'offers'> = {
  takesPayments: true,
  offers: [
    { ...offer, id: 'in euros', currency: 'eur' },
    { ...offer, id: 'in dollars', currency: 'usd' },
  ],
};
const plans: Pick<Plan, 'id' | 'name'>[] = [{ id: 'plan', name: 'Premium' }];
/** A team whose seats have ended, and were paid in euros. */
const team = (currency: Team['currency']): Team => ({
  id: 'team',
  name: 'Blue Harbor',
  state: 'stopped',
  subscription: null,
  seats: { paid: 0, held: 0, invited: 0 },
  tier: null,
  until: null,
  isPayer: currency !== null,
  currency,
  members: [],
  freed: [],
  invitations: [],
  invoices: [
    {
      id: 'in_1',
      number: 'A-1',
      paidAt: '2026-03-10T12:00:00.000Z',
      amount: 1999,
      refunded: 0,
      currency: 'eur',
      hasDocument: true,
    },
  ],
});

function drawn(currency: Team['currency']): string {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['billing', 'offers'], offers);
  queryClient.setQueryData(['plans'], plans);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <BuySeats team={team(currency)} />
    </QueryClientProvider>,
  );
}

test('an owner who is bound to no currency any more can choose another one than that of the invoices', () => {
  expect(drawn(null)).toContain('value="usd"');
  expect(drawn('eur')).not.toContain('value="usd"');
});
