import { getTransferTerms } from '#server/areas/billing/bank/transfer-terms';
import { orderByBank, planOf, takeTransfers } from '#tests/stripe/bank-shop';
import type { World } from '../../access/access-objects.ts';
import { callerOf } from '../fulfilled-billing.ts';

type Input = Record<string, unknown>;

/** The school takes bank transfers from then on. */
async function choice(world: World) {
  const { services } = world.school;
  await takeTransfers(services, callerOf(world, 'admin'));
  return { planId: await planOf(services, 'premium'), interval: 'month' as const };
}

/** The member `basic` has ordered a plan. */
async function ordered(world: World): Promise<{ id: string }> {
  const { services } = world.school;
  await takeTransfers(services, callerOf(world, 'admin'));
  return { id: (await orderByBank(services, callerOf(world, 'basic')))?.id ?? '' };
}

/** Inputs with which a payment by bank transfer succeeds. */
export const FULFILLED_BANK_TRANSFERS: Readonly<Record<string, (world: World) => Promise<Input>>> = {
  'bankTransfers.terms': choice,
  'bankTransfers.order': async (world) => {
    const wanted = await choice(world);
    const { terms } = await getTransferTerms(world.school.services, callerOf(world, 'basic'), wanted);
    return { ...wanted, terms, locale: 'en' };
  },
  'bankTransfers.cancel': ordered,
  'bankTransfers.confirm': async (world) => ({ ...(await ordered(world)), number: '2026-1' }),
  'bankTransfers.drop': ordered,
  'bankTransfers.note': async (world) => {
    const { viewer } = callerOf(world, 'basic');
    return {
      userId: viewer.kind === 'member' ? viewer.userId : '',
      tier: 'premium',
      amount: 1999,
      currency: 'eur',
      number: '2026-1',
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
    };
  },
};
