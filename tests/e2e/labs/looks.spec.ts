import { violationsInBothSchemes } from '../kit/axe.ts';
import { openLab, RIGHT, resultsOf, SERVER, write } from '../kit/labs.ts';
import { expect, test } from '../kit/people.ts';

for (const width of [1280, 375])
  test.describe(`at ${width} px, light and dark`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: 'light' });

    test('axe finds nothing in a lab, and nothing is wider than the screen', async ({ page }) => {
      test.setTimeout(240_000);
      const look = async () => {
        expect(await violationsInBothSchemes(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      };
      const show = async (tab: string) => {
        if (width < 1024) await page.getByRole('tab', { name: tab }).click();
      };
      await openLab(page);
      // Results are text only before a run, and scroll where a window is low.
      await page.setViewportSize({ width, height: 480 });
      await show('Results');
      await look();
      await page.setViewportSize({ width, height: 800 });
      await show('Instructions');
      await page.getByRole('button', { name: 'Show hint 1 of 2' }).click();
      await expect(page.getByText('Start with a total of 0.')).toBeVisible();
      await look();
      await show('Code');
      await write(page, RIGHT.replace('price *', 'prize *'));
      await expect(page.getByRole('list', { name: 'Errors in the code' })).toBeVisible({ timeout: 30_000 });
      await look();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({
        timeout: 30_000,
      });
      await look();
      await show('Code');
      await write(page, RIGHT);
      await page.getByRole('button', { name: 'Check my work' }).click();
      await expect(resultsOf(page).getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 30_000 });
      await look();
      await openLab(page, SERVER);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(resultsOf(page).getByText('0 of 1 visible checks passed')).toBeVisible({
        timeout: 30_000,
      });
      await look();
    });
  });
