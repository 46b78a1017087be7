import type { Page } from '@playwright/test';
import { expect, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const SLUG = 'sql-from-scratch';
const outline = (page: Page) => page.getByRole('navigation', { name: 'Course content' });

async function sectionKeys(page: Page): Promise<string[]> {
  const reply = await page.request.get(`/api/courses/${SLUG}`);
  return ((await reply.json()) as { sections: { key: string }[] }).sections.map(({ key }) => key);
}

async function openPlayer(page: Page, at = 0): Promise<string[]> {
  await signIn(page, await makeMember(), `/courses/${SLUG}`);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(page.getByText("You're enrolled")).toBeVisible();
  const keys = await sectionKeys(page);
  await page.goto(`/courses/${SLUG}/learn/${keys[at]}`);
  await expect(outline(page)).toBeVisible();
  return keys;
}

test('of twelve quick presses of j none is lost, and k leads all the way back', async ({ page }) => {
  const keys = await openPlayer(page);
  expect(keys.length).toBeGreaterThan(12);
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('j', { delay: 5 });
  await expect(page).toHaveURL(new RegExp(`/learn/${keys[12]}$`));
  await expect(outline(page).locator('[aria-current="page"]')).toHaveAttribute(
    'href',
    new RegExp(`/learn/${keys[12]}$`),
  );
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('k', { delay: 5 });
  await expect(page).toHaveURL(new RegExp(`/learn/${keys[0]}$`));
});

test('what is typed while the note loads is no command, and Escape leaves the note', async ({ page }) => {
  const keys = await openPlayer(page);
  let release = () => undefined as unknown;
  const held = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route('**/api/learning/*/notes*', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(outline(page)).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.type('jbd');
  release();
  const note = page.getByRole('textbox', { name: /note/i });
  await expect(note).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/learn/${keys[0]}$`));
  await note.fill('Tables are sets.');
  await page.keyboard.press('Escape');
  await expect(note).not.toBeFocused();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`/learn/${keys[1]}$`));
});

test('a note that is emptied stays open, and what is typed next is a note again', async ({ page }) => {
  const keys = await openPlayer(page);
  await page.keyboard.press('n');
  const note = page.getByRole('textbox', { name: /note/i });
  const isRead = () =>
    page.waitForResponse((reply) => /\/notes/.test(reply.url()) && reply.request().method() === 'GET');
  for (const text of ['Tables are sets.', '']) {
    const read = isRead();
    await note.fill(text);
    await read;
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  }
  await page.keyboard.type('djb');
  await expect(note).toHaveValue('djb');
  await expect(page).toHaveURL(new RegExp(`/learn/${keys[0]}$`));
  await expect(page.getByText('✓ Done')).toHaveCount(0);
});

test('the arrow keys move within a player of sound, not to another section', async ({ page }) => {
  const keys = await openPlayer(page);
  await page.evaluate(() => {
    const sound = document.createElement('audio');
    sound.controls = true;
    sound.tabIndex = 0;
    document.querySelector('main article')?.append(sound);
    sound.focus();
  });
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { level: 1 }).first().click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/learn/${keys[0]}$`));
});

test('the search forgives a slip, opens its first hit by Enter, and closes by Escape', async ({ page }) => {
  const keys = await openPlayer(page);
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Search this course' });
  await search.getByRole('searchbox').fill('anything');
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.keyboard.press('/');
  await search.getByRole('searchbox').fill('transactoins');
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
  await expect(page).not.toHaveURL(new RegExp(`/learn/${keys[0]}$`));
  await expect(page.getByRole('main')).toContainText(/transactions/i);
});

test('the outline shows number and kind, and gives its room to the text when it is folded', async ({
  page,
}) => {
  await openPlayer(page);
  await expect(outline(page).getByRole('link').first()).toContainText('1 · Lesson');
  await expect(outline(page).getByRole('link').nth(3)).toContainText('4 · Lab');
  await expect(outline(page).getByRole('link').last()).toContainText('Exam');
  const text = page.getByRole('article').first();
  const left = async () => (await text.boundingBox())?.x ?? 0;
  const before = await left();
  await page.getByText('Course content', { exact: true }).first().click();
  await expect.poll(left).toBeLessThan(before - 50);
});

test('the copy button covers no code on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`/courses/${SLUG}`);
  const code = page.locator('#section [data-code]').first();
  await expect(code.getByRole('button', { name: 'Copy' })).toBeVisible();
  // Both at one moment: what stands above may still be drawn.
  const room = await code.evaluate((element) => {
    const [button, text] = [element.querySelector('button'), element.querySelector('pre')];
    return (text?.getBoundingClientRect().top ?? 0) - (button?.getBoundingClientRect().bottom ?? 0);
  });
  expect(room).toBeGreaterThanOrEqual(-1);
});

/** A reader is already in the first code block when it comes, and has scrolled it. */
async function enterFirstCode(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const enter = () => {
      const code = document.querySelector<HTMLElement>('pre[data-run]');
      if (!code || code.dataset.entered !== undefined || code.closest('[data-code]')) return;
      Object.assign(code.style, { width: '160px', overflowX: 'auto' });
      code.dataset.entered = '';
      code.focus();
      code.scrollLeft = 30;
    };
    new MutationObserver(enter).observe(document, { childList: true, subtree: true });
  });
}

for (const [where, open] of Object.entries({
  'on a public page': (page: Page) => page.goto(`/courses/${SLUG}`),
  'in the player': async (page: Page) => {
    const keys = await openPlayer(page);
    await enterFirstCode(page);
    await page.goto(`/courses/${SLUG}/learn/${keys[0]}`);
  },
}))
  test(`code keeps focus and position when its copy button comes ${where}`, async ({ page }) => {
    await enterFirstCode(page);
    await open(page);
    const code = page.locator('[data-code] > pre[data-entered]').first();
    await expect(code).toBeVisible();
    await expect(code).toBeFocused();
    expect(await code.evaluate((it) => it.scrollLeft)).toBe(30);
    const address = page.url();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => code.evaluate((it) => it.scrollLeft)).toBeGreaterThan(30);
    expect(page.url()).toBe(address);
  });
