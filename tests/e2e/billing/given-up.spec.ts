import { expect, HEAD, onDatabase, signIn, test } from '../kit/people.ts';
import { type Shop, startShop } from '../kit/shop.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });
// Another browser may run this file at the same moment, and other files have schools of their own.
const PORT =
  Number(new URL(process.env.E2E_URL ?? '').port) + 600 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
test.use({ baseURL: `http://localhost:${PORT}` });

let shop: Shop;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  shop = await startShop(PORT);
});
test.afterAll(() => shop?.stop());

test('an administrator tries requests again that were given up, though no webhook failed', async ({
  page,
}) => {
  await onDatabase((client) =>
    client.query(
      `insert into billing_commands (provider, kind, args, is_repeated, due_at, tries, parked_at)
       values ('stripe', 'create-price', '{}', false, now(), 1, now())`,
    ),
  );
  await signIn(page, HEAD, '/admin/billing');
  await page.getByRole('tab', { name: 'Setup and health' }).click();
  const failed = page.getByRole('heading', { name: 'Failed requests to Stripe' });
  await expect(failed).toBeVisible();
  await expect(page.getByText("It isn't known whether 1 request to Stripe went through.")).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Trying 1 payment update again')).toBeVisible();
  await expect(failed).toBeHidden();
});
