import { expect, test } from '../kit/people.ts';

test('the version panel is a small mark until it is hovered or focused', async ({ page }) => {
  await page.goto('/help');
  const panel = page.getByRole('complementary', { name: 'Version' });
  const check = panel.getByRole('button', { name: 'Check' });
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.mouse.move(5, 5);
    await expect(check).toHaveCSS('opacity', '0');
    await panel.hover();
    await expect(check).toHaveCSS('opacity', '1');
    await page.mouse.move(5, 5);
    await check.focus();
    await expect(check).toHaveCSS('opacity', '1');
    await check.blur();
  }
});
