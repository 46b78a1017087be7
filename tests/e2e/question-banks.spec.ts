import { randomBytes } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, HEAD, REFUSED, signIn, test } from './kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

async function look(page: Page, width: number): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

for (const width of [375, 1280])
  test(`a bank is filled, searched and mended at ${width} px`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width, height: 900 });
    const title = `Sums ${randomBytes(3).toString('hex')}`;
    await signIn(page, HEAD);
    await page.goto('/admin/questions');
    await page.getByRole('button', { name: 'Create bank' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill(title);
    await page.getByRole('dialog').getByRole('button', { name: 'Save bank' }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText('No questions')).toBeVisible();

    await page.getByRole('link', { name: 'Add question' }).click();
    await page.getByLabel('Kind of question').selectOption('number');
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByLabel('Tags', { exact: true }).fill('sums');
    await page.keyboard.press('Enter');
    await page.getByLabel('Question (Markdown)').fill('What is {a} + {b}?');
    await page.getByLabel('Right answer').fill('a + b');
    await page.getByRole('button', { name: 'Save question' }).click();
    await expect(page.getByText('an expression does not know "a"')).toBeVisible();
    await page.getByRole('button', { name: 'Add number' }).click();
    await page.getByRole('button', { name: 'Add number' }).click();
    await look(page, width);
    await page.getByRole('button', { name: 'Try it as a learner' }).click();
    await expect(page.getByRole('dialog').getByText(/What is [2-9] \+ [2-9]\?/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save question' }).click();
    await expect(page.getByText('Question saved')).toBeVisible();

    await page.getByRole('link', { name: 'What is {a} + {b}?' }).click();
    await page.getByLabel('Question (Markdown)').fill('How much is {a} + {b}?');
    await page.getByRole('button', { name: 'Save question' }).click();
    await page.getByLabel('Search questions...').fill('how much');
    await page.getByRole('link', { name: /How much/ }).click();
    await expect(page.getByText('This is version 2.')).toBeVisible();
    await page.getByRole('button', { name: /Take into the form/ }).click();
    await expect(page.getByLabel('Question (Markdown)')).toHaveValue('What is {a} + {b}?');
    await look(page, width);
    await page.getByRole('button', { name: 'Save question' }).click();
    await expect(page.getByRole('link', { name: 'What is {a} + {b}?' })).toBeVisible();
    await look(page, width);
    await page.getByRole('link', { name: 'Question Banks' }).first().click();
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await look(page, width);
  });
