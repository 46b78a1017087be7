import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { unique } from '../kit/courses.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const idOf = (email: string) =>
  onDatabase(async (client) => {
    const { rows } = await client.query('select id from users where email = $1', [email]);
    return rows[0].id as string;
  });

/** Fills in everything that a post needs but its authors. */
async function beginPost(page: Page, title: string): Promise<void> {
  await page.goto('/admin/blogs/new');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill(`What ${title} tells.`);
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByLabel('Text (Markdown)').fill('Words that **matter**.');
}

test('a member is made an author, named by keyboard alone, and found on a page of their own', async ({
  browser,
  page,
}) => {
  test.slow();
  const name = unique('Grace Novak');
  const writer = await makeMember('free', name);
  await signIn(page, HEAD, `/admin/users/${await idOf(writer.email)}`);
  const part = page.getByRole('region', { name: 'Author profile' });
  await part.getByRole('button', { name: 'Create author profile' }).click();
  await part.getByLabel('Bio').fill('Grace teaches databases.\nShe lives by the sea.');
  await part.getByLabel('Website').fill('grace.example');
  await part.getByRole('button', { name: 'Save author profile' }).click();
  await expect(part.getByText('Must be a valid URL')).toBeVisible();
  await expect(part.getByLabel('Bio')).toHaveValue('Grace teaches databases.\nShe lives by the sea.');
  await part.getByLabel('Website').fill('https://www.grace.example/notes/');
  await part.getByRole('button', { name: 'Choose from library' }).click();
  const library = page.getByRole('dialog', { name: 'Media library' });
  await library.getByRole('searchbox').fill('cover.svg');
  await library.getByRole('button', { name: 'Use cover.svg' }).first().click();
  await expect(part.getByText(/media library is shown/)).toBeVisible();
  const picture = (await part.locator('fieldset img').getAttribute('src')) ?? '';
  await part.getByRole('button', { name: 'Save author profile' }).click();
  await expect(page.getByText('Author profile updated')).toBeVisible();
  const slug = await part.getByLabel('Page address').inputValue();
  expect(slug).toMatch(/^grace-novak-/);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect((await page.request.get(`/authors/${slug}`)).status()).toBe(404);

  const title = unique('By two people');
  await beginPost(page, title);
  const field = page.getByRole('combobox', { name: 'Authors' });
  const chosen = page.getByRole('list', { name: 'Chosen authors' }).getByRole('listitem');
  await expect(chosen).toHaveCount(1);
  await field.focus();
  await page.keyboard.type(name);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chosen.nth(1)).toContainText(name);
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: `Move ${name} up` }).focus();
  await page.keyboard.press('Enter');
  await expect(chosen.first()).toContainText(name);
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Post created successfully')).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.reload();
  await expect(chosen.first()).toContainText(name);
  await expect(chosen).toHaveCount(2);

  const visitor = await browser.newPage({ viewport: { width: 375, height: 800 }, reducedMotion: 'reduce' });
  const html = await (await visitor.request.get(`/blogs/${id}`)).text();
  expect(html).toContain(`/authors/${slug}"`);
  expect(html).toMatch(/"author":\[\{"@type":"Person","name":"Grace Novak/);
  await visitor.goto(`/blogs/${id}`);
  await visitor.getByRole('link', { name }).click();
  await expect(visitor.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(visitor.getByText('She lives by the sea.')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Website: grace.example/notes' })).toHaveAttribute(
    'href',
    'https://www.grace.example/notes/',
  );
  await expect(visitor.getByRole('link', { name: title })).toBeVisible();
  await expect(visitor.locator(`main img[src="${picture}"]`).first()).toBeVisible();
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect(await violationsInBothSchemes(visitor)).toEqual([]);
  const drawn = await (await visitor.request.get(`/authors/${slug}`)).text();
  expect(drawn).toContain('"@type":"ProfilePage"');
  expect(drawn).toContain(
    '<meta name="description" content="Grace teaches databases. She lives by the sea."',
  );
  expect(drawn).not.toContain(writer.email);
  expect(await (await visitor.request.get('/sitemap.xml')).text()).toContain(`/authors/${slug}<`);
  await visitor.close();
});

test('an author keeps the own profile, and nobody takes the address of another', async ({ page }) => {
  const writer = await makeMember('free', 'Ada Lovelace');
  const id = await idOf(writer.email);
  const slug = `ada-${id}`;
  await onDatabase((client) =>
    client.query('insert into authors (user_id, slug) values ($1, $2)', [id, slug]),
  );
  await signIn(page, writer, '/profile');
  const part = page.getByRole('region', { name: 'Author profile' });
  await part.getByLabel('Bio').fill('I count.');
  const address = part.getByLabel('Page address');
  const taken = await onDatabase(async (client) => {
    const other = await idOf(HEAD.email);
    const { rows } = await client.query(
      `insert into authors (user_id, slug) values ($1, 'head') on conflict (user_id) do update set slug = authors.slug
       returning slug`,
      [other],
    );
    return rows[0].slug as string;
  });
  await address.fill(taken);
  await part.getByRole('button', { name: 'Save author profile' }).click();
  await expect(part.getByText('Another author already uses this page address.')).toBeVisible();
  await expect(address).toBeFocused();
  await expect(part.getByLabel('Bio')).toHaveValue('I count.');
  await address.fill(`${slug}-own`);
  await page.getByRole('tab', { name: 'Security' }).click();
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(part.getByLabel('Bio')).toHaveValue('I count.');
  await part.getByRole('button', { name: 'Save author profile' }).click();
  await expect(page.getByText('Author profile updated')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('tab', { name: 'Information' }).click();
  await expect(part.getByLabel('Bio')).toHaveValue('I count.');
  await page.reload();
  await expect(part.getByLabel('Bio')).toHaveValue('I count.');
  await expect(address).toHaveValue(`${slug}-own`);
});

test('the last author is not taken away, and whoever is no author has no profile of one', async ({
  page,
}) => {
  await signIn(page, HEAD);
  await beginPost(page, unique('By nobody'));
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: 'Authors' })).toBeFocused();
  await expect(page.getByText('Not named: nobody is shown as the author.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Choose at least one author')).toBeVisible();
  await page.context().clearCookies();
  await signIn(page, await makeMember(), '/profile');
  await expect(page.getByLabel('Name')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('region', { name: 'Author profile' })).toHaveCount(0);
});
