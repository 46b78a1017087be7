import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { mailTo } from '../kit/mail.ts';
import { orderIn, payThere, press } from '../kit/orders.ts';
import { expect, HEAD, makeMember, newPerson, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';
import { type Shop, sellPlans, startShop } from '../kit/shop.ts';

// One school for the whole file: whoever bought something in one test changes or cancels it in the next.
test.describe.configure({ mode: 'serial', timeout: 120_000 });
// Another browser may run this file at the same moment.
const PORT =
  Number(new URL(process.env.E2E_URL ?? '').port) + 500 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
test.use({ baseURL: `http://localhost:${PORT}`, expected: { faults: [REFUSED] } });

let shop: Shop;
let member: Awaited<ReturnType<typeof makeMember>>;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000);
  shop = await startShop(PORT);
  member = await makeMember('free', 'Ada Kowalska');
  const request = await playwright.request.newContext({ baseURL: shop.url });
  await sellPlans(request);
  await onDatabase((client) =>
    client.query(
      `update course_content s set sample = true from courses c
       where c.id = s.course_id and c.subscription_level = 'premium' and s.section_type = 'lesson' and s.sort_order = 1`,
    ),
  );
  // A save of the settings tells the pages of the sample, too.
  const shown = { version: 0, freeChoice: true, lockedCourses: true };
  const saved = await request.put('/api/admin/settings/plans', {
    headers: { origin: shop.url },
    data: shown,
  });
  expect(saved.ok()).toBe(true);
  await request.dispose();
});
test.afterAll(() => shop?.stop());

const WIDTHS = [1280, 375];

