import { randomBytes } from 'node:crypto';
import { hold } from '../kit/hold.ts';
import { mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test('the landing page has its words, three featured courses and the way in', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Turn Knowledge Into Expertise', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Why Choose Our Platform' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Courses' }).first()).toHaveAttribute(
    'href',
    '/courses',
  );
  await expect(page.getByRole('link', { name: 'Start Learning Today' })).toHaveAttribute('href', '/register');
  await expect(page.getByRole('link', { name: 'View All Courses' })).toHaveAttribute('href', '/courses');
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toHaveAttribute('href', '/register');
  await expect(page.locator('main article')).toHaveCount(3);
  await signIn(page, await makeMember(), '/');
  await expect(page.getByRole('link', { name: 'Start Learning Today' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toHaveCount(0);
});

test('pricing shows every plan with its exact price and features', async ({ page }) => {
  await page.goto('/pricing');
  for (const words of ['$0', '$9.99', '$19.99', 'Certificates', 'Priority support', 'Basic tests'])
    await expect(page.locator('main').getByText(words).first()).toBeVisible();
});

test('the static pages show their text', async ({ page }) => {
  const headings = {
    '/about': 'How we teach',
    '/terms': '1. Your account',
    '/privacy': 'What we keep',
    '/cookies': 'The cookies we set',
  };
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await page.goto('/faq');
  for (const question of [
    'What courses do you offer?',
    'How do I access my courses?',
    'What payment methods do you accept?',
  ])
    await expect(page.getByText(question)).toBeVisible();
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a message of the contact form is kept and mailed to the administrators', async ({ page }) => {
  await page.goto('/contact');
  for (const words of ['support@example.com', '+1 (555) 123-4567'])
    await expect(page.getByText(words).first()).toBeVisible();
  // A second try finds no mail and no message of the first.
  const mark = randomBytes(4).toString('hex');
  const [name, email] = [`Bertha Benz ${mark}`, `bertha-${mark}@road.test`];
  await page.getByLabel('Name').fill(name);
  await page
    .getByLabel('Your email')
    .or(page.getByRole('textbox', { name: /email/i }))
    .first()
    .fill(email);
  await page.getByLabel('Message').fill('Does the course cover <b>brakes</b>?');
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Message sent')).toBeVisible();
  await expect(page.getByText("We've received your message and will get back to you soon.")).toBeVisible();
  const { text } = await mailTo(HEAD.email, `New message from ${name}`);
  expect(text).toContain('> Does the course cover <b>brakes</b>?');
  const stored = await onDatabase((client) =>
    client.query('select 1 from contact_messages where email = $1', [email]),
  );
  expect(stored.rowCount).toBe(1);
});

test('what is typed while a message is sent stays', async ({ page }) => {
  const email = `${randomBytes(4).toString('hex')}@road.test`;
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Bertha Benz');
  await page.getByRole('textbox', { name: /email/i }).fill(email);
  const message = page.getByLabel('Message');
  await message.fill('Hello');
  const release = await hold(page, /\/api\/contact$/);
  const send = page.getByRole('button', { name: /send/i });
  await send.click();
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await message.press('End');
  await page.keyboard.type(', and one more thing');
  release();
  await expect(page.getByText('Message sent')).toBeVisible();
  await expect(message).toHaveValue('Hello, and one more thing');
  await onDatabase((client) => client.query('delete from contact_messages where email = $1', [email]));
});

test.describe('when the server cannot answer', () => {
  test.use({ expected: { faults: [REFUSED, /Failed to load resource/, /net::ERR/] } });
  test('the contact form keeps what was typed and says so', async ({ page }) => {
    await page.goto('/contact');
    await page.route('**/api/contact', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'BAD_INPUT',
          message: 'x',
          fields: { message: 'Too short for us' },
          requestId: 'r',
        }),
      }),
    );
    await page.getByLabel('Name').fill('Bertha');
    await page.getByRole('textbox', { name: /email/i }).fill('bertha@road.test');
    await page.getByLabel('Message').fill('Hi');
    await page.getByRole('button', { name: /send/i }).click();
    await expect(page.getByText('Too short for us')).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('Hi');
  });
});

test('what machines look for is there: robots, sitemap, manifest, security contact, password page', async ({
  request,
}) => {
  expect(await (await request.get('/robots.txt')).text()).toContain('Sitemap:');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain('/courses/sql-from-scratch');
  expect(sitemap).toContain('/courses/git-beyond-the-basics');
  expect(await (await request.get('/manifest.webmanifest')).json()).toMatchObject({ name: 'Lectern' });
  expect(await (await request.get('/.well-known/security.txt')).text()).toContain('Contact:');
  const change = await request.get('/.well-known/change-password', { maxRedirects: 0 });
  expect(change.headers().location).toContain('/profile?tab=security');
});

test('a page is answered from its fingerprint and compressed', async ({ request }) => {
  // Other tests change the courses and prices meanwhile, not the terms.
  const first = await request.get('/terms');
  const etag = first.headers().etag ?? '';
  expect(etag).not.toBe('');
  expect((await request.get('/terms', { headers: { 'if-none-match': etag } })).status()).toBe(304);
  expect(
    (await request.get('/terms', { headers: { 'accept-encoding': 'br' } })).headers()['content-encoding'],
  ).toBe('br');
});

test('the cookie page names everything that walking around leaves in the browser', async ({ page }) => {
  for (const path of ['/', '/courses', '/cookies']) await page.goto(path);
  await page.getByRole('button', { name: /theme/i }).first().click();
  await page.reload();
  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(kept).not.toEqual([]);
  for (const name of kept) await expect(page.getByRole('main')).toContainText(name);
});

test('a wide table of a page scrolls on a phone, and its columns stay readable', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/cookies');
  const table = page.getByRole('main').getByRole('table').first();
  const widths = await table
    .locator('tbody tr')
    .first()
    .locator('td')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThan(140);
  await table.locator('..').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.locator('..').evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
});
