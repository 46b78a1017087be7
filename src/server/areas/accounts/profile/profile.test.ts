import { expect } from 'vitest';
import { profileForm } from '#contract/accounts/accounts';
import { planSettingsForm } from '#contract/administration/plan-settings';
import { TIERS } from '#domain/tiers';
import { listOffers } from '#server/areas/billing/prices/list-offers';
import { saveSetting } from '#server/areas/settings/save-setting';
import { signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { findViewer } from '../sessions/find-viewer.ts';
import { changeTier } from './change-tier.ts';
import { updateProfile } from './update-profile.ts';

const people = ({ services }: Verbs) =>
  services.db.kysely
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'profiles.username', 'subscription_tier', 'role'])
    .orderBy('users.email')
    .execute();
const auditOf = ({ services }: Verbs, action: string) =>
  services.db.kysely
    .selectFrom('audit_log')
    .select(['actor_id', 'entity_id', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();

test('the own name changes in account and profile, and is what the next request sees', async ({ db }) => {
  const school = await withAccount(db);
  const { caller, reqHeaders } = await signedInCaller(school);
  const others = (await people(school)).filter(({ id }) => id !== school.id);
  expect(await updateProfile(school.services, caller, { name: 'Ada King' })).toMatchObject({
    id: school.id,
    name: 'Ada King',
    email: 'ada@lovelace.test',
  });
  expect((await people(school)).find(({ id }) => id === school.id)).toMatchObject({
    name: 'Ada King',
    username: 'Ada King',
  });
  expect((await people(school)).filter(({ id }) => id !== school.id)).toEqual(others);
  const { viewer } = await findViewer(school.services, reqHeaders.get('cookie') ?? '');
  expect(viewer).toMatchObject({ name: 'Ada King' });
  expect(await auditOf(school, 'profile.update')).toEqual([
    { actor_id: school.id, entity_id: school.id, before: { name: 'Ada' }, after: { name: 'Ada King' } },
  ]);
});

test('a profile carries a name and nothing else: no tier, role or address', async ({ db }) => {
  const verbs = await openVerbs(db);
  const before = await people(verbs);
  const sent = {
    name: 'free',
    subscriptionTier: 'premium',
    role: 'admin',
    email: 'x@y.test',
    id: before[0]?.id,
  };
  const input = profileForm.parse(sent);
  expect(input).toEqual({ name: 'free' });
  await updateProfile(verbs.services, verbs.as('free'), input);
  expect((await people(verbs)).map(({ username, ...row }) => row)).toEqual(
    before.map(({ username, ...row }) => row),
  );
});

test('names of less than two or more than a hundred characters are refused, spaces around them left out', () => {
  for (const name of ['', 'A', '   A   ', 'x'.repeat(101)])
    expect(profileForm.safeParse({ name }).success).toBe(false);
  expect(profileForm.parse({ name: '  Ada  ' })).toEqual({ name: 'Ada' });
});

test('every tier can be chosen, counts with the next request and is written down', async ({ db }) => {
  const school = await withAccount(db);
  const { reqHeaders } = await signedInCaller(school);
  const viewer = async () => (await findViewer(school.services, reqHeaders.get('cookie') ?? '')).viewer;
  for (const tier of ['premium', 'basic', 'free'] as const) {
    const caller = { ...school.as('visitor'), viewer: await viewer() };
    expect(await changeTier(school.services, caller, { tier })).toMatchObject({ subscriptionTier: tier });
    expect(await viewer()).toMatchObject({ tier });
  }
  const steps = ['free', 'premium', 'basic', 'free'];
  expect(await auditOf(school, 'subscription.change')).toEqual(
    steps.slice(1).map((tier, at) => ({
      actor_id: school.id,
      entity_id: school.id,
      before: { tier: steps[at] },
      after: { tier },
    })),
  );
});

test('with payments set up nobody raises the own tier, and everybody may lower it', async ({ db }) => {
  const verbs = await openVerbs(db);
  const stripe = { secretKey: 'sk_test_x', webhookSecrets: ['whsec_x'], apiUrl: 'https://stripe.test' };
  const services = { ...verbs.services, config: { ...verbs.services.config, stripe } };
  expect(await failureOf(changeTier(services, verbs.as('basic'), { tier: 'premium' }))).toBe(
    'PAYMENT_REQUIRED',
  );
  expect(await changeTier(services, verbs.as('basic'), { tier: 'free' })).toMatchObject({
    subscriptionTier: 'free',
  });
});

test('where the school gives out plans itself, nobody raises the own tier, and the price list says so', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  expect(await listOffers(services)).toMatchObject({ isFreeChoice: true });
  await saveSetting(services, verbs.as('admin'), {
    name: 'plans',
    form: planSettingsForm,
    version: 0,
    value: { freeChoice: false, lockedCourses: false },
  });
  expect(await failureOf(changeTier(services, verbs.as('basic'), { tier: 'premium' }))).toBe(
    'PAYMENT_REQUIRED',
  );
  expect(await changeTier(services, verbs.as('basic'), { tier: 'free' })).toMatchObject({
    subscriptionTier: 'free',
  });
  expect(await listOffers(services)).toMatchObject({ isFreeChoice: false, takesPayments: false });
});

test('choosing a tier changes nobody else and makes nobody an administrator', async ({ db }) => {
  const verbs = await openVerbs(db);
  const before = await people(verbs);
  for (const tier of TIERS) {
    const user = await changeTier(verbs.services, verbs.as('second'), { tier });
    expect(user.role).toBe('user');
    const now = await people(verbs);
    expect(now.filter(({ name }) => name !== 'second')).toEqual(
      before.filter(({ name }) => name !== 'second'),
    );
  }
});

test('a visitor has neither name nor tier', async ({ db }) => {
  const verbs = await openVerbs(db);
  const nobody = verbs.as('visitor');
  expect(await failureOf(updateProfile(verbs.services, nobody, { name: 'Nobody' }))).toBe('SIGN_IN_REQUIRED');
  expect(await failureOf(changeTier(verbs.services, nobody, { tier: 'premium' }))).toBe('SIGN_IN_REQUIRED');
});