/** Nothing that breaks WCAG, and nothing wider than the page, on a desk and on a phone, light and dark. */
async function isSound(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsInBothSchemes(page), `${page.url()} at ${width}`).toEqual([]);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide, `${page.url()} at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function premiumCourse(): Promise<string> {
  return onDatabase(async (client) => {
    const { rows } = await client.query(
      "select slug from courses where kind = 'course' and subscription_level = 'premium' order by slug limit 1",
    );
    return `/courses/${rows[0].slug}`;
  });
}

const ASSETS = 'build/client/assets';

/** The banner of a failed payment comes later than what the rest of the page asks for; answers how to let it come. */
async function holdBanner(page: Page): Promise<() => Promise<void>> {
  let script = '';
  for await (const file of glob(`${ASSETS}/*.js`))
    if (/as PaymentBanner\b/.test(await readFile(file, 'utf8'))) script = basename(file);
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(`**/assets/${script}`, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  return async () => {
    await asked.promise;
    held.resolve();
  };
}

const openSubscription = (page: Page) => page.goto('/profile?tab=subscription');

test('the prices that everybody sees are those that checkout charges', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByText('€19.99 per month')).toBeVisible();
  await isSound(page);
  await page.getByLabel(/Yearly/).check();
  await expect(page.getByText('€199.00 per year')).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('€19.99')).toBeVisible();
  await page.goto(await premiumCourse());
  await expect(page.getByText('€19.99 per month')).toBeVisible();
  await isSound(page);
});

test('a member buys from the page of a closed course and comes back to it open', async ({ page }) => {
  const course = await premiumCourse();
  await signIn(page, member, course);
  await page.getByRole('link', { name: 'See plans' }).click();
  await expect(page.getByText('Renews every month until you cancel.').first()).toBeVisible();
  await isSound(page);
  await orderIn(page, '€19.99 per month');
  // The first card is declined there; nothing is bought.
  await payThere(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await page.getByRole('link', { name: 'Try again' }).click();
  await payThere(page, '4242 4242 4242 4242');
  await expect(page).toHaveURL(new RegExp(`${course}$`));
  await expect(page.getByRole('button', { name: 'Enroll' })).toBeVisible();
  await expect(page.getByText('Your subscription has been updated to Premium')).toBeVisible();
});

test('a visitor reads a sample, signs up for its plan, and confirms and pays on another device', async ({
  browser,
  page,
}) => {
  const course = await premiumCourse();
  const { email, name, password } = newPerson('Cleo Nunez');
  await page.goto('/courses?q=git');
  await expect(page.getByText('1 more in Premium')).toBeVisible();
  await expect(page.getByText('In Premium for €19.99 per month')).toBeVisible();
  await isSound(page);
  await page.goto(course);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/share\/courses\//);
  await press(
    page.getByRole('link', { name: 'Read a free lesson' }),
    page.getByText(/^That was a free lesson/),
  );
  expect(((await page.locator('#section').textContent()) ?? '').length).toBeGreaterThan(1000);
  await isSound(page);
  await page.getByRole('link', { name: 'See plans' }).first().click();
  await expect(page).toHaveURL(/\/pricing\?from=/);
  await page.getByLabel(/Yearly/).check();
  const premium = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Premium' }) });
  await premium.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/register\?redirect=/);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/login/);
  const { link } = await mailTo(email, 'Confirm your email address');
  const context = await browser.newContext({ baseURL: shop.url });
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.getByLabel('Email')).toHaveValue(email);
  await phone.getByLabel('Password', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Log in' }).click();
  const order = phone.getByRole('region', { name: 'Premium' });
  await expect(order.getByText('€199.00 per year').first()).toBeVisible();
  await isSound(phone);
  await orderIn(order, '€199.00 per year');
  // Who turns back there still knows what the plan was for.
  await phone.getByRole('link', { name: 'Back' }).click();
  await expect(phone).toHaveURL(`${shop.url}/pricing?from=${encodeURIComponent(course)}`);
  await orderIn(phone, '€19.99 per month');
  const { endpoint } = shop.stripe.webhooks;
  shop.stripe.webhooks.endpoint = undefined;
  try {
    // The bank asks its holder to confirm.
    await payThere(phone, '4000 0025 0000 3155');
    await phone.getByRole('button', { name: 'Confirm payment' }).click();
    // No webhook comes; the course is open within five seconds all the same.
    await expect(phone.getByRole('button', { name: 'Enroll' })).toBeVisible({ timeout: 5000 });
    await expect(phone).toHaveURL(new RegExp(`${course}$`));
  } finally {
    shop.stripe.webhooks.endpoint = endpoint;
    await context.close();
  }
});

test('a return without a payment says so', async ({ page }) => {
  await signIn(page, member, '/billing/return?session=cs_test_of_nobody');
  await expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible();
  await isSound(page);
});

test('a change is shown to the cent before it is made, and can be taken back', async ({ page }) => {
  await signIn(page, member);
  await openSubscription(page);
  await expect(page.getByText(/^€19\.99 per month\. Next charge on /)).toBeVisible();
  await isSound(page);
  await page.getByRole('button', { name: 'Switch to Basic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to Basic' });
  await expect(dialog.getByText('You pay nothing today')).toBeVisible();
  await isSound(page);
  await dialog.getByRole('button', { name: /^Change on / }).click();
  await expect(
    page.getByText(/^You keep Premium until .* Then you switch to Basic for €9\.99 per month\.$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Keep Premium' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Change on / })
    .click();
  await expect(page.getByText(/^€19\.99 per month\. Next charge on /)).toBeVisible();

  // A year begins at once, for the difference.
  await page.getByLabel(/Yearly/).check();
  await page.getByRole('region', { name: 'Premium' }).getByRole('button').click();
  const pay = page.getByRole('dialog').getByRole('button', { name: /^Pay €1[78]\d\.\d\d and change$/ });
  const [, shown] = /€([\d.]+)/.exec((await pay.textContent()) ?? '') ?? [];
  await pay.click();
  await expect(page.getByText(/^€199\.00 per year\. Next charge on /)).toBeVisible();
  const last = shop.stripe.fake.store.all('charge').at(-1);
  expect(last?.amount).toBe(Math.round(Number(shown) * 100));

  // A month begins when the year ends, and can be taken back until then.
  await page.getByLabel('Monthly').check();
  await page.getByRole('region', { name: 'Basic' }).getByRole('button').click();
  await expect(page.getByRole('dialog').getByText('You pay nothing today')).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Change on / })
    .click();
  await expect(page.getByText(/^Changes to Basic, monthly, on .* you pay €9\.99 per month\.$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Basic' }).getByRole('button')).toHaveText(/^From /);
  await isSound(page);
  await page.getByRole('button', { name: 'Keep current plan' }).click();
  await expect(page.getByText(/^€199\.00 per year\. Next charge on /)).toBeVisible();
});

test('a cancellation says until when the plan is kept, and is undone by one click', async ({ page }) => {
  await signIn(page, member);
  await openSubscription(page);
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription' });
  await press(page.getByRole('button', { name: 'Downgrade to free' }), dialog);
  await expect(dialog.getByText(/^You keep Premium until /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/^Canceled\. You keep Premium until /)).toBeVisible();
  await isSound(page);
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(page.getByText(/^€199\.00 per year\. Next charge on /)).toBeVisible();
});

test('what is cancelled at the provider shows as soon as one comes back', async ({ page }) => {
  await signIn(page, member);
  await openSubscription(page);
  // No webhook helps: the page asks itself.
  const { endpoint } = shop.stripe.webhooks;
  shop.stripe.webhooks.endpoint = undefined;
  try {
    const there = page.getByRole('button', { name: 'Cancel subscription' });
    await press(page.getByRole('button', { name: 'Payment method and tax ID' }), there);
    await there.click();
    await page.getByRole('link', { name: 'Return' }).click();
    await expect(page.getByText(/^Canceled\. You keep Premium until /)).toBeVisible();
    await page.getByRole('button', { name: 'Keep subscription' }).click();
    await expect(page.getByText(/^€199\.00 per year/)).toBeVisible();
  } finally {
    shop.stripe.webhooks.endpoint = endpoint;
  }
});

test('a payment that fails stands on every page with its date until the card is updated', async ({
  page,
}) => {
  const other = await makeMember('free', 'Bo Diaz');
  await signIn(page, other, '/pricing');
  await orderIn(page, '€9.99 per month');
  // Good once, declined from then on.
  await payThere(page, '4000 0000 0000 0341');
  await expect(page.getByText('Your subscription has been updated to Basic')).toBeVisible();
  shop.pass(32);
  // The page of the subscription begins its own words in the same way.
  const banner = page
    .getByRole('region', { name: 'Payment failed' })
    .getByText(/^Your last payment failed\. Update your payment method by /);
  await expect(async () => {
    await page.goto('/courses');
    await expect(banner).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await isSound(page);
  await page.getByRole('link', { name: 'Update payment method' }).click();
  await expect(page.getByRole('alert')).toHaveText(/to keep Basic\.$/);
  await isSound(page);

  const admin = await (await page.context().browser()?.newContext({ baseURL: shop.url }))?.newPage();
  if (!admin) throw new Error('no browser');
  await signIn(admin, HEAD, '/admin/billing?tab=payments');
  await expect(admin.getByRole('link', { name: 'Bo Diaz' })).toBeVisible();
  await admin.context().close();

  const update = page.getByRole('button', { name: 'Update payment method' });
  await update.click();
  // Whoever changes nothing there finds the page as it was.
  await expect(page.getByLabel('New card')).toBeVisible();
  const showBanner = await holdBanner(page);
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page.getByRole('alert')).toHaveText(/to keep Basic\.$/);
  await showBanner();
  await expect(banner).toBeVisible();

  await update.click();
  await page.getByLabel('New card').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page.getByText(/^€9\.99 per month\. Next charge on /)).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('an administrator sees why somebody has a plan, and pays an invoice back', async ({ page }) => {
  await signIn(page, HEAD, '/admin/billing');
  await expect(page.getByText('3 paying members')).toBeVisible();
  await page.getByRole('tab', { name: 'Members' }).click();
  const ada = page.getByRole('button', { name: /^Ada Kowalska/ });
  await expect(async () => {
    await page.getByRole('searchbox').fill('Ada');
    await page.keyboard.press('Enter');
    await expect(ada).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 30_000 });
  await ada.click();
  await expect(page.getByText(/^Paid until /)).toBeVisible();
  await expect(page.getByText(/^Premium, €199\.00 per year\. Renews on /).first()).toBeVisible();
  await isSound(page);
  await page
    .getByRole('button', { name: /^Refund invoice/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Bought by mistake');
  await isSound(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Refund sent')).toBeVisible();
  await expect(page.getByText(/paid back\.$/).first()).toBeVisible();
});

test('an administrator exports for the accountant, ends a gift, and confirms a step of the set-up', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/billing');
  await expect(page.getByText(/^Recurring revenue at the end of each month$/)).toBeVisible();
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('From', { exact: true }).fill(today);
  await page.getByLabel('To', { exact: true }).fill(today);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export invoices' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file.split('\r\n').length).toBeGreaterThan(3);
  expect(file).toContain('Ada Kowalska');

  // Whoever was refunded is one click from their timeline, and is given a plan there.
  await page.getByRole('tab', { name: 'Payments' }).click();
  await isSound(page);
  await page.getByRole('link', { name: 'Ada Kowalska' }).first().click();
  await expect(page.getByRole('heading', { name: 'Timeline of Ada Kowalska' })).toBeVisible();
  await page.getByLabel('Reason').fill('Sorry for the trouble');
  // A date that is half typed is not a gift without an end.
  const until = page.getByLabel('Until (leave empty to never expire)');
  await until.focus();
  await page.keyboard.type('0502');
  await page.getByRole('button', { name: 'Give a plan' }).click();
  await expect(page.getByText('Enter a complete date')).toBeVisible();
  await until.fill('2030-05-02');
  await until.fill('');
  await page.getByRole('button', { name: 'Give a plan' }).click();
  await page.getByRole('button', { name: 'End the gift of Ada Kowalska' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(page.getByText('Gift ended')).toBeVisible();

  await page.getByRole('tab', { name: 'Setup and health' }).click();
  const terms = page.getByRole('listitem').filter({ hasText: 'Terms of service' });
  await expect(terms.getByText('Check in Stripe')).toBeVisible();
  await terms.getByRole('checkbox').check();
  await expect(terms.getByText('Done', { exact: true })).toBeVisible();
  await isSound(page);
});
