import { expect } from 'vitest';
import { getSetup } from '#server/areas/admin/billing/setup/get-setup';
import { tickStep } from '#server/areas/admin/billing/setup/tick-step';
import { getOverview } from '#server/areas/admin/overview/get-overview';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { saveLaw } from '#tests/stripe/law';
import { buy, deliver, openShop, type Shop } from '#tests/stripe/shop';

async function stateOf(shop: Shop, step: string): Promise<string> {
  const { checks } = await getSetup(shop.services, shop.as('admin'));
  const found = checks.find((check) => check.step === step);
  return [found?.state, ...(found?.faults ?? [])].join(' ');
}

test('a school that is set up has nothing to look at', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await deliver(shop);
  const { checks } = await getSetup(shop.services, shop.as('admin'));
  // The endpoint is none of the provider's, nobody chose a country yet, and the rehearsal is not over.
  expect(checks.filter(({ state }) => state === 'attention')).toEqual(
    checks.filter(({ step }) => ['webhook', 'country', 'rehearsal'].includes(step)),
  );
});

test('a school that takes payments is told to choose its country until it has', async ({ db }) => {
  const shop = await openShop(db);
  const isMissing = async ({ services }: Pick<Shop, 'services'>) =>
    (await getOverview(services, shop.as('admin'))).attention.isCountryMissing;
  expect(await stateOf(shop, 'country')).toBe('attention country-missing');
  expect(await isMissing(shop)).toBe(true);
  expect(await isMissing({ services: { ...shop.services, payments: undefined } })).toBe(false);
  await saveLaw(shop, { country: 'DE' });
  expect(await stateOf(shop, 'country')).toBe('ok');
  expect(await isMissing(shop)).toBe(false);
});

test('a webhook endpoint is missed, found switched off, found deaf, and found right', async ({ db }) => {
  const shop = await openShop(db);
  const { setup } = shop.stripe.fake.store.settings;
  const { webhookUrl } = await getSetup(shop.services, shop.as('admin'));
  expect(await stateOf(shop, 'webhook')).toBe('attention webhook-unknown');
  setup.endpoint = { url: webhookUrl, status: 'disabled', events: ['*'] };
  expect(await stateOf(shop, 'webhook')).toBe('attention webhook-off');
  setup.endpoint = { url: webhookUrl, status: 'enabled', events: ['invoice.paid'] };
  expect(await stateOf(shop, 'webhook')).toBe('attention webhook-events');
  setup.endpoint = { url: webhookUrl, status: 'enabled', events: ['*'] };
  expect(await stateOf(shop, 'webhook')).toBe('manual');
  await buy(shop);
  // Somebody pays, and no notice of it holds: the signing secret is another one.
  expect(await stateOf(shop, 'webhook')).toBe('attention webhook-none-yet');
  await deliver(shop);
  expect(await stateOf(shop, 'webhook')).toBe('ok');
});

test('a price that was changed at the provider is noticed', async ({ db }) => {
  const shop = await openShop(db);
  const { store } = shop.stripe.fake;
  const [price] = store.all('price');
  expect(await stateOf(shop, 'prices')).toBe('ok');
  if (price) price.active = false;
  expect(await stateOf(shop, 'prices')).toBe('attention price-inactive');
  if (price) Object.assign(price, { active: true, unit_amount: 1 });
  expect(await stateOf(shop, 'prices')).toBe('attention price-differs');
  store.objects.delete(price?.id ?? '');
  expect(await stateOf(shop, 'prices')).toBe('attention price-missing');
});

test('a portal that ends at once and switches plans by itself is noticed', async ({ db }) => {
  const shop = await openShop(db);
  const { setup } = shop.stripe.fake.store.settings;
  expect(await stateOf(shop, 'portal')).toBe('ok');
  setup.portal = { cancelMode: 'immediately', switchesPlans: true, showsInvoices: false };
  expect(await stateOf(shop, 'portal')).toBe('attention portal-cancel portal-switch portal-invoices');
  setup.portal = null;
  expect(await stateOf(shop, 'portal')).toBe('attention portal-missing');
});

test('what the key may not read, a person confirms', async ({ db }) => {
  const shop = await openShop(db);
  for (const path of ['billing_portal/configurations', 'tax/settings', 'webhook_endpoints'])
    shop.stripe.forbidden.add(`/v1/${path}`);
  for (const step of ['portal', 'tax', 'webhook', 'terms', 'retries'] as const) {
    expect(await stateOf(shop, step)).toBe('manual');
    await tickStep(shop.services, shop.as('admin'), { step, isDone: true });
    expect(await stateOf(shop, step)).toBe('ticked');
  }
  await tickStep(shop.services, shop.as('admin'), { step: 'terms', isDone: false });
  expect(await stateOf(shop, 'terms')).toBe('manual');
});

test('tax that is not ready is noticed, and a provider that is away is said', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.store.settings.setup.tax = 'pending';
  expect(await stateOf(shop, 'tax')).toBe('attention tax-pending');
  shop.stripe.faults.push('500');
  expect(await failureOf(getSetup(shop.services, shop.as('admin')))).toBe('PAYMENTS_AWAY');
});
