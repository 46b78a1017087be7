import { editorOf, GREETED, GREETER, openLab, resultsOf, write } from '../kit/labs.ts';
import { expect, test } from '../kit/people.ts';

const run = { name: 'Run', exact: true } as const;

test('a lab in Python runs in the page, names the line of a fault, and is passed', async ({ page }) => {
  test.slow();
  await openLab(page, GREETER);
  await page.getByRole('button', run).click();
  const results = resultsOf(page);
  await expect(results.getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 90_000 });
  await expect(results.getByText("Did you mean: 'name'?").first()).toBeVisible();
  await results.getByRole('button', { name: 'greet.py, line 2' }).first().click();
  await expect(page.locator('.cm-activeLine')).toContainText('{nam}');
  await expect(editorOf(page)).toBeFocused();
  await write(page, GREETED);
  await page.getByRole('button', run).click();
  await expect(results.getByText('2 of 2 visible checks passed')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Check my work' }).click();
  await expect(results.getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 60_000 });
});

test('an endless loop in Python is told with its line, and the next run works', async ({ page }) => {
  test.slow();
  await openLab(page, GREETER);
  await write(page, 'n = 0\nwhile True:\n    n += 1\n');
  await page.getByRole('button', run).click();
  const results = resultsOf(page);
  await expect(results.getByText('Is there a loop that never ends?').first()).toBeVisible({
    timeout: 90_000,
  });
  await expect(results.getByRole('button', { name: /greet\.py, line [23]/ }).first()).toBeVisible();
  await write(page, GREETED);
  await page.getByRole('button', run).click();
  await expect(results.getByText('2 of 2 visible checks passed')).toBeVisible({ timeout: 60_000 });
});

test('what Python prints is there while it runs, in a lab and in an example', async ({ page }) => {
  test.slow();
  const slow = 'import time\n\nprint("first line")\ntime.sleep(2.5)\nprint("last line")\n';
  await openLab(page, {
    ...GREETER,
    html: `<pre data-language="python" data-run="py" tabindex="0"><code>${slow}</code></pre>`,
  });
  await write(page, slow);
  await page.getByRole('button', run).click();
  const results = resultsOf(page);
  await expect(results.getByText('first line', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(results.getByText('Running the visible checks...')).toBeVisible();
  await expect(results.getByText('last line')).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(results.getByText('Stopped.')).toBeVisible();

  await page.getByRole('button', { name: 'Edit & Run' }).click();
  const example = page.getByRole('region', { name: 'Runnable example' });
  await example.getByRole('button', run).click();
  await expect(example.locator('pre').getByText('first line', { exact: true })).toBeVisible({
    timeout: 90_000,
  });
  await expect(example.getByRole('status')).toHaveText('Running...');
  await expect(example.getByRole('status')).toHaveText('Ran without errors.', { timeout: 20_000 });
  await expect(example.locator('pre').getByText('last line')).toBeVisible();
});

test('a later visit has what the first one downloaded and made', async ({ page }) => {
  test.slow();
  const { path } = await openLab(page, GREETER);
  await page.getByRole('button', run).click();
  await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 90_000 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(path);
  await page.getByRole('button', run).click();
  await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 60_000 });
  expect(asked.filter((one) => one.startsWith('/lab-assets/') && !one.endsWith('.json'))).toEqual([]);
  const kept = await page.evaluate(async () => {
    const requests = await (await caches.open('lectern-labs')).keys();
    return requests.map(({ url }) => new URL(url).pathname.replace(/-[0-9a-f]{16}/, ''));
  });
  expect(kept.sort()).toEqual([
    '/lab-assets/python-snapshot',
    '/lab-assets/python-stdlib.zip',
    '/lab-assets/python-wasm.wasm',
    '/lab-assets/python.js',
  ]);
});
