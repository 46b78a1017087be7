import { expect, makeMember, openAwake, signIn, test } from '../kit/people.ts';

test('exponents and indices of a formula are smaller than what they stand at', async ({ page }) => {
  const course = await page.request.get('/api/courses/sql-from-scratch');
  const { sections } = (await course.json()) as { sections: { key: string; title: string }[] };
  const key = sections.find(({ title }) => title.includes('Join'))?.key;
  await page.goto(`/courses/sql-from-scratch?section=${key}`);
  const formula = page.locator('.katex-html').first();
  await formula.scrollIntoViewIfNeeded();
  const sizeOf = (selector: string) =>
    formula
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  await expect
    .poll(async () => (await sizeOf('.msupsub .mord')) / (await sizeOf('.base > .mord .mord')))
    .toBeCloseTo(0.7, 2);
});

test('a diagram takes the colors of the theme that is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/courses/http-and-the-web-platform');
  await page.locator('[data-language=mermaid]').first().scrollIntoViewIfNeeded();
  const shape = page.locator('[data-diagram] svg').first();
  const background = () =>
    page
      .locator('[data-diagram] svg rect')
      .first()
      .evaluate((element) => getComputedStyle(element).fill);
  await expect(shape).toBeVisible();
  const before = await background();
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(background).not.toBe(before);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect.poll(background).toBe(before);
});

for (const width of [1280, 375]) {
  test(`a menu opens under its button the first time, also with a long address, at ${width} px`, async ({
    page,
  }) => {
    const person = await makeMember('free', 'Wilhelmina Featherstonehaugh-Cholmondeley');
    await signIn(page, person);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/courses');
    const button = page.getByRole('button', { name: `Account menu for ${person.name}` });
    await button.click();
    const menu = page.getByRole('menu', { name: `Account menu for ${person.name}` });
    await expect(menu).toBeVisible();
    const [under, panel] = [await button.boundingBox(), await menu.boundingBox()];
    if (!under || !panel) throw new Error('the menu is not on the page');
    expect(panel.y).toBeGreaterThanOrEqual(under.y + under.height);
    expect(panel.y).toBeLessThan(under.y + under.height + 20);
    expect(panel.x + panel.width).toBeLessThanOrEqual(width - 7);
    const left = Math.max(8, Math.min(under.x + under.width, width - 8) - panel.width);
    expect(Math.abs(panel.x - left)).toBeLessThan(2);
    await expect(menu.getByText(person.email)).toBeVisible();
  });
}

test('a form page asks for nothing that the content security policy forbids', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { violations: [] as string[] });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { violations: string[] }).violations.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  for (const path of ['/register', '/login', '/contact', '/forgot-password']) {
    await openAwake(page, path);
    await page.getByRole('textbox').first().fill('a');
    await page.locator('form button[type="submit"]').first().click();
    await page.waitForLoadState('networkidle');
    const violations = await page.evaluate(() => (window as unknown as { violations: string[] }).violations);
    expect(violations, path).toEqual([]);
  }
});

test('leaving a page while it loads leads to where one wants', async ({ page }) => {
  const person = await makeMember();
  await signIn(page, person);
  for (const wait of [50, 100, 150, 200, 300]) {
    await page.goto('/dashboard', { waitUntil: 'commit' });
    // The page goes on loading while the next one is asked for.
    await new Promise((resolve) => setTimeout(resolve, wait));
    await page.goto('/courses', { waitUntil: 'load' });
    await expect(page.getByRole('heading', { level: 1, name: 'Available Courses' })).toBeVisible();
    await expect(page).toHaveURL(/\/courses$/);
  }
});
