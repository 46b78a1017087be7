import type { Page } from '@playwright/test';
import { axeOf, WCAG } from '../kit/axe.ts';
import { createCourse, unique } from '../kit/courses.ts';
import { openEditor, rich, saveChanges, source } from '../kit/page-editors.ts';
import { expect, HEAD, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] }, viewport: { width: 1280, height: 700 } });
test.setTimeout(120_000);

const LINE =
  'const words = ["a line of code that is much longer than any column of text on the page will ever be"];';
const LONG = Array.from({ length: 120 }, (_, at) => `Paragraph ${at + 1} of a long text.`);
const HTML = `${LONG.map((line) => `<p>${line}</p>`).join('\n')}\n<pre><code>${LINE.repeat(3)}</code></pre>`;
const MARKDOWN = [
  ...LONG,
  `\`\`\`ts\n${LINE.repeat(3)}\n\`\`\``,
  `| ${Array.from({ length: 20 }, (_, at) => `Column number ${at}`).join(' | ')} |`,
  `|${' --- |'.repeat(20)}`,
  `|${' a cell of some width |'.repeat(20)}`,
]
  .join('\n\n')
  .replaceAll('|\n\n|', '|\n|');

async function check(page: Page, name: string): Promise<void> {
  const { violations } = await axeOf(page).withTags(WCAG).analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${name}: ${id} on ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
}

test('axe finds nothing in the page editors with long texts, also where the rich text is locked', async ({
  page,
}) => {
  await openEditor(page, 'about');
  await source(page).fill(HTML);
  await expect(rich(page)).toContainText('Paragraph 120');
  // A script makes the code of the preview focusable.
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('pre')).toHaveAttribute('tabindex', '0');
  await check(page, 'rich text');
  await source(page).fill(`<details><summary>More</summary><p>Kept as it is.</p></details>\n${HTML}`);
  const region = page.getByRole('group', { name: 'Rich text' });
  await expect(region).toBeVisible();
  await expect(preview).toContainText('Kept as it is.');
  await expect(preview.locator('pre')).toHaveAttribute('tabindex', '0');
  await check(page, 'locked rich text');
  await region.focus();
  await page.keyboard.press('End');
  await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});

test('axe finds nothing in the questions and answers with long texts', async ({ page }) => {
  await openEditor(page, 'faq');
  await page.getByLabel('Answer 1').fill(LONG.join('\n'));
  await expect(saveChanges(page)).toBeEnabled();
  await check(page, 'faq');
});

test('axe finds nothing in the course form and in the lesson with a long text', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Long'));
  const slug = await page.getByLabel('Slug').inputValue();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /^First steps/ }).click();
  await page.getByLabel('Text (Markdown)').fill(MARKDOWN);
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('table')).toBeAttached();
  await check(page, 'course form');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`/courses/${slug}`);
    await expect(page.getByText('Paragraph 120 of a long text.')).toBeAttached();
    await check(page, `lesson at ${width} px`);
  }
});

test('a section that reaches the top keeps the focus, and dragging names titles', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Moving'));
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const group = page.getByRole('group', { name: 'Add a section' });
  await group.getByLabel('Section title').fill('Second steps');
  await group.getByRole('button', { name: 'Add Section' }).click();
  const up = page.getByRole('button', { name: 'Move Second steps up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(up).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Move Second steps down' })).toBeFocused();
  const handle = page.locator('[data-handle]').first();
  const box = await handle.boundingBox();
  if (!box) throw new Error('no handle');
  const heard: string[] = [];
  await page.exposeFunction('hear', (text: string) => heard.push(text));
  await page.evaluate(() => {
    const region = document.querySelector('[id^="DndLiveRegion"]');
    if (!region) throw new Error('nothing is announced');
    const report = Reflect.get(window, 'hear') as (text: string) => void;
    new MutationObserver(() => report(region.textContent ?? '')).observe(region, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 120, { steps: 12 });
  await page.mouse.up();
  await expect.poll(() => heard.join('\n')).toMatch(/Second steps is over position \d of 2\./);
  expect(heard.join('\n')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});
