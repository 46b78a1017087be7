import { expect, HEAD, makeMember, signIn, test } from '../kit/people.ts';
import { type Shop, startShop } from '../kit/shop.ts';

test.describe.configure({ timeout: 180_000 });
// Another browser may run this file at the same moment, and other files have schools of their own.
const PORT =
  Number(new URL(process.env.E2E_URL ?? '').port) + 580 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
test.use({ baseURL: `http://localhost:${PORT}` });

let shop: Shop;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  shop = await startShop(PORT, { byCard: false });
});
test.afterAll(() => shop?.stop());

test('a school without a payment provider sells its plans by bank transfer', async ({ browser, page }) => {
  await signIn(page, HEAD, '/admin/subscriptions');
  await expect(page.getByText('Members can switch to any plan instantly')).toBeVisible();
  await page.goto('/admin/billing?tab=transfers');
  await page.getByLabel('Members can pay by bank transfer').check();
  await page.getByLabel('Account holder').fill('Blue Harbor School');
  await page.getByLabel('IBAN or account number').fill('DE89 3704 0044 0532 0130 00');
  await page.getByLabel('Premium, one year').fill('199');
  await page.getByRole('button', { name: 'Save bank transfers' }).click();
  await expect(page.getByText('Bank transfers saved')).toBeVisible();
  await page.getByRole('link', { name: 'Subscription Plans' }).click();
  await expect(page.getByText('Plans are paid by bank transfer')).toBeVisible();

  const person = await makeMember('free', 'Mina Okafor');
  const context = await browser.newContext({ baseURL: shop.url });
  const member = await context.newPage();
  await signIn(member, person, '/pricing');
  // What a transfer costs, in its own currency, and no button where nothing can be ordered.
  await expect(member.getByText('Plans are paid by bank transfer, one period at a time.')).toBeVisible();
  const plan = (name: string) =>
    member.getByRole('listitem').filter({ has: member.getByRole('heading', { level: 2, name }) });
  await expect(plan('Premium')).toContainText('€199.00 per year');
  await expect(plan('Basic')).toContainText('Not available for purchase yet');
  await expect(member.getByText('per month')).toHaveCount(0);
  await expect(member.getByRole('link', { name: 'Pay by bank transfer' })).toHaveCount(1);
  await member.getByRole('link', { name: 'Pay by bank transfer' }).click();
  await expect(member).toHaveURL(/\/profile\?tab=subscription#bank-transfer$/);
  const card = member.getByRole('region', { name: 'Pay by bank transfer' });
  await expect(card.getByLabel('Plan and period')).toContainText('Premium');
  await expect(member.getByRole('button', { name: 'Upgrade to premium' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Continue' }).click();
  await member
    .getByRole('dialog', { name: 'Your order' })
    .getByRole('button', { name: 'Order and pay by bank transfer' })
    .click();
  await expect(member.getByRole('region', { name: 'Waiting for your bank transfer' })).toBeVisible();

  // What was ordered is settled also after the school sells no more.
  await page.goto('/admin/billing?tab=transfers');
  await page.getByLabel('Members can pay by bank transfer').uncheck();
  await page.getByRole('button', { name: 'Save bank transfers' }).click();
  await expect(page.getByText('Bank transfers saved')).toBeVisible();
  await member.reload();
  await expect(member.getByRole('region', { name: 'Waiting for your bank transfer' })).toBeVisible();
  // Plans are free to choose again.
  await expect(member.getByRole('button', { name: 'Upgrade to premium' })).toBeVisible();
  await page.goto('/admin/billing?tab=transfers');
  await page.getByRole('button', { name: /^Confirm payment LT-/ }).click();
  const asked = page.getByRole('dialog');
  await asked.getByLabel('Invoice number').fill('2026-0001');
  await asked.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(page.getByText('Payment confirmed')).toBeVisible();
  await member.reload();
  const paid = member.getByText("It doesn't renew by itself.");
  await expect(paid).toBeVisible();
  const above = await member.getByRole('link', { name: 'Compare all plans' }).boundingBox();
  const below = await paid.boundingBox();
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThan(16);
  await expect(member.getByRole('heading', { name: 'Invoices' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Requests' })).toBeVisible();
  await context.close();
});
