import { randomBytes } from 'node:crypto';
import { expect, HEAD, makeMember, REFUSED, signIn, test } from './kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const unique = (words: string) => `${words} ${randomBytes(3).toString('hex')}`;

test('a plan is created with features, shows on the price list, is changed and deleted', async ({
  browser,
  page,
}) => {
  const name = unique('Team');
  await signIn(page, HEAD);
  await page.goto('/admin/subscriptions');
  for (const price of ['$0.00', '$9.99', '$19.99']) await expect(page.getByText(price).first()).toBeVisible();
  await page.getByRole('link', { name: 'Create Plan' }).click();
  await expect(page.getByRole('heading', { name: 'Create New Subscription Plan', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Plan Name').fill(name);
  await page.getByLabel('Subscription Tier').selectOption('basic');
  await page.getByLabel('Price (USD)').fill('149.5');
  await page.getByLabel('Description').fill('For ten people');
  const features = page.getByLabel('Features');
  for (const feature of ['One invoice', ' One invoice ', '  ', 'Priority support']) {
    await features.fill(feature);
    await features.press('Enter');
  }
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await expect(page.getByText('Subscription plan created successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/subscriptions$/);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(card).toContainText('$149.50');

  const visitor = await browser.newPage();
  await visitor.goto('/pricing');
  await expect(visitor.getByRole('heading', { name })).toBeVisible();
  const column = visitor.getByRole('listitem').filter({ has: visitor.getByRole('heading', { name }) });
  await expect(column.getByRole('link', { name: 'Sign Up', exact: true })).toBeVisible();

  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('heading', { name: 'Edit Subscription Plan', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Price (USD)')).toHaveValue('149.50');
  await page.getByLabel('Price (USD)').fill('');
  await page.getByLabel('Description').fill('For a class');
  await expect(page.getByLabel('Price (USD)')).toHaveValue('0');
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await expect(page.getByText('Subscription plan updated successfully')).toBeVisible();
  await expect(card).toContainText('$0.00');
  await visitor.reload();
  await expect(column.getByRole('link', { name: 'Sign up free' })).toBeVisible();

  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByRole('heading', { name: 'Are you sure?' })).toBeVisible();
  await expect(
    page.getByText('This action cannot be undone. This will permanently delete the subscription plan.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Subscription plan deleted successfully')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name })).toHaveCount(0);
  await visitor.close();
});

test('saving says that it saves, and a failure keeps what was typed', async ({ page }) => {
  await signIn(page, HEAD);
  await page.goto('/admin/subscriptions/new');
  await page.getByLabel('Plan Name').fill('Lost?');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/plans', async (route) => {
    await held;
    await route.fulfill({
      status: 400,
      json: { code: 'BAD_INPUT', message: '', fields: {}, requestId: 'r' },
    });
  });
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  await expect(page.getByText('Failed to add subscription plan')).toBeVisible();
  await expect(page.getByText('Failed to save subscription plan. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Plan Name')).toHaveValue('Lost?');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible();
});

test('the second of two administrators is shown both plans and loses nothing', async ({ browser, page }) => {
  const name = unique('Pair');
  await signIn(page, HEAD);
  await page.goto('/admin/subscriptions/new');
  await page.getByLabel('Plan Name').fill(name);
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel('Description').fill('Theirs');
  await other.getByRole('button', { name: 'Save Plan' }).click();
  await expect(other.getByText('Subscription plan updated successfully')).toBeVisible();
  await page.getByLabel('Description').fill('Mine');
  await page.getByRole('button', { name: 'Save Plan' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /Description Mine Theirs/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Subscription plan updated successfully')).toBeVisible();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Subscription plan deleted successfully')).toBeVisible();
  await context.close();
});

test('an unknown plan leads back to the list, and a failed deletion says so', async ({ page }) => {
  await signIn(page, HEAD);
  await page.goto('/admin/subscriptions/00000000-0000-4000-8000-000000000000');
  await expect(page).toHaveURL(/\/admin\/subscriptions$/);
  await expect(page.getByText('Subscription plan not found')).toBeVisible();
  await page.route('**/api/admin/plans/*', (route) =>
    route.fulfill({ status: 400, json: { code: 'BAD_INPUT', message: '', fields: {}, requestId: 'r' } }),
  );
  await page.getByRole('button', { name: 'Delete Basic' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete subscription plan. Please try again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Basic' })).toBeVisible();
});

test('a school without plans says so', async ({ page }) => {
  await signIn(page, HEAD);
  await page.route('**/api/plans', (route) => route.fulfill({ json: [] }));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Subscription Plans' }).first().click();
  await expect(page.getByRole('heading', { name: 'No subscription plans found' })).toBeVisible();
});

test('members are sent to their dashboard', async ({ page }) => {
  await signIn(page, await makeMember('premium'));
  for (const path of ['/admin/subscriptions', '/admin/subscriptions/new', '/admin/messages']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test('a save that is done after one went elsewhere is told there, and pulls nobody back', async ({
  page,
}) => {
  const name = unique('Slow');
  await signIn(page, HEAD);
  await page.goto('/admin/subscriptions/new');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/plans', async (route) => {
    if (route.request().method() === 'POST') await released;
    return route.continue();
  });
  await page.getByLabel('Plan Name').fill(name);
  await page.getByLabel('Description').fill('For somebody in a hurry');
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await expect(page.getByRole('button', { name: 'Saving' })).toBeVisible();
  await page.getByRole('link', { name: 'User Management' }).first().click();
  const title = page.getByRole('heading', { name: 'User Management', level: 1 });
  await expect(title).toBeVisible();
  release();
  await expect(page.getByText('Subscription plan created successfully')).toBeVisible();
  // Long enough to be led to the list of plans.
  await page.waitForTimeout(1500);
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(title).toBeVisible();
  await page.goto('/admin/subscriptions');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Subscription plan deleted successfully')).toBeVisible();
});
