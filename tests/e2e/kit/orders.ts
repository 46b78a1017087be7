import { expect, type Locator, type Page } from '@playwright/test';

/** Fills in the page of the provider. */
export async function payThere(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

/** On a busy machine the first click may come before the page is awake; a person clicks again. */
export async function press(button: Locator, until: Locator): Promise<void> {
  await expect(async () => {
    if (await until.isVisible()) return;
    await button.click({ timeout: 2000 });
    await expect(until).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 40_000 });
}

/** Opens the order, which says what it costs, and goes on to the page to pay at. */
export async function orderIn(place: Page | Locator, price: string): Promise<void> {
  const page = 'page' in place ? place.page() : place;
  const name = `Subscribe for ${price}`;
  const confirm = page.getByRole('dialog', { name: 'Your order' }).getByRole('button', { name });
  await press(place.getByRole('button', { name }).first(), confirm);
  await press(confirm, page.getByLabel('Card number'));
}
