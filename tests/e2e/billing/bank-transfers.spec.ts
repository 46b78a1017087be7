import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, signIn, test } from '../kit/people.ts';
import { type Shop, startShop } from '../kit/shop.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });
// Another browser may run this file at the same moment, and other files have schools of their own.
const PORT =
  Number(new URL(process.env.E2E_URL ?? '').port) + 560 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
// A save over another administrator's is refused, and one answer is lost.
test.use({ baseURL: `http://localhost:${PORT}`, expected: { faults: [/status of 409/, /status of 500/] } });

let shop: Shop;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  shop = await startShop(PORT);
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

/** Another administrator sells no more, in a page of their own. */
async function switchOff(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/admin/billing?tab=transfers');
  await other.getByLabel('Members can pay by bank transfer').uncheck();
  await other.getByLabel('Currency').selectOption('usd');
  await other.getByRole('button', { name: 'Save bank transfers' }).click();
  await expect(other.getByText('Bank transfers saved')).toBeVisible();
  await other.close();
}

/** What was saved elsewhere is a conflict, also after this page has read it in the background. */
async function noOtherSaveIsUndone(page: Page): Promise<void> {
  const [isOn, currency] = [page.getByLabel('Members can pay by bank transfer'), page.getByLabel('Currency')];
  await expect(isOn).toBeChecked();
  await page.getByRole('button', { name: 'Save bank transfers' }).click();
  await expect(page.getByText('Someone else saved meanwhile')).toBeVisible();
  await expect(isOn).not.toBeChecked();
  await expect(currency).toHaveValue('usd');
  await isOn.check();
  await currency.selectOption('eur');
  await page.getByRole('button', { name: 'Save bank transfers' }).click();
  await expect(page.getByText('Someone else saved meanwhile')).toBeHidden();
}

/** A refund that is noted elsewhere, and then one whose answer is lost, are shown before the next is noted. */
async function noRefundIsNotedTwice(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Refund invoice 2026-0001' }).click();
  const first = other.getByRole('dialog');
  await first.getByLabel('Amount').fill('10');
  await first.getByLabel('Reason').fill('Paid too much');
  await first.getByRole('button', { name: 'Refund' }).click();
  await expect(other.getByText('Refund recorded')).toBeVisible();
  await other.close();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Refund' });
  const refused = () =>
    page.waitForResponse((reply) => reply.url().endsWith('/refunds') && reply.status() === 409);
  await dialog.getByLabel('Amount').fill('20');
  await Promise.all([refused(), submit.click()]);
  await expect(dialog).toContainText('At most €189.00');
  // Done by the server, but a proxy loses the answer; what it says instead isn't tried again by itself.
  await page.route('**/refunds', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500 });
  });
  await submit.click();
  await expect(dialog).toContainText('At most €169.00');
  await page.unroute('**/refunds');
  await Promise.all([refused(), submit.click()]);
  await expect(dialog).toContainText('At most €169.00');
}

test('a school switches bank transfers on, a member orders, and the plan opens once the money is confirmed', async ({
  browser,
  page,
}) => {
  await signIn(page, HEAD, '/admin/billing?tab=transfers');
  await expect(page.getByText('No orders by bank transfer yet.')).toBeVisible();
  await page.getByLabel('Members can pay by bank transfer').check();
  await page.getByLabel('Account holder').fill('Blue Harbor School');
  // Two digits changed places.
  await page.getByLabel('IBAN or account number').fill('DE98 3704 0044 0532 0130 00');
  await page.getByLabel('Premium, one year').fill('1.999');
  await page.getByRole('button', { name: 'Save bank transfers' }).click();
  await expect(page.getByText('check it for typing errors')).toBeVisible();
  await expect(page.getByText('Enter an amount, such as 19.99')).toBeVisible();
  await page.getByLabel('IBAN or account number').fill('DE89 3704 0044 0532 0130 00');
  await page.getByLabel('Premium, one year').fill('199');
  await page.getByLabel('Note for members').fill('We confirm payments every Monday.');
  await page.getByRole('button', { name: 'Save bank transfers' }).click();
  await expect(page.getByText('Bank transfers saved')).toBeVisible();
  await isSound(page);

  const person = await makeMember('free', 'Mina Okafor');
  const context = await browser.newContext({ baseURL: shop.url });
  const member = await context.newPage();
  await signIn(member, person, '/profile?tab=subscription');
  const card = member.getByRole('region', { name: 'Pay by bank transfer' });
  await expect(card.getByLabel('Plan and period')).toContainText('Premium: €199.00 for one year');
  await card.getByRole('button', { name: 'Continue' }).click();
  const dialog = member.getByRole('dialog', { name: 'Your order' });
  await expect(dialog).toContainText('Premium: €199.00 for one year.');
  await expect(dialog).toContainText('Nothing is charged again');
  await isSound(member);
  await dialog.getByRole('button', { name: 'Order and pay by bank transfer' }).click();
  const pending = member.getByRole('region', { name: 'Waiting for your bank transfer' });
  await expect(pending).toContainText('DE89 3704 0044 0532 0130 00');
  const reference = (await pending.getByText(/^LT-/).textContent()) ?? '';
  const { text } = await mailTo(person.email, 'How to pay for Premium');
  expect(text).toContain(reference);
  await isSound(member);

  await page.goto('/admin');
  await page.getByRole('link', { name: '1 bank transfer to confirm' }).click();
  await page.getByRole('button', { name: `Confirm payment ${reference}` }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(asked.getByText('Enter the number of the invoice')).toBeVisible();
  await asked.getByLabel('Invoice number').fill('2026-0001');
  await switchOff(page);
  await asked.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(page.getByText('Payment confirmed')).toBeVisible();
  await expect(page.getByRole('row', { name: /Mina Okafor/ })).toContainText('Paid on');
  await noOtherSaveIsUndone(page);

  await member.reload();
  await expect(member.getByText(/Premium is paid until/)).toBeVisible();
  const invoice = member.getByRole('row', { name: /2026-0001/ });
  await expect(invoice).toContainText('€199.00');
  await expect(invoice.getByRole('button')).toHaveCount(0);
  await isSound(member);

  await page.getByRole('link', { name: 'Mina Okafor' }).click();
  await expect(page.getByRole('row', { name: /Payment/ }).first()).toContainText('2026-0001');
  await page.getByRole('button', { name: 'Refund invoice 2026-0001' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund invoice 2026-0001' });
  await refund.getByLabel('Reason').fill('Ordered by mistake');
  await noRefundIsNotedTwice(page);
  await refund.getByLabel('Amount').fill('169');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Refund recorded')).toBeVisible();
  await isSound(page);
  await member.reload();
  await expect(member.getByText("You don't pay for a plan.")).toBeVisible();
  await context.close();
});
