import { expect } from 'vitest';
import { settingsStore } from '#server/site-settings';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { createPlan } from './create-plan.ts';
import { getPlan } from './get-plan.ts';
import { listPlans } from './list-plans.ts';
import { listTierCourses } from './list-tier-courses.ts';
import { removePlan } from './remove-plan.ts';
import { updatePlan } from './update-plan.ts';

const TEAM = {
  name: 'Team',
  tier: 'premium',
  price: '149.00',
  description: 'For ten people',
  features: ['All courses', 'One invoice'],
} as const;
const team = () => ({ ...TEAM, features: [...TEAM.features] });
const NOWHERE = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';

test('the seeded plans cost 0, 9.99 and 19.99 US dollars a month', async ({ db }) => {
  const { services } = await openVerbs(db);
  expect((await listPlans(services)).map(({ name, price, tier }) => [name, tier, price])).toEqual([
    ['Free', 'free', '0.00'],
    ['Basic', 'basic', '9.99'],
    ['Premium', 'premium', '19.99'],
  ]);
});

test('each tier names the courses that it adds, by title, in one statement', async ({ db }) => {
  const verbs = await openVerbs(db);
  await makeCourse(verbs, { slug: 'zebra', title: 'Zebra', subscriptionLevel: 'premium' });
  await makeCourse(verbs, { slug: 'ants', title: 'ants', subscriptionLevel: 'premium', level: 'advanced' });
  await makeCourse(verbs, { slug: 'sql', title: 'SQL' });
  const tiers = await listTierCourses(verbs.services);
  expect(tiers.map(({ courses, tier, total }) => [tier, total, courses.map(({ title }) => title)])).toEqual([
    ['free', 1, ['SQL']],
    ['basic', 0, []],
    ['premium', 2, ['ants', 'Zebra']],
  ]);
  expect(tiers[2]?.courses[0]).toMatchObject({
    slug: 'ants',
    level: 'advanced',
    category: 'category-of-ants',
  });
  expect(await countStatements(db, (counted) => listTierCourses({ ...verbs.services, db: counted }))).toBe(1);
});

test('a plan is created, listed by price, changed and deleted, each with its audit row', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { id, version } = await createPlan(services, as('admin'), team());
  expect((await listPlans(services)).at(-1)).toEqual({ id, ...TEAM });
  const saved = await updatePlan(services, as('admin'), { ...team(), price: '5.00', id, version });
  expect(saved).toMatchObject({ price: '5.00', version: 2 });
  expect((await listPlans(services)).map(({ name }) => name)).toEqual(['Free', 'Team', 'Basic', 'Premium']);
  expect(await removePlan(services, as('admin'), { id })).toEqual({ id });
  expect(await failureOf(getPlan(services, as('admin'), { id }))).toBe('PLAN_NOT_FOUND');
  const rows = await db.kysely
    .selectFrom('audit_log')
    .select('action')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['plan.create', 'plan.update', 'plan.delete']);
});

test('the second of two administrators is told what the first one saved', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { id, version } = await createPlan(services, as('admin'), team());
  await updatePlan(services, as('admin'), { ...team(), name: 'First', id, version });
  await expect(
    updatePlan(services, as('admin'), { ...team(), name: 'Second', id, version }),
  ).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { name: 'First', version: 2 } },
  });
});

test('a plan that is not there is PLAN_NOT_FOUND, and only administrators may change plans', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const admin = as('admin');
  for (const call of [
    () => getPlan(services, admin, { id: NOWHERE }),
    () => updatePlan(services, admin, { ...team(), id: NOWHERE, version: 1 }),
    () => removePlan(services, admin, { id: NOWHERE }),
  ])
    expect(await failureOf(call())).toBe('PLAN_NOT_FOUND');
  expect(await failureOf(createPlan(services, as('premium'), team()))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(removePlan(services, as('visitor'), { id: NOWHERE }))).toBe('SIGN_IN_REQUIRED');
});

test('a tier is called by its only plan in what every page knows, and by its word beside a second plan', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const names = async () => (await settingsStore(db).current()).tierNames;
  const premium = (await listPlans(services)).find(({ tier }) => tier === 'premium');
  const { version } = await getPlan(services, as('admin'), { id: premium?.id ?? '' });
  await updatePlan(services, as('admin'), { ...team(), name: 'Gold', id: premium?.id ?? '', version });
  expect(await names()).toEqual({ free: 'Free', basic: 'Basic', premium: 'Gold' });
  await createPlan(services, as('admin'), team());
  expect(await names()).toEqual({ free: 'Free', basic: 'Basic' });
});
