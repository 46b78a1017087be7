import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { axeOf, WCAG } from '../kit/axe.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** A course of one lesson. */
async function makeCourse(): Promise<{ slug: string; title: string }> {
  const slug = `proof-${randomBytes(6).toString('hex')}`;
  const title = `Proofs ${slug.slice(-6)}`;
  await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, certificate_months)
         values ($1, 'To be proved.', $2, $3, 24) returning id)
       insert into course_content (course_id, key, title, content, content_html, minutes, sort_order)
         select id, 'only', 'The only lesson', 'x', '<p>Short.</p>', 1, 1 from made`,
      [title, slug, `/covers/${slug}.svg`],
    ),
  );
  return { slug, title };
}

async function complete(page: Page, slug: string): Promise<void> {
  await page.goto(`/courses/${slug}`);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(page.getByText("You're enrolled")).toBeVisible();
  await page.goto(`/courses/${slug}/learn/only`);
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('✓ Done')).toBeVisible();
}

async function axe(page: Page): Promise<void> {
  const { violations } = await axeOf(page).withTags(WCAG).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual(
    [],
  );
}

/** Somebody who only has the address, without JavaScript. */
async function asVisitor(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await work(await context.newPage());
  await context.close();
}

test('from the last lesson to a certificate that a visitor checks and an administrator revokes', async ({
  browser,
  page,
}) => {
  test.slow();
  const { slug, title } = await makeCourse();
  await signIn(page, await makeMember('premium', 'Emmy Noether'));
  await complete(page, slug);
  await page.getByRole('link', { name: `View certificate for ${title}` }).click();
  await expect(page).toHaveURL(/\/certificates\/[0-9a-f-]{36}$/);
  const address = page.url();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('article').getByText('Emmy Noether')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code linking to this page' })).toBeVisible();
  const linkedIn = await page.getByRole('link', { name: 'Add to LinkedIn' }).getAttribute('href');
  expect(new URL(linkedIn ?? '').searchParams.get('certUrl')).toMatch(/\/certificates\/[0-9a-f-]{36}$/);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'US Letter' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^certificate-proofs-.*\.pdf$/);
  const badge = await page.getByRole('link', { name: 'Download Open Badge' }).getAttribute('href');
  const jwt = await (await page.request.get(badge ?? '')).text();
  const { payload } = await jwtVerify(jwt, createRemoteJWKSet(new URL('/.well-known/jwks.json', address)));
  expect(payload).toMatchObject({ name: title, type: ['VerifiableCredential', 'OpenBadgeCredential'] });
  await page.getByLabel('Let search engines list this page').click();
  await expect(page.getByLabel('Let search engines list this page')).toBeChecked();
  await axe(page);

  await asVisitor(browser, async (visitor) => {
    await visitor.goto(address);
    await expect(visitor.getByText('Valid', { exact: true })).toBeVisible();
    await expect(visitor.getByText('Emmy Noether')).toBeVisible();
    await expect(visitor.getByText('Course sections completed: 1')).toBeVisible();
    await expect(visitor.locator('meta[name=robots]')).toHaveCount(0);
    await expect(visitor.getByText('Your certificate')).toHaveCount(0);
  });

  await page.goto('/my-courses');
  await expect(
    page.getByRole('region', { name: 'Your certificates' }).getByRole('link', { name: title }),
  ).toBeVisible();

  const head = await (await browser.newContext()).newPage();
  await signIn(head, HEAD, `/admin/certificates?q=${encodeURIComponent(title)}`);
  await head.getByRole('button', { name: `Revoke Emmy Noether's certificate for ${title}` }).click();
  const dialog = head.getByRole('dialog', { name: 'Revoke this certificate?' });
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The work was not her own');
  await axe(head);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(head.getByText('Certificate revoked')).toBeVisible();
  // The button is gone; its row has the focus.
  await expect(head.getByRole('row', { name: title })).toBeFocused();
  await head.context().close();

  await asVisitor(browser, async (visitor) => {
    await visitor.goto(address);
    await expect(visitor.getByText('Revoked', { exact: true })).toBeVisible();
    await expect(visitor.getByText('Reason: The work was not her own')).toBeVisible();
    await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(page.getByText('Your certificate')).toHaveCount(0);
});

test('who completes a course on a lower plan is told what it needs, and takes the certificate after the upgrade', async ({
  page,
}) => {
  const { slug, title } = await makeCourse();
  const person = await makeMember('free', 'Sofja Kowalewskaja');
  await signIn(page, person);
  await complete(page, slug);
  await expect(page.getByText('Certificates are included in the Premium plan')).toBeVisible();
  await onDatabase((client) =>
    client.query(
      "update profiles set subscription_tier = 'premium' where id = (select id from users where email = $1)",
      [person.email],
    ),
  );
  await page.goto('/dashboard');
  await page.getByRole('button', { name: `Get your certificate for ${title}` }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('article').getByText('Sofja Kowalewskaja')).toBeVisible();
});

test('an address that no certificate has says so', async ({ page }) => {
  const response = await page.goto('/certificates/7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Certificate not found', level: 1 })).toBeVisible();
});

for (const width of [375, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme });

      test('axe finds nothing on a certificate of any state, and it is no wider than the screen', async ({
        page,
      }) => {
        for (const state of ['valid', 'expired', 'revoked', 'deleted'] as const) {
          await page.goto(`/certificates/${await makeCertificate(state)}`);
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          await axe(page);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide, state).toBeLessThanOrEqual(width);
          if (process.env.SHOTS)
            await page.screenshot({
              path: `${process.env.SHOTS}/certificate-${state}-${width}-${colorScheme}.png`,
              fullPage: true,
            });
        }
      });
    });

async function makeCertificate(state: 'valid' | 'expired' | 'revoked' | 'deleted'): Promise<string> {
  return onDatabase(async (client) => {
    const { rows } = await client.query(
      `insert into certificates (kind, holder_name, title, course_title, proof, achieved_at, issued_at, expires_at, revoked_at, revoked_reason)
       values ('course', $1, 'Distributed Systems in Practice', 'Distributed Systems in Practice',
         '{"sections":24,"exams":[{"title":"Final exam","percent":93.333}]}', '2026-01-05', '2026-01-05', $2, $3, $4) returning id`,
      [
        state === 'deleted' ? null : 'Wilhelmina Featherstonehaugh-Cholmondeley',
        state === 'expired' ? '2026-07-05' : '2099-01-05',
        state === 'revoked' ? '2026-03-01' : null,
        state === 'revoked' ? 'Another person sat the final exam.' : null,
      ],
    );
    return rows[0].id;
  });
}
