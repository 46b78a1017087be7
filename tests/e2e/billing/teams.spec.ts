import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, newPerson, REFUSED, signIn, test } from '../kit/people.ts';
import { type Shop, sellPlans, startShop } from '../kit/shop.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });
// Another browser may run this file at the same moment, and other files have schools of their own.
const PORT =
  Number(new URL(process.env.E2E_URL ?? '').port) + 520 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
test.use({ baseURL: `http://localhost:${PORT}`, expected: { faults: [REFUSED] } });

let shop: Shop;
let owner: Awaited<ReturnType<typeof makeMember>>;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000);
  shop = await startShop(PORT);
  owner = await makeMember('free', 'Olive Tanaka');
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

test('an owner buys seats and invites people, who join with the address that was invited', async ({
  browser,
  page,
}) => {
  await signIn(page, owner, '/profile?tab=subscription');
  await page.getByRole('link', { name: 'Buy seats for a team' }).click();
  await expect(page.getByRole('heading', { name: 'Buy seats' })).toBeVisible();
  await isSound(page);
  await page.getByRole('button', { name: /^Subscribe/ }).click();
  await expect(page.getByText('Enter a name of at least 2 characters')).toBeVisible();
  await page.getByLabel('Team name').fill('Blue Harbor');
  await page.getByLabel('Seats', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Subscribe for €39.98 per month' }).click();
  const order = page.getByRole('dialog', { name: 'Your order' });
  await expect(order).toContainText('For 2 seats.');
  await expect(order).toContainText("Cancel any time on the team's page.");
  await isSound(page);
  await order.getByRole('button', { name: 'Subscribe for €39.98 per month' }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Blue Harbor' })).toBeVisible();
  await expect(page.getByText('0 of 2 seats used')).toBeVisible();

  const known = await makeMember('free', 'Kai Lindgren');
  const stranger = newPerson('Noor Haddad');
  const addresses = page.getByLabel('Email addresses');
  await addresses.fill(`Kai <${known.email}>, ${stranger.email}; third@school.test`);
  await page.getByRole('button', { name: 'Send invitations' }).click();
  // What found no seat stays, to be sent again.
  await expect(page.getByRole('alert')).toContainText('third@school.test has no free seat');
  await expect(addresses).toHaveValue('third@school.test');
  await expect(page.getByText('2 invitations open')).toBeVisible();
  await isSound(page);

  const { link } = await mailTo(stranger.email, 'Olive Tanaka has a seat for you at Lectern');
  const context = await browser.newContext({ baseURL: shop.url });
  const guest = await context.newPage();
  // Found by somebody else, the link is worth nothing.
  await signIn(guest, known, new URL(link).pathname + new URL(link).search);
  await expect(guest.getByText('This invitation was sent to another email address.')).toBeVisible();
  await guest.goto('/profile?tab=subscription');
  await expect(
    guest.getByText('You don’t pay for a plan.').or(guest.getByText("You don't pay for a plan.")),
  ).toBeVisible();
  await guest.getByRole('button', { name: 'Accept seat' }).click();
  await expect(guest.getByText('Your Premium comes from Blue Harbor.')).toBeVisible();
  await isSound(guest);
  await context.close();

  const other = await browser.newContext({ baseURL: shop.url });
  const joiner = await other.newPage();
  await joiner.goto(link);
  await expect(joiner.getByRole('heading', { name: 'Join Blue Harbor' })).toBeVisible();
  await isSound(joiner);
  await joiner.getByRole('link', { name: 'Sign up' }).last().click();
  await joiner.getByLabel('Name').fill(stranger.name);
  await joiner.getByLabel('Email').fill(stranger.email);
  await joiner.getByLabel('Password', { exact: true }).fill(stranger.password);
  await joiner.getByLabel('Confirm password').fill(stranger.password);
  await joiner.getByRole('button', { name: 'Create account' }).click();
  await expect(joiner).toHaveURL(/\/login/);
  const confirm = await mailTo(stranger.email, 'Confirm your email address');
  await joiner.goto(confirm.link);
  await expect(joiner.getByLabel('Email')).toHaveValue(stranger.email);
  await joiner.getByLabel('Password', { exact: true }).fill(stranger.password);
  await joiner.getByRole('button', { name: 'Log in' }).click();
  await joiner.getByRole('button', { name: 'Accept seat' }).click();
  await expect(joiner.getByText('Your Premium comes from Blue Harbor.')).toBeVisible();
  await joiner.getByRole('button', { name: 'Leave team' }).click();
  await joiner.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await expect(joiner.getByText("You don't pay for a plan.")).toBeVisible();
  await other.close();
});

test('an owner adds a seat for the price that is shown, takes it, frees others, and hears what deleting means', async ({
  page,
}) => {
  await signIn(page, owner, '/team');
  await expect(page.getByText('1 of 2 seats used')).toBeVisible();
  await page.getByRole('button', { name: 'Change seats' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Seats').fill('3');
  await dialog.getByLabel('Seats').press('Enter');
  await expect(dialog.getByText('and have 3 seats right away. Then you pay €59.97 per month.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Pay €/ }).click();
  await expect(page.getByText('1 of 3 seats used')).toBeVisible();
  await page.getByRole('button', { name: 'Take a seat yourself' }).click();
  await expect(page.getByText('2 of 3 seats used')).toBeVisible();
  await isSound(page);
  await page.getByRole('button', { name: 'Free the seat of Kai Lindgren' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Free seat' }).click();
  await expect(page.getByText('1 of 3 seats used')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('Canceled. The seats are paid for until')).toBeVisible();
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(page.getByText('€59.97 per month. Next charge on')).toBeVisible();
  await page.getByRole('button', { name: 'Change plan' }).click();
  await dialog.getByLabel('Plan').selectOption('Basic');
  await dialog.getByRole('button', { name: 'Show price' }).click();
  await expect(dialog.getByText('You pay nothing today and keep your current plan until')).toBeVisible();
  await dialog.getByRole('button', { name: /^Change on/ }).click();
  await expect(page.getByText(/the seats are on Basic for €\d+\.\d\d per month/)).toBeVisible();
  await isSound(page);
  await expect(page.getByRole('button', { name: 'Change seats' })).toBeDisabled();
  await page.getByRole('button', { name: 'Change plan' }).click();
  await dialog.getByLabel('Plan').selectOption('Premium');
  await dialog.getByRole('button', { name: 'Show price' }).click();
  await dialog.getByRole('button', { name: /^Change on/ }).click();
  await expect(page.getByText('€59.97 per month. Next charge on')).toBeVisible();
  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('dialog')).toContainText('You own the team Blue Harbor.');
});

test('administrators see who owns a team and how many of its seats are used', async ({ page }) => {
  await signIn(page, HEAD, '/admin/billing?tab=members');
  const row = page.getByRole('row', { name: /Blue Harbor/ });
  await expect(row).toContainText('Olive Tanaka');
  await expect(row).toContainText('1 of 3 seats used');
  await row.getByRole('button', { name: 'Refund an invoice of Blue Harbor' }).click();
  await expect(page.getByRole('heading', { name: 'Invoices of Blue Harbor' })).toBeVisible();
  await isSound(page);
  await page
    .getByRole('button', { name: /^Refund invoice/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('1.00');
  await dialog.getByLabel('Reason').fill('Paid by mistake');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Refund sent')).toBeVisible();
});
