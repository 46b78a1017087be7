import type { Page } from '@playwright/test';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';
import { type Shop, sellPlans, startShop } from '../kit/shop.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });
// Another browser may run this file at the same moment, and other files have schools of their own.
const PORT =
  Number(new URL(process.env.E2E_URL ?? '').port) + 620 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
test.use({ baseURL: `http://localhost:${PORT}` });

let shop: Shop;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000);
  shop = await startShop(PORT);
  const request = await playwright.request.newContext({ baseURL: shop.url });
  await sellPlans(request);
  await request.dispose();
});
test.afterAll(() => shop?.stop());

/** Another tab asks first, and what was typed stays. */
async function isKept(page: Page, field: string, value: string): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Overview' });
  await tab.click();
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByLabel(field, { exact: true })).toHaveValue(value);
}

/** Nothing is left to be lost. */
async function isLeft(page: Page, to: string): Promise<void> {
  const tab = page.getByRole('tab', { name: to });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('an administrator who leaves a form of Billing is asked while something in it is not saved', async ({
  page,
}) => {
  await makeMember('free', 'Mina Okafor');
  await signIn(page, HEAD, '/admin/billing?tab=transfers');
  const holder = page.getByLabel('Account holder');
  await expect(holder).toBeVisible();
  await isLeft(page, 'Overview');
  await isLeft(page, 'Bank transfers');
  await holder.fill('Blue Harbor School');
  await isKept(page, 'Account holder', 'Blue Harbor School');
  await page.getByLabel('Premium, one year').fill('199');
  await page.getByRole('button', { name: 'Save bank transfers' }).click();
  await expect(page.getByText('Bank transfers saved')).toBeVisible();
  // The price is written as 199.00 from here on, which nobody typed.
  await isLeft(page, 'Overview');
  await isLeft(page, 'Bank transfers');
  await page.getByLabel('Members can pay by bank transfer').check();
  await isKept(page, 'Account holder', 'Blue Harbor School');
  await page.getByLabel('Members can pay by bank transfer').uncheck();

  await isLeft(page, 'Coupons');
  await page.getByLabel('Code', { exact: true }).fill('SUMMER');
  await isKept(page, 'Code', 'SUMMER');
  await page.getByLabel('Percent off').fill('20');
  await page.getByRole('button', { name: 'Create coupon' }).click();
  await expect(page.getByText('Coupon SUMMER created')).toBeVisible();

  await isLeft(page, 'Prices');
  await page.getByLabel('Amount').fill('12');
  await isKept(page, 'Amount', '12');
  await page.getByLabel('Amount').fill('');
  await page.getByLabel('Days', { exact: true }).fill('14');
  await isKept(page, 'Days', '14');
  await page.getByRole('button', { name: 'Save trial' }).click();
  await expect(page.getByText('Trial saved')).toBeVisible();

  await isLeft(page, 'Payments');
  const days = page.getByLabel('Days (0 to 30)');
  await days.fill('9');
  await page.getByRole('tab', { name: 'Overview' }).click();
  // Whoever means to leave does so.
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(days).toBeHidden();

  await isLeft(page, 'Members');
  await page.getByRole('searchbox').fill('Mina');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Mina Okafor/ }).click();
  const reason = page.getByLabel('Reason');
  await reason.fill('For her help');
  await isKept(page, 'Reason', 'For her help');
  await page.getByRole('button', { name: 'Give a plan' }).click();
  await expect(page.getByText('Plan given')).toBeVisible();
  await page.getByLabel('Invoice number').fill('2026-0007');
  await isKept(page, 'Invoice number', '2026-0007');
});

