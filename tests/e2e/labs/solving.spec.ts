import type { Page } from '@playwright/test';
import { editorOf, INVOICE, openLab, RIGHT, resultsOf, SERVER, savedIn, write } from '../kit/labs.ts';
import { expect, test } from '../kit/people.ts';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40 && (await focused(page)) !== name; presses += 1)
    await page.keyboard.press(key);
  expect(await focused(page)).toBe(name);
}

test('by keyboard alone a lab is opened, run, checked and passed, and leads on', async ({ page }) => {
  test.slow();
  await openLab(page);
  await expect(page.getByText('This lab is done when its checks pass.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as done' })).toHaveCount(0);
  await tabTo(page, 'Run');
  await page.keyboard.press('Enter');
  await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 30_000 });
  await expect(resultsOf(page).getByText('invoiceTotal([{ price: 250, quantity: 2 }])')).toBeVisible();
  await expect(resultsOf(page).getByText('500', { exact: true })).toBeVisible();
  await tabTo(page, 'src/invoice.ts');
  await page.keyboard.press('ArrowRight');
  await expect(editorOf(page)).toContainText('One line of an invoice');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(RIGHT);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(resultsOf(page).getByText('2 of 2 visible checks passed')).toBeVisible({ timeout: 30_000 });
  await expect(resultsOf(page).getByText('hidden checks decide, too')).toBeVisible();
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(resultsOf(page).getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('1 of 2 done')).toBeVisible();
  // Tab indents until Escape was pressed.
  await page.keyboard.press('Tab');
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editorOf(page)).not.toBeFocused();
  await tabTo(page, 'Next: How to round money');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'How to round money', level: 1 })).toBeVisible();
});

test('no byte of a runtime is downloaded before something is touched, and later visits have it', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/lab-(?:assets|runner)/.test(request.url())) asked.push(request.url());
  });
  await openLab(page);
  await savedIn(page);
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 30_000 });
  expect(asked.filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
  asked.length = 0;
  await page.reload();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 30_000 });
  expect(asked.filter((url) => /\.(?:wasm|js|json)$/.test(url) && !url.endsWith('manifest.json'))).toEqual(
    [],
  );
});

