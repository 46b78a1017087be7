import { expect, test } from '../kit/people.ts';
import { scriptOf } from '../kit/scripts.ts';

const SERVICES = 'src/web/features/accounts/sign-in/external-sign-in.tsx';
const MOMENTS = [0, 40, 80, 120, 160, 200, 300, 400, 600, 900];

for (const [path, foot] of [
  ['/login', 'Sign up'],
  ['/register', 'Log in'],
] as const)
  test(`what is below the services of ${path} stays where it is until their code has come`, async ({
    page,
  }) => {
    const held = Promise.withResolvers<void>();
    await page.route(`**/${scriptOf(SERVICES)}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    const link = page.getByRole('main').getByRole('link', { name: foot, exact: true });
    const service = page.getByRole('button', { name: 'Continue with School ID' });
    await expect(service).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await link.boundingBox();
    // It answers: the page is awake, all but what is held.
    const reveal = page.getByRole('button', { name: 'Show password' }).first();
    await reveal.click();
    await expect(reveal).toHaveAttribute('aria-pressed', 'true');
    await expect(service).toBeVisible();
    expect(await link.boundingBox()).toEqual(before);
    held.resolve();
    await page.getByRole('main').getByRole('link', { name: foot, exact: true }).click();
    await expect(page).toHaveURL(path === '/login' ? /\/register$/ : /\/login$/);
  });

test('a click on a link is never lost, whenever it comes while the page wakes', async ({
  browserName,
  page,
}) => {
  test.setTimeout(180_000);
  if (browserName === 'chromium')
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const moment of MOMENTS) {
    await page.goto('/login', { waitUntil: 'commit' });
    const link = page.getByRole('main').getByRole('link', { name: 'Sign up' });
    await link.waitFor();
    await page.evaluate((after) => new Promise((resolve) => setTimeout(resolve, after)), moment);
    const box = await link.boundingBox();
    if (!box) throw new Error('the link is gone');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.getByLabel('Confirm password'), `after ${moment} ms`).toBeVisible();
  }
});
