import type { Page } from '@playwright/test';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED, /status of 500/] } });

const FAILED = { status: 500, json: { code: 'INTERNAL', message: '', fields: {}, requestId: '' } };

/** A school that takes payments, as far as the page of billing can tell. */
async function openBilling(page: Page, search: string): Promise<void> {
  await page.route('**/api/admin/billing', async (route) => {
    const overview = await (await route.fetch()).json();
    await route.fulfill({ json: { ...overview, takesPayments: true, isSelling: true, commandsParked: 2 } });
  });
  await signIn(page, HEAD, `/admin/billing?${search}`);
}

const part = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });

for (const { calls, headings, none, tab } of [
  { tab: 'plans', calls: ['admin/billing/prices'], headings: ['Prices'], none: 'No prices yet.' },
  { tab: 'plans', calls: ['plans*'], headings: ['Prices'], none: 'No prices yet.' },
  {
    tab: 'payments',
    calls: ['admin/billing/alarms', 'admin/settings/payments'],
    headings: ['Payment alerts', 'Grace period'],
  },
  { tab: 'setup', calls: ['admin/billing/health'], headings: ['Failed webhooks'] },
  { tab: 'coupons', calls: ['admin/billing/coupons'], headings: ['Coupons'], none: 'Create coupon' },
  { tab: 'coupons', calls: ['plans*'], headings: ['Coupons'], none: 'Create coupon' },
  { tab: 'coupons', calls: ['admin/billing/prices'], headings: ['Coupons'], none: 'Create coupon' },
  { tab: 'transfers', calls: ['admin/settings/bank'], headings: ['Bank details and prices'] },
])
  test(`a call that fails is no good news: ${tab}, ${calls.join(' and ')}`, async ({ page }) => {
    for (const call of calls) await page.route(`**/api/${call}`, (route) => route.fulfill(FAILED));
    await openBilling(page, `tab=${tab}`);
    for (const heading of headings)
      await expect(part(page, heading).getByRole('alert')).toContainText('Something went wrong');
    if (none) await expect(page.getByText(none)).toHaveCount(0);
    // What is known without the call is said.
    if (tab === 'setup') await expect(part(page, 'Failed requests to Stripe')).toBeVisible();
  });

test('a search for people and a list of consents that fail are not empty', async ({ page }) => {
  const person = await makeMember('free', 'Ada Lovelace');
  const id = await onDatabase(async (client) => {
    const { rows } = await client.query('select id from users where email = $1', [person.email]);
    return rows[0].id;
  });
  await page.route('**/api/admin/users?*', (route) => route.fulfill(FAILED));
  await page.route('**/consents*', (route) => route.fulfill(FAILED));
  await openBilling(page, 'tab=members');
  await page.getByRole('searchbox').last().fill('Lovelace');
  await page.getByRole('searchbox').last().press('Enter');
  const search = part(page, 'Why does a member have their plan?');
  await expect(search.getByRole('alert')).toContainText('Something went wrong');
  await page.goto(`/admin/billing?tab=members&person=${id}`);
  await expect(page.getByRole('heading', { name: 'What this member agreed to' })).toBeVisible();
  await expect(search.getByRole('alert')).toContainText('Something went wrong');
});

test('a library that cannot be read says so where a file is chosen, and is asked again', async ({ page }) => {
  let isDown = true;
  await page.route('**/api/admin/media?*', (route) => (isDown ? route.fulfill(FAILED) : route.fallback()));
  await signIn(page, HEAD, '/admin/courses/new');
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByRole('button', { name: 'Choose from library' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong');
  isDown = false;
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});