test('an endless loop is stopped at once, or told as what it is', async ({ page }) => {
  await openLab(page);
  await write(page, 'export function invoiceTotal(): number {\n  for (;;);\n}\n');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click({ timeout: 30_000 });
  await expect(resultsOf(page).getByText('Stopped.')).toBeVisible({ timeout: 1000 });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(
    resultsOf(page)
      .getByText('Your code took longer than 1 second. Is there a loop that never ends?')
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  await write(page, 'export function invoiceTotal(): number {\n  return invoiceTotal() + 1;\n}\n');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(resultsOf(page).getByText('Does your recursion have an end?').first()).toBeVisible({
    timeout: 30_000,
  });
});

test('a download that is stopped leaves the lab as it was, and one that fails says so', async ({ page }) => {
  await openLab(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.wasm$/, async (route) => {
    await released;
    await route.abort().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(resultsOf(page).getByText(/Loading what runs your code: .* of 1\.\d MB/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(resultsOf(page).getByText('Stopped.')).toBeVisible();
  await expect(resultsOf(page).getByRole('progressbar')).toHaveCount(0);
  release();
  await page.unroute(/\.wasm$/);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 30_000 });
});

test.describe('behind a proxy that fails once', () => {
  test.use({ expected: { faults: [/status of 502/] } });

  test('a frame that could not be loaded says so, and the next run opens another', async ({ page }) => {
    test.slow();
    await openLab(page);
    await page.route('**/lab-runner', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(resultsOf(page).getByText(/What runs your code couldn't be loaded/)).toBeVisible({
      timeout: 30_000,
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 30_000 });
  });
});

test('errors of the types are told under the code, and lead to their line', async ({ page }) => {
  await openLab(page);
  await write(page, RIGHT.replace('price *', 'prize *'));
  const problem = page.getByRole('list', { name: 'Errors in the code' });
  await expect(problem).toContainText("Cannot find name 'prize'", { timeout: 30_000 });
  await expect(page.locator('.cm-lintRange-error')).toBeVisible();
  await problem.getByRole('button', { name: 'Line 4' }).click();
  await expect(editorOf(page)).toBeFocused();
  await write(page, RIGHT);
  await expect(problem).toHaveCount(0);
});

test('what a hidden check asks is nowhere on the page, before and after it failed', async ({ page }) => {
  const replies: string[] = [];
  page.on('response', async (response) => {
    if (/\/api\/lab/.test(response.url())) replies.push(await response.text().catch(() => ''));
  });
  await openLab(page);
  await expect(resultsOf(page).getByText('An invoice without lines')).toBeVisible();
  await write(page, RIGHT.replace('quantity, 0)', 'quantity, lines.length === 0 ? 1 : 0)'));
  await page.getByRole('button', { name: 'Check my work' }).click();
  await expect(resultsOf(page).getByText('2 of 3 checks passed')).toBeVisible({ timeout: 30_000 });
  await expect(resultsOf(page).getByText('What does your loop return')).toBeVisible();
  await expect(resultsOf(page).getByText('It shows only whether it passed.')).toBeVisible();
  expect(replies.length).toBeGreaterThan(2);
  for (const reported of replies) expect(reported).not.toMatch(/"equals":0|"args":\[\[\]\]/);
  expect(await page.content()).not.toContain('invoiceTotal([])');
});

test('a request and the reply of the learner are shown', async ({ page }) => {
  await openLab(page, SERVER);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const results = resultsOf(page);
  await expect(results.getByText('0 of 1 visible checks passed')).toBeVisible({ timeout: 30_000 });
  await expect(results.getByText('GET /hello/Ada')).toBeVisible();
  await expect(results.getByText('Hello, world!')).toBeVisible();
  await expect(results.getByText('This differs: content-type')).toBeVisible();
});

test('what could not be judged is no failure', async ({ page }) => {
  await openLab(page);
  await page.route(/\/api\/lab-runs\//, async (route) => {
    const reply = await route.fetch();
    const run = await reply.json();
    await route.fulfill({ response: reply, json: { ...run, state: 'failed', verdict: null } });
  });
  await page.getByRole('button', { name: 'Check my work' }).click();
  await expect(resultsOf(page).getByText("Your work couldn't be checked.")).toBeVisible({ timeout: 30_000 });
  await expect(resultsOf(page).getByText('Not passed')).toHaveCount(0);
});

test('while a submission waits, the work goes on and runs', async ({ page }) => {
  test.slow();
  await openLab(page);
  let isWaiting = true;
  await page.route(/\/api\/lab-runs\//, async (route) => {
    const reply = await route.fetch();
    const run = await reply.json();
    const queued = { ...run, state: 'queued', place: 2, verdict: null };
    await route.fulfill({ response: reply, json: isWaiting ? queued : run });
  });
  await page.getByRole('button', { name: 'Check my work' }).click();
  const waits = resultsOf(page).getByText('Waiting. 2 submissions are ahead of yours.');
  await expect(waits).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(resultsOf(page).getByText('0 of 2 visible checks passed')).toBeVisible({ timeout: 30_000 });
  await expect(waits).toBeVisible();
  await expect(page.getByRole('button', { name: 'Checking...' })).toHaveAttribute('aria-disabled', 'true');
  isWaiting = false;
  await expect(resultsOf(page).getByText('1 of 3 checks passed')).toBeVisible({ timeout: 30_000 });
  await expect(waits).toBeHidden();
});

test('the editor completes words, finds them, and shows the pair of a bracket', async ({ page }) => {
  await openLab(page);
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('invoiceT');
  await expect(page.locator('.cm-tooltip-autocomplete')).toContainText('invoiceTotal');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await page.keyboard.type('(');
  await expect(page.locator('.cm-line').last()).toHaveText('invoiceTotal()');
  await expect(page.locator('.cm-matchingBracket').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('return');
  await expect(page.locator('.cm-searchMatch')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Find' })).toHaveCount(0);
});

test('hints come one by one and stay', async ({ page }) => {
  await openLab(page, INVOICE);
  await page.getByRole('button', { name: 'Show hint 1 of 2' }).click();
  await expect(page.getByText('Start with a total of 0.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Start with a total of 0.')).toBeVisible();
  await page.getByRole('button', { name: 'Show hint 2 of 2' }).click();
  await expect(page.getByText('Array.prototype.reduce')).toBeVisible();
  await expect(page.getByRole('button', { name: /Show hint/ })).toHaveCount(0);
});
