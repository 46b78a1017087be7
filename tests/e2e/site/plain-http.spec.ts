import { expect, makeMember, signIn, test } from '../kit/people.ts';

test('over plain HTTP, where browsers leave out two of their interfaces, one writes and copies all the same', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await signIn(page, await makeMember('basic'), '/profile?tab=security');
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('Progress to my calendar');
  await dialog.getByLabel('Read your learning data').check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const made = page.getByRole('dialog', { name: 'API key created' });
  const key = await made.getByLabel('Your new API key').inputValue();
  await made.getByRole('button', { name: 'Copy' }).click();
  await expect(made.getByRole('button', { name: 'Copied' })).toBeVisible();
  await made.getByRole('button', { name: "I've saved it" }).click();
  await page.getByRole('button', { name: 'New API key' }).click();
  await name.press('ControlOrMeta+v');
  await expect(name).toHaveValue(key);
});
