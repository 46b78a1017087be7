import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';
import { databaseState, differences } from '../requests/database-state.ts';

const PAID = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
const WISHES = ['premium', 'PREMIUM', ['premium'], { $gt: '' }, 'premium\0', ' premium'];
const NAMES = [
  'tier',
  'subscription_tier',
  'subscriptionTier',
  'subscription_level',
  'plan',
  'role',
  'isAdmin',
];

test('where the school takes payments nobody gives themselves a higher tier', async ({ db }) => {
  const school = await openSchool(db, {}, PAID);
  const before = await databaseState(db);
  for (const tier of WISHES) {
    const response = await school.ask('free', 'POST', '/api/account/tier', { body: { tier } });
    expect([400, 402], JSON.stringify(tier)).toContain(response.status);
  }
  for (const name of NAMES) {
    const own = await school.ask('free', 'PATCH', '/api/account/profile', {
      body: { name: 'free', [name]: 'premium' },
    });
    if (own.status === 200)
      expect(await own.json()).toMatchObject({ subscriptionTier: 'free', role: 'user' });
  }
  const free = school.people.get('free');
  const id = free?.kind === 'member' ? free.userId : '';
  for (const [method, address] of [
    ['PUT', `/api/admin/users/${id}/tier`],
    ['POST', `/api/admin/users/${id}/admin`],
    ['PUT', `/api/admin/users/${id}/admin`],
  ] as const) {
    const response = await school.ask('free', method, address, { body: { tier: 'premium' } });
    expect([403, 404, 405], address).toContain(response.status);
  }
  const changed = differences(before, await databaseState(db));
  expect(changed.filter((line) => /"premium"|user_roles/.test(line) && line.startsWith('+'))).toEqual([]);
  const tiers = await db.kysely
    .selectFrom('profiles')
    .select('subscription_tier')
    .where('id', '=', id)
    .execute();
  expect(tiers).toEqual([{ subscription_tier: 'free' }]);
});

test('an administrator who gives a tier is written down', async ({ db }) => {
  const school = await openSchool(db, {}, PAID);
  const free = school.people.get('free');
  const id = free?.kind === 'member' ? free.userId : '';
  const given = await school.ask('admin', 'PUT', `/api/admin/users/${id}/tier`, {
    body: { tier: 'premium' },
  });
  expect(given.status).toBe(200);
  const rows = await db.kysely.selectFrom('audit_log').select(['actor_kind', 'entity_id']).execute();
  expect(rows).toContainEqual({ actor_kind: 'admin', entity_id: id });
});
