import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { mailTo } from '../kit/mail.ts';
import { press } from '../kit/orders.ts';
import { expect, HEAD, makeMember, REFUSED, signIn, test } from '../kit/people.ts';
import { type Shop, sellPlans, startShop } from '../kit/shop.ts';

// One school for the whole file: who orders in one test withdraws or cancels in the next.
test.describe.configure({ mode: 'serial', timeout: 120_000 });
const PORT =
  Number(new URL(process.env.E2E_URL ?? '').port) + 540 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
test.use({ baseURL: `http://localhost:${PORT}`, expected: { faults: [REFUSED] } });

let shop: Shop;
let ada: Awaited<ReturnType<typeof makeMember>>;
let bo: Awaited<ReturnType<typeof makeMember>>;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000);
  shop = await startShop(PORT);
  ada = await makeMember('free', 'Ada Kowalska');
  bo = await makeMember('free', 'Bo Diaz');
  const request = await playwright.request.newContext({ baseURL: shop.url });
  await sellPlans(request);
  await request.dispose();
});
test.afterAll(() => shop?.stop());

/** Nothing that breaks WCAG, and nothing wider than the page, on a desk and on a phone, light and dark. */
async function isSound(page: Page): Promise<void> {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsInBothSchemes(page), `${page.url()} at ${width}`).toEqual([]);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide, `${page.url()} at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function order(page: Page, beginNow: boolean): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your order' });
  const button = dialog.getByRole('button', { name: 'Order with obligation to pay' });
  await press(page.getByRole('button', { name: 'Subscribe for €19.99 per month' }), button);
  await expect(dialog.getByText('Premium: €19.99 per month. Price includes tax.')).toBeVisible();
  await expect(dialog.getByText('Renews every month at this price until you cancel.')).toBeVisible();
  const box = dialog.getByRole('checkbox');
  await expect(box).not.toBeChecked();
  if (beginNow) await box.check();
  else await isSound(page);
  await button.click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Your subscription has been updated to Premium')).toBeVisible();
}

test('an administrator chooses the country, and the pages of its law are linked on every page', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/settings/legal');
  const withdrawal = page.getByRole('switch', { name: 'Right of withdrawal' });
  await expect(withdrawal).not.toBeChecked();
  await page.getByLabel('Country where the school is established').selectOption('DE');
  await expect(withdrawal).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Cancellation page' })).toBeChecked();
  await isSound(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The legal settings have been updated.')).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Withdraw from contract here' })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Cancel contracts here' })).toBeVisible();
});

test('a member orders in two clicks without a box checked, withdraws in two steps, and has the money back', async ({
  page,
}) => {
  await signIn(page, ada, '/pricing');
  await order(page, false);
  await page.goto('/profile?tab=subscription');
  await expect(page.getByText(/^You can withdraw until /)).toBeVisible();
  await isSound(page);
  await page.getByRole('main').getByRole('link', { name: 'Withdraw from contract here' }).click();
  const confirm = page.getByRole('button', { name: 'Confirm withdrawal' });
  await press(page.getByRole('button', { name: 'Withdraw from contract here' }), confirm);
  await isSound(page);
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'We received your statement' })).toBeFocused();
  await expect(page.getByText('Amount to be paid back: €19.99')).toBeVisible();
  await isSound(page);
  expect(shop.stripe.fake.store.all('refund').map(({ amount }) => amount)).toEqual([1999]);
  const mail = await mailTo(ada.email, 'We received your withdrawal');
  expect(mail.text).toContain('I withdraw from my contract.');
  await page.goto('/profile?tab=subscription');
  await expect(page.getByText('Your subscription has ended.')).toBeVisible();
});

test('who cancels for a later day has a receipt at once and keeps the plan', async ({ page }) => {
  await signIn(page, bo, '/pricing');
  await order(page, true);
  await page.goto('/legal/cancellation');
  const confirm = page.getByRole('button', { name: 'Cancel now' });
  await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible();
  await page.getByLabel('Cancel for cause, right away').check();
  await expect(page.getByLabel('Reason')).toBeVisible();
  await page.getByLabel('Cancel at the end of the paid period').check();
  await page.getByLabel('On or after a date').check();
  await page.getByLabel('Date', { exact: true }).fill('2030-01-15');
  await isSound(page);
  await press(page.getByRole('button', { name: 'Continue' }), confirm);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2030-01-15');
  await press(page.getByRole('button', { name: 'Continue' }), confirm);
  await confirm.click();
  await expect(page.getByText(/running on January 15, 2030/)).toBeVisible();
  await page.goto('/profile?tab=subscription');
  await expect(page.getByText(/^We received your cancellation|^Cancellation received on /)).toBeVisible();
  await expect(page.getByText(/^€19\.99 per month\. Next charge on /)).toBeVisible();
});

test('without an account a stranger cancels in two steps, and an administrator settles it', async ({
  page,
}) => {
  await page.goto('/');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Cancel contracts here' });
  await press(link, page.getByRole('heading', { name: 'Cancel a contract' }));
  const confirm = page.getByRole('button', { name: 'Cancel now' });
  await page.getByLabel('Your name').fill('Bo Diaz');
  await page.getByLabel('Email address for the confirmation').fill(bo.email);
  await page.getByLabel('Which contract?').fill('See www.evil.example');
  await isSound(page);
  await press(page.getByRole('button', { name: 'Continue' }), confirm);
  await confirm.click();
  // What can't be sent is said at its field, and nothing that was typed is lost.
  await expect(page.getByText("Web and email addresses can't be sent with this form")).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Bo Diaz');
  await page.getByLabel('Which contract?').fill('Premium, monthly');
  await press(page.getByRole('button', { name: 'Continue' }), confirm);
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'We received your statement' })).toBeFocused();
  await isSound(page);
  const { text } = await mailTo(bo.email, 'We received your cancellation');
  expect(text).toContain('Contract:');

  await signIn(page, HEAD, '/admin/billing?tab=requests');
  await expect(page.getByText(/^Anyone can enter any address|^Sent without signing in/)).toBeVisible();
  await isSound(page);
  await page.getByRole('button', { name: 'Cancel this subscription: Bo Diaz' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this subscription' });
  await expect(dialog.getByText(/^Bo Diaz keeps the plan until /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel this subscription' }).click();
  await expect(page.getByText('Request settled')).toBeVisible();
  const live = shop.stripe.fake.store.all('subscription').filter(({ ended_at }) => ended_at === null);
  expect(
    live.map(({ cancel_at, cancel_at_period_end }) => cancel_at_period_end || cancel_at !== null),
  ).toEqual([true]);
});

test('the link and the page of the law are there without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByRole('heading', { name: 'Withdraw from a contract' })).toBeVisible();
  await expect(page.getByText(/without giving a reason/).first()).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeVisible();
  await context.close();
});
