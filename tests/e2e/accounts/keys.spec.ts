import { request } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const withKey = (baseURL: string | undefined, key: string) =>
  request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });

test('one makes a key, a program uses it, and revoking it ends that', async ({ baseURL, page }) => {
  const person = await makeMember('basic');
  await signIn(page, person, '/profile?tab=security');
  await expect(page.getByText("You don't have any API keys yet.")).toBeVisible();
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await expect(dialog.getByText('Administrator permissions')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Choose at least one permission')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Progress to my calendar');
  await dialog.getByLabel('Read your learning data').check();
  await dialog.getByLabel('Expires after').selectOption('1 year');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const made = page.getByRole('dialog', { name: 'API key created' });
  const key = await made.getByLabel('Your new API key').inputValue();
  expect(key).toMatch(/^lct_/);
  const { violations } = await axeOf(page).analyze();
  expect(violations).toEqual([]);
  await made.getByRole('button', { name: "I've saved it" }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(page.getByText('Never used')).toBeVisible();

  const program = await withKey(baseURL, key);
  expect((await program.get('/api/my-courses')).status()).toBe(200);
  expect((await program.get('/api/account/keys')).status()).toBe(403);
  await page.reload();
  await expect(page.getByText(/Last used .* from/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Revoke API key Progress to my calendar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('API key revoked')).toBeVisible();
  await expect(page.getByText("You don't have any API keys yet.")).toBeVisible();
  expect((await program.get('/api/my-courses')).status()).toBe(401);
});

test('after a while the password is asked for first, and nothing that was filled in is lost', async ({
  page,
}) => {
  const person = await makeMember();
  await signIn(page, person, '/profile?tab=security');
  await onDatabase((client) =>
    client.query(
      "update sessions set proved_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
      [person.email],
    ),
  );
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Backup');
  await dialog.getByLabel('Read courses, posts, and comments').check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Backup');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await proof.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog', { name: 'API key created' })).toBeVisible();
});

test('what a key may do stays as it was chosen while the key is made', async ({ page }) => {
  await signIn(page, await makeMember(), '/profile?tab=security');
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Backup');
  await dialog.getByLabel('Read courses, posts, and comments').check();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/account/keys', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const other = dialog.getByLabel('Read your learning data');
  await other.click({ force: true });
  await expect(other).not.toBeChecked();
  held.resolve();
  await expect(page.getByRole('dialog', { name: 'API key created' })).toBeVisible();
});

test('a key is not left before it is here, nor by the first Escape or click beside it afterwards', async ({
  page,
}) => {
  await signIn(page, await makeMember(), '/profile?tab=security');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/account/keys', async (route) => {
    const reply = await route.fetch();
    if (route.request().method() === 'POST') await held.promise;
    await route.fulfill({ response: reply });
  });
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'New API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByLabel('Read courses, posts, and comments').check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    return dialog;
  };
  const dialog = await make('Backup');
  await expect(dialog.getByRole('button', { name: 'Saving' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  held.resolve();
  const made = page.getByRole('dialog', { name: 'API key created' });
  const key = made.getByLabel('Your new API key');
  await expect(key).toHaveValue(/^lct_/);
  await page.keyboard.press('Escape');
  await expect(made.getByRole('alert')).toHaveText("Save your key first. It won't be shown again.");
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(made).toHaveCount(0);
  await make('Calendar');
  await expect(key).toHaveValue(/^lct_/);
  await expect(made.getByRole('alert')).toHaveCount(0);
  await page.mouse.click(5, 5);
  await expect(made.getByRole('alert')).toBeVisible();
  await expect(key).toHaveValue(/^lct_/);
  await made.getByRole('button', { name: "I've saved it" }).click();
  await expect(made).toHaveCount(0);
});

test('an administrator may give a key what administrators do', async ({ baseURL, page }) => {
  await signIn(page, HEAD, '/profile?tab=security');
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly figures');
  await dialog.getByLabel('Read reports').check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('Your new API key').inputValue();
  const program = await withKey(baseURL, key);
  expect((await program.get('/api/admin/overview')).status()).toBe(200);
  expect((await program.get('/api/admin/users')).status()).toBe(403);
});

test('an administrator sees what a member signs in with, and revokes a key; the member is told', async ({
  page,
}) => {
  const person = await makeMember('basic', 'Mary Somerville');
  await onDatabase(async (client) => {
    await client.query(
      `insert into api_keys (user_id, name, start, secret_hash, scopes, expires_at)
       select id, 'Tide tables', 'lct_tide', 'hash of ' || id, '{learning:read,notifications:read}', now() + interval '9 days'
       from users where email = $1`,
      [person.email],
    );
    await client.query(
      `insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
       select id, 'Brass key', 'credential of ' || id, 'public', 0, '{}' from users where email = $1`,
      [person.email],
    );
  });
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  await page.getByRole('link', { name: 'Mary Somerville' }).click();
  const ways = page.getByRole('region', { name: 'Sign-in methods' });
  await expect(ways).toContainText('Password');
  await expect(ways).toContainText('Brass key');
  const keys = page.getByRole('region', { name: 'API keys' });
  await expect(keys).toContainText('lct_tide…');
  await expect(keys).toContainText('learning:read');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await keys.getByRole('button', { name: 'Revoke API key Tide tables' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(keys).toContainText('No API keys.');
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('user.revoke-key');
  const mail = await mailTo(person.email, 'Your API key was revoked');
  expect(mail.text).toContain('“Tide tables”');
});