/** Two orders by bank transfer that wait for their money, and two requests that wait for a decision. */
const makeWaiting = () =>
  onDatabase(async (client) => {
    for (const name of ['Ada', 'Bo']) {
      const { email } = await makeMember('free', name);
      const { rows } = await client.query(
        'insert into billing_accounts (user_id) select id from users where email = $1 returning id',
        [email],
      );
      await client.query(
        `insert into bank_transfers (account_id, reference, tier, interval, amount, currency, ordered_at)
         values ($1, $2, 'premium', 'year', 19900, 'eur', now())`,
        [rows[0].id, `LT-${name}`],
      );
      await client.query(
        `insert into billing_requests (kind, name, email, contract, received_at, state)
         values ('cancellation', $1, 'ada@school.test', 'Premium', now(), 'open')`,
        [name],
      );
    }
  });

test('what ends in Billing closes no dialog that was opened since', async ({ page }) => {
  await makeWaiting();
  await signIn(page, HEAD, '/admin/billing?tab=requests');
  const dialog = page.getByRole('dialog');
  const isKeptOpen = async (
    address: RegExp,
    field: string,
    { begin, goOn, send }: { begin: string; send: string; goOn: string },
  ) => {
    const release = await hold(page, address);
    await page.getByRole('button', { name: begin }).click();
    await dialog.getByLabel(field).fill('The first');
    const sent = page.waitForRequest(address);
    await dialog.getByRole('button', { name: send }).click();
    await sent;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: goOn }).click();
    await dialog.getByLabel(field).fill('The second');
    const answered = page.waitForResponse(address);
    release();
    await answered;
    await page.waitForTimeout(300);
    await expect(dialog.getByLabel(field)).toHaveValue('The second');
    await page.keyboard.press('Escape');
  };
  await isKeptOpen(/\/api\/admin\/billing\/requests\/[^/]+/, 'Note', {
    begin: 'Done otherwise: Ada',
    send: 'Done otherwise',
    goOn: 'Done otherwise: Bo',
  });
  await page.getByRole('tab', { name: 'Bank transfers' }).click();
  await isKeptOpen(/\/transfers\/[^/]+\/confirm/, 'Invoice number', {
    begin: 'Confirm payment LT-Ada',
    send: 'Confirm payment',
    goOn: 'Confirm payment LT-Bo',
  });
});

test.describe('where somebody else saved meanwhile', () => {
  test.use({ expected: { faults: [REFUSED] } });

  test('who has taken what they saved leaves without a question', async ({ page }) => {
    const [isOn, currency] = ['Members can pay by bank transfer', 'Currency'];
    const save = async (window: Page) => {
      await window.getByRole('button', { name: 'Save bank transfers' }).click();
      await expect(window.getByText('Bank transfers saved')).toBeVisible();
    };
    await signIn(page, HEAD, '/admin/billing?tab=transfers');
    await page.getByLabel('Account holder').fill('Blue Harbor School');
    await page.getByLabel('IBAN or account number').fill('DE89370400440532013000');
    await page.getByLabel(currency).selectOption('eur');
    await save(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel(isOn).check();
    await other.getByLabel(currency).selectOption('usd');
    await save(other);
    await other.close();
    await page.getByRole('button', { name: 'Save bank transfers' }).click();
    await expect(page.getByText('Someone else saved meanwhile')).toBeVisible();
    await expect(page.getByLabel(isOn)).toBeChecked();
    await expect(page.getByLabel(currency)).toHaveValue('usd');
    await isLeft(page, 'Overview');
  });

  test('who types again what they saved before is asked, once somebody else has saved something else', async ({
    page,
  }) => {
    const field = 'Days (0 to 30)';
    const send = async (window: Page, value: string) => {
      await window.getByLabel(field).fill(value);
      await window.getByRole('button', { name: 'Save grace period' }).click();
    };
    const save = async (window: Page, value: string) => {
      await send(window, value);
      await expect(window.getByText('Grace period saved', { exact: true })).toBeVisible();
    };
    await signIn(page, HEAD, '/admin/billing?tab=payments');
    await save(page, '5');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await save(other, '7');
    await other.close();
    await send(page, '6');
    await expect(page.getByText('Someone else saved changes', { exact: true })).toBeVisible();
    await page.getByLabel(field).fill('5');
    await isKept(page, field, '5');
    await page.getByLabel(field).fill('7');
    await isLeft(page, 'Overview');
  });
});
