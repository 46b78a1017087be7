import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { editorOf, INVOICE, makeLab, write } from '../kit/labs.ts';
import { expect, HEAD, onDatabase, signIn, test } from '../kit/people.ts';

const CACHING = '/courses/http-and-the-web-platform?section=caching';
const RAW_HTTP = 'content/http-and-the-web-platform/04-raw-http.lab/solution/raw.js';
const run = { name: 'Run', exact: true } as const;
const COUNTER = `&lt;button&gt;Add one&lt;/button&gt; &lt;output&gt;0&lt;/output&gt;
&lt;script&gt;
  const [button, output] = document.querySelectorAll("button, output");
  button.addEventListener("click", () => { output.textContent = Number(output.textContent) + 1; });
  console.log("ready");
&lt;/script&gt;`;
const exampleIn = (page: Page) => page.getByRole('region', { name: 'Runnable example' });

for (const width of [1280, 375])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a visitor edits and runs an example of a free lesson; nothing is loaded before', async ({
      page,
    }) => {
      test.slow();
      const look = async (name: string) => {
        expect(await violationsInBothSchemes(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
      };
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(CACHING);
      const button = page.getByRole('button', { name: 'Edit & Run' });
      await button.scrollIntoViewIfNeeded();
      await look('before');
      expect(asked.filter((path) => /^\/lab-|editor|example/.test(path))).toEqual([]);

      await button.click();
      await expect(editorOf(page)).toBeFocused();
      expect(asked.filter((path) => path.startsWith('/lab-'))).toEqual([]);
      const example = exampleIn(page);
      await example.getByRole('button', run).click();
      await expect(
        example.getByText('serve it now, and check in the background', { exact: true }),
      ).toBeVisible({
        timeout: 60_000,
      });
      await expect(example.getByRole('status')).toHaveText('Ran without errors.');
      await look('ran');

      await write(page, 'console.log("mine");\nmissing();');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(example.getByRole('status')).toHaveText('Stopped with an error.');
      await expect(example.getByText('mine', { exact: true })).toBeVisible();
      await expect(example.getByText('ReferenceError: missing is not defined')).toBeVisible();
      await example.getByRole('button', { name: 'Line 2' }).click();
      await expect(page.locator('.cm-activeLine')).toHaveText('missing();');
      await look('error');

      await write(page, 'const again = () => again() + 1;\nagain();');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(example.getByRole('status')).toHaveText(/Does your recursion have an end\?/);
      await write(page, 'const all = [];\nfor (;;) all.push(all.length + "x".repeat(1e6));');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(example.getByRole('status')).toHaveText(/Does something grow without end\?/);
      await write(page, 'while (true) {}');
      await example.getByRole('button', run).click();
      await expect(example.getByRole('status')).toHaveText(/Is there a loop that never ends\?/, {
        timeout: 20_000,
      });
      await example.getByRole('button', run).click();
      await example.getByRole('button', { name: 'Stop' }).click();
      await expect(example.getByRole('status')).toHaveText('Stopped.');
      await example.getByRole('button', { name: 'Reset' }).click();
      await expect(editorOf(page)).toContainText('stale-while-revalidate=30');
      await expect(editorOf(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      await expect(example.getByRole('button', run)).toBeFocused();
    });
  });

test('a query answers its rows; a download is told and can be canceled', async ({ page }) => {
  test.slow();
  await page.goto('/courses/sql-from-scratch?section=null-and-unknown');
  await page.getByRole('button', { name: 'Edit & Run' }).nth(3).click();
  const example = exampleIn(page);
  await page.route('**/lab-assets/*.wasm', () => undefined);
  await example.getByRole('button', run).click();
  await expect(example.getByText(/^Loading what runs your code: .* of [\d.]+ MB$/)).toBeVisible();
  await example.getByRole('button', { name: 'Cancel' }).click();
  await expect(example.getByRole('status')).toHaveText('Stopped.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await example.getByRole('button', run).click();
  await expect(example.getByRole('row')).toHaveCount(6, { timeout: 90_000 });
  await expect(example.getByText('Dmitri Volkov, city unknown')).toBeVisible();
});

test('without a script, and in print, an example is the block that it was', async ({ browser, page }) => {
  await page.goto(CACHING);
  const block = page.locator('pre[data-run]');
  await page.getByRole('button', { name: 'Edit & Run' }).click();
  await expect(block).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(block).toBeVisible();
  await expect(exampleIn(page)).toBeHidden();
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(CACHING);
  await expect(plain.locator('pre[data-run]')).toContainText('stale-while-revalidate=30');
  await expect(plain.getByRole('button', { name: 'Edit & Run' })).toHaveCount(0);
  await plain.close();
});

for (const width of [1280, 375])
  test.describe(`the landing page at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('has a lab of the school, whose visible checks a visitor runs; nothing of it is loaded before', async ({
      page,
    }) => {
      test.slow();
      const look = async (name: string) => {
        expect(await violationsInBothSchemes(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
      };
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto('/');
      const section = page.getByRole('region', { name: 'Try a lab' });
      await expect(section.getByRole('heading', { name: 'Speaking HTTP by Hand' })).toBeVisible();
      await expect(section.getByText('Only /old is redirected')).toHaveCount(0);
      await expect(section.getByRole('link', { name: 'Read the task' })).toHaveAttribute(
        'href',
        '/courses/http-and-the-web-platform?section=lab-raw-http#section',
      );
      const button = section.getByRole('button', { name: 'Edit & Run' });
      await button.scrollIntoViewIfNeeded();
      expect(asked.filter((path) => /^\/lab-/.test(path))).toEqual([]);
      await look('before');

      await button.click();
      const bench = section.getByRole('group', { name: 'Speaking HTTP by Hand' });
      const checks = bench.getByRole('list', { name: 'Results' }).getByRole('listitem');
      await expect(checks).toHaveCount(7);
      await expect(checks.filter({ hasText: 'Not run' })).toHaveCount(7);
      await look('opened');
      await bench.getByRole('button', run).click();
      await expect(bench.getByRole('status').first()).toContainText(/\d of 7 visible checks passed/, {
        timeout: 60_000,
      });
      await expect(checks.filter({ hasText: 'The server waits for the whole head' })).toContainText(
        'Not passed',
      );
      await look('ran');

      await write(page, readFileSync(RAW_HTTP, 'utf8'));
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(bench.getByText('You passed every check here.')).toBeVisible({ timeout: 60_000 });
      await expect(checks.filter({ hasText: 'Not passed' })).toHaveCount(0);
      await look('passed');
    });
  });

test('an author runs an example in the preview', async ({ page }) => {
  await signIn(page, HEAD, '/admin/blogs/new');
  await page.getByRole('button', { name: 'Show preview' }).click();
  const text = page.getByLabel('Text (Markdown)');
  await text.fill('```python run\nprint(6 * 7)\n```');
  await page.getByRole('button', { name: 'Edit & Run' }).click();
  await expect(exampleIn(page).locator('.cm-content')).toContainText('print(6 * 7)');
});

for (const width of [1280, 375])
  test.describe(`a page at ${width} px`, () => {
    test.use({
      viewport: { width, height: 800 },
      expected: { faults: [/^Timeout$/, /missing is not defined/] },
    });

    test('runs below its code and can be used; what goes on for ever is not shown', async ({ page }) => {
      test.slow();
      const { path, person } = await makeLab({
        ...INVOICE,
        html: `<h2>Try it</h2><pre data-language="html" data-run="html" tabindex="0"><code>${COUNTER}</code></pre>`,
      });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await signIn(page, person, path.replace(/lines$/, 'rounding'));
      await page.getByRole('button', { name: 'Edit & Run' }).click();
      await expect(editorOf(page)).toBeFocused();
      expect(asked.filter((one) => /^\/lab-|example-page|build-page/.test(one))).toEqual([]);
      const example = exampleIn(page);
      await page.keyboard.press('ControlOrMeta+Enter');
      const shown = example.getByTitle('Page of the example').contentFrame();
      await shown.getByRole('button', { name: 'Add one' }).click({ timeout: 60_000 });
      await expect(shown.getByRole('status')).toHaveText('1');
      await expect(example.getByRole('status')).toHaveText('Ran without errors.');
      await expect(example.locator('pre').getByText('ready', { exact: true })).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await test.info().attach('page', { body: await page.screenshot(), contentType: 'image/png' });
      await example.getByRole('button', { name: 'Reload page' }).click();
      await expect(shown.getByRole('status')).toHaveText('0');

      await write(page, '<p>Half</p>\n<script>missing();</script>');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(example.getByRole('status')).toHaveText('Stopped with an error.');
      await expect(example.getByText('ReferenceError: missing is not defined')).toBeVisible();
      await expect(shown.getByText('Half')).toBeVisible();
      await write(page, '<script>for (;;);</script>');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(example.getByRole('status')).toHaveText(/Is there a loop that never ends\?/, {
        timeout: 20_000,
      });
      await expect(example.getByTitle('Page of the example')).toHaveCount(0);
    });
  });

test('in the player the keys of an example lead nowhere, and a post has examples, too', async ({ page }) => {
  const { path, person } = await makeLab({
    ...INVOICE,
    html: '<pre data-language="js" data-run="js" tabindex="0"><code>console.log(1 + 1);</code></pre>',
  });
  await signIn(page, person, path.replace(/lines$/, 'rounding'));
  await page.getByRole('button', { name: 'Edit & Run' }).click();
  const example = exampleIn(page);
  await example.getByRole('button', run).click();
  await expect(example.getByText('2', { exact: true })).toBeVisible({ timeout: 60_000 });
  await example.getByRole('button', run).focus();
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/\/learn\/rounding$/);
  const slug = path.split('/')[2] ?? '';
  const { rows } = await onDatabase((client) =>
    client.query("update courses set kind = 'post', published_at = now() where slug = $1 returning id", [
      slug,
    ]),
  );
  await page.goto(`/blogs/${rows[0].id}`);
  await expect(page.getByRole('button', { name: 'Edit & Run' }).first()).toBeVisible();
});
