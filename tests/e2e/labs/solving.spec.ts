import { editorOf, openLab, RIGHT, resultsOf, savedIn, write } from '../kit/labs.ts';
import { expect, test } from '../kit/people.ts';

test('a lab is opened, run, checked and passed', async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 30_000 });
  await write(page, RIGHT);
  await savedIn(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(resultsOf(page).getByText('2 of 2 visible checks passed')).toBeVisible();
  await page.getByRole('button', { name: 'Check my work' }).click();
  await expect(resultsOf(page).getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 30_000 });
  await expect(editorOf(page)).toBeVisible();
});
