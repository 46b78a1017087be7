import { UNKNOWN } from '../content/content.ts';
import { CALLERS } from '../kit/school.ts';
import { type AccessCase, person, prepared, type World } from './access-objects.ts';

/** Every person has ordered a plan; answers the orders. */
async function orders(world: World): Promise<Record<string, string>> {
  const { clock, db } = world.school.services;
  const made: Record<string, string> = {};
  for (const who of CALLERS) {
    const viewer = world.school.people.get(who);
    if (viewer?.kind !== 'member') continue;
    const { id: account_id } = await db.kysely
      .insertInto('billing_accounts')
      .values({ user_id: viewer.userId })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: viewer.userId }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const price = { tier: 'premium' as const, interval: 'month', amount: 1999, currency: 'eur' };
    const { id } = await db.kysely
      .insertInto('bank_transfers')
      .values({ account_id, reference: `LT-${who}`, ordered_at: clock.now(), ...price })
      .returning('id')
      .executeTakeFirstOrThrow();
    made[who] = id;
  }
  return made;
}

const choice = () => ({ planId: UNKNOWN, interval: 'month' });
const JANUARY = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };

/** Of a school that takes no bank transfers: everybody has an order from before. */
export const BANK_TRANSFER_CASES: Readonly<Record<string, AccessCase>> = {
  'bankTransfers.terms': {
    input: choice,
    own: 'TRANSFERS_OFF',
    unknown: 'TRANSFERS_OFF',
    deleted: 'never',
  },
  'bankTransfers.order': {
    input: () => ({ ...choice(), terms: 'shown', locale: 'en' }),
    own: 'TRANSFERS_OFF',
    unknown: 'TRANSFERS_OFF',
    deleted: 'never',
  },
  'bankTransfers.cancel': {
    prepare: orders,
    input: prepared,
    own: 'ok',
    foreign: 'TRANSFER_NOT_FOUND',
    unknown: 'TRANSFER_NOT_FOUND',
    deleted: 'never',
  },
  'bankTransfers.confirm': {
    prepare: orders,
    input: (...args) => ({ ...prepared(...args), number: '2026-1' }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'TRANSFER_NOT_FOUND',
    deleted: 'never',
  },
  'bankTransfers.drop': {
    prepare: orders,
    input: prepared,
    own: 'ok',
    foreign: 'ok',
    unknown: 'TRANSFER_NOT_FOUND',
    deleted: 'never',
  },
  'bankTransfers.note': {
    input: (...args) => ({
      userId: person(...args).userId,
      tier: 'basic',
      amount: 9900,
      currency: 'eur',
      number: '2026-1',
      ...JANUARY,
    }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
  'bankTransfers.saveSettings': { input: () => ({ version: 0 }), own: 'ok' },
};
