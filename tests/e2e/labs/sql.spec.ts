import { sqlLabOf } from '../../kit/labs.ts';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { openLab, resultsOf, write } from '../kit/labs.ts';
import { expect, test } from '../kit/people.ts';

const TITLES = {
  spec: sqlLabOf(
    [
      {
        id: 'cheap',
        name: 'Books under 12 euros',
        probe: { kind: 'answer', file: '1-cheap.sql', columns: ['title', 'price'], rows: [['Tidewater', 9]] },
      },
      {
        id: 'more',
        name: 'Books of another day',
        hidden: true,
        setup: "insert into books values ('Low Tide', 3)",
        probe: {
          kind: 'answer',
          file: '1-cheap.sql',
          rows: [
            ['Tidewater', 9],
            ['Low Tide', 3],
          ],
        },
      },
    ],
    { limits: { seconds: 10, runsPerHour: 60 } },
  ),
  files: { '1-cheap.sql': '-- Which books cost less than 12 euros?\nselect * from books;\n' },
  solution: { '1-cheap.sql': 'select title, price from books where price < 12;\n' },
  html: '<p>Select title and price.</p>',
};

for (const width of [1280, 375])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a query is run in the page, its rows are shown, its error is told, and all checks decide', async ({
      page,
    }) => {
      test.setTimeout(240_000);
      const show = async (tab: string) => {
        if (width < 1024) await page.getByRole('tab', { name: tab }).click();
      };
      const look = async (name: string) => {
        expect(await violationsInBothSchemes(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
      };
      const results = resultsOf(page);
      await openLab(page, TITLES);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(results.getByText('0 of 1 visible checks passed')).toBeVisible({ timeout: 60_000 });
      const selected = results.getByRole('region', { name: 'Result of 1-cheap.sql' });
      await expect(selected.getByRole('columnheader')).toHaveText(['title', 'price']);
      await expect(selected.getByRole('row')).toHaveText(['titleprice', 'Night Ferry12.50', 'Tidewater9.00']);
      await expect(selected.getByText('2 rows')).toBeVisible();
      await expect(results.getByText('The rows differ.')).toBeVisible();
      await look('rows');

      await show('Code');
      await write(page, 'select title,\n  cost from books');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const stopped = results.getByRole('region', { name: '1-cheap.sql stopped with an error' });
      await expect(stopped.getByText('ERROR 42703: column "cost" does not exist')).toBeVisible({
        timeout: 60_000,
      });
      await look('error');
      await stopped.getByRole('button', { name: '1-cheap.sql, line 2' }).click();

      await show('Code');
      await write(
        page,
        "delete from books where title = 'x'; select title, price from books where price < 12",
      );
      await page.getByRole('button', { name: 'Check my work' }).click();
      await expect(results.getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 60_000 });
    });
  });
