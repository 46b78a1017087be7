import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, makeMember, REFUSED, secondWindow, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const unique = (words: string) => `${words} ${randomBytes(3).toString('hex')}`;
const updated = (page: Page) => page.getByText('Subscription plan updated successfully');
const toList = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Subscription Plans' })
    .click();

/** A plan that is edited. */
async function createPlan(page: Page, name: string): Promise<void> {
  await page.goto('/admin/subscriptions/new');
  await page.getByLabel('Plan Name').fill(name);
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByLabel('Plan Name')).toHaveValue(name);
}

async function removePlan(page: Page, name: string): Promise<void> {
  await toList(page);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Subscription plan deleted successfully')).toBeVisible();
}

test('a plan is created with features, shows on the price list, is changed and deleted', async ({
  browser,
  page,
}) => {
  const name = unique('Team');
  await signIn(page, HEAD, '/admin/subscriptions');
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
  await toList(page);
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

test('the first press on Save counts, also with a feature still in its field', async ({ page }) => {
  const name = unique('Pressed once');
  await signIn(page, HEAD, null);
  await createPlan(page, name);
  await page.getByLabel('Features').fill('Still in the field');
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await expect(updated(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove Still in the field' })).toBeVisible();
  await removePlan(page, name);
});

test('saving says that it saves, and a failure keeps what was typed', async ({ page }) => {
  await signIn(page, HEAD, '/admin/subscriptions/new');
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

test('a save stays at the plan: scroll position, focus, and what is typed meanwhile', async ({ page }) => {
  const name = unique('Staying');
  await page.setViewportSize({ width: 1280, height: 420 });
  await signIn(page, HEAD, null);
  await createPlan(page, name);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/admin/plans/*', async (route) => {
    if (route.request().method() === 'PUT') await released.promise;
    return route.continue();
  });
  await page.getByLabel('Price (USD)').fill('5');
  await page.getByLabel('Description').fill('  Sent.');
  const button = page.getByRole('button', { name: /^(Save Plan|Saving)/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveText('Saving...');
  await expect(button).toBeFocused();
  const planName = page.getByLabel('Plan Name');
  await planName.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(', renamed');
  const scrolled = await page.evaluate(() => scrollY);
  released.resolve();
  await expect(updated(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Edit Subscription Plan', level: 1 })).toBeVisible();
  await expect(planName).toBeFocused();
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(60);
  // As it is stored, and what was typed since.
  await expect(page.getByLabel('Price (USD)')).toHaveValue('5.00');
  await expect(page.getByLabel('Description')).toHaveValue('Sent.');
  await expect(page.getByLabel('Plan Name')).toHaveValue(`${name}, renamed`);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(`${name}, renamed`);
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await expect(button).toBeFocused();
  await removePlan(page, `${name}, renamed`);
});

test('changes of two administrators to different fields of a plan come together by themselves', async ({
  page,
}) => {
  const name = unique('Together');
  await signIn(page, HEAD, null);
  await createPlan(page, name);
  const other = await secondWindow(page);
  await other.getByLabel('Description').fill('Theirs');
  await other.getByLabel('Features').fill('Their feature');
  await other.getByLabel('Features').press('Enter');
  await other.getByRole('button', { name: 'Save Plan' }).click();
  await expect(updated(other)).toBeVisible();
  await page.getByLabel('Price (USD)').fill('12.5');
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await expect(updated(page)).toBeVisible();
  await expect(page.getByText('Changes combined')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Description')).toHaveValue('Theirs');
  await page.reload();
  await expect(page.getByLabel('Price (USD)')).toHaveValue('12.50');
  await expect(page.getByLabel('Description')).toHaveValue('Theirs');
  await expect(page.getByRole('button', { name: 'Remove Their feature' })).toBeVisible();
  await other.context().close();
  await removePlan(page, name);
});

test('where two administrators changed the same fields of a plan the second chooses for each', async ({
  page,
}) => {
  const name = unique('Pair');
  await signIn(page, HEAD, null);
  await createPlan(page, name);
  const other = await secondWindow(page);
  await other.getByLabel('Description').fill('Theirs');
  await other.getByLabel('Subscription Tier').selectOption('premium');
  await other.getByLabel('Price (USD)').fill('3');
  await other.getByRole('button', { name: 'Save Plan' }).click();
  await expect(updated(other)).toBeVisible();
  await page.getByLabel('Description').fill('Mine');
  await page.getByLabel('Subscription Tier').selectOption('basic');
  await page.getByRole('button', { name: 'Save Plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this plan' });
  await expect(dialog.getByRole('group')).toHaveCount(2);
  const description = dialog.getByRole('group', { name: 'Description' });
  await expect(description).toContainText('Mine');
  await expect(description).toContainText('Theirs');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await dialog
    .getByRole('group', { name: 'Tier' })
    .getByRole('radio', { name: /^Theirs/ })
    .check();
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(updated(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
  await expect(page.getByLabel('Subscription Tier')).toHaveValue('premium');
  await expect(page.getByLabel('Price (USD)')).toHaveValue('3.00');
  await other.context().close();
  await removePlan(page, name);
});

test('who leaves during a save waits for its answer, is asked when it takes long, and hears of a conflict', async ({
  page,
}) => {
  test.slow();
  const name = unique('Leaving');
  await signIn(page, HEAD, null);
  await createPlan(page, name);
  const address = page.url();
  const heading = page.getByRole('heading', { name: 'Subscription Plans', level: 1 });
  const save = async (tab: Page, words: string) => {
    await tab.getByLabel('Description').fill(words);
    await tab.getByRole('button', { name: 'Save Plan' }).click();
  };
  const saveElsewhere = async (words: string) => {
    const reply = other.waitForResponse((one) => one.request().method() === 'PUT');
    await save(other, words);
    expect((await reply).status()).toBe(200);
  };
  // It is saved: one is led on without a question.
  let release = await hold(page, /\/api\/admin\/plans\//);
  await save(page, 'First');
  await toList(page);
  await page.waitForTimeout(1000);
  await expect(page).toHaveURL(address);
  release();
  await expect(heading).toBeVisible();
  // Somebody else saved: the form stays, and asks.
  await page.goto(address, { waitUntil: 'networkidle' });
  const other = await secondWindow(page);
  await saveElsewhere('Theirs');
  release = await hold(page, /\/api\/admin\/plans\//);
  await save(page, 'Mine');
  await toList(page);
  release();
  await expect(page.getByRole('dialog', { name: 'Someone else saved this plan' })).toBeVisible();
  // All of it has been read: what is saved elsewhere afterwards is a conflict.
  await page.goto(address, { waitUntil: 'networkidle' });
  await saveElsewhere('Theirs again');
  // Who does not wait is told elsewhere.
  release = await hold(page, /\/api\/admin\/plans\//);
  await save(page, 'Mine again');
  await toList(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(heading).toBeVisible();
  release();
  await expect(page.getByText("Your changes weren't saved")).toBeVisible();
  await other.context().close();
  await page.goto(address);
  await removePlan(page, name);
});

test('an unknown plan leads back to the list, and a failed deletion says so', async ({ page }) => {
  await signIn(page, HEAD, '/admin/subscriptions/00000000-0000-4000-8000-000000000000');
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
  await signIn(page, HEAD, '/admin/subscriptions/new');
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
