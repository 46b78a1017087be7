import type { Page } from '@playwright/test';
import { shellLabOf } from '../../kit/labs.ts';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { editorOf, openLab, resultsOf } from '../kit/labs.ts';
import { expect, test } from '../kit/people.ts';

const PACKED = {
  spec: shellLabOf([
    {
      id: 'packed',
      name: 'Both letters are in the archive',
      probe: {
        kind: 'sh',
        file: 'pack.sh',
        command: 'find archive -type f | sort',
        stdout: 'archive/a.txt\narchive/b.txt',
      },
    },
    {
      id: 'more',
      name: 'Another letter',
      hidden: true,
      setup: 'echo three > letters/c.txt',
      probe: { kind: 'sh', file: 'pack.sh', command: 'cat archive/c.txt', stdout: 'three' },
    },
  ]),
  files: { 'pack.sh': '# Copies the letters into an archive.\n' },
  solution: { 'pack.sh': 'cp -r letters archive\n' },
  html: '<p>Copy the folder <code>letters</code> to <code>archive</code>.</p>',
};

/** Presses Tab until something of that role and name has the focus; in the editor, Escape before it. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'tab', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluateAll((found) => found.some((one) => one === document.activeElement))) return;
    if (await editorOf(page).evaluate((editor) => editor.contains(document.activeElement)))
      await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard doesn't reach ${role} ${name}`);
}

for (const width of [1280, 375])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a lab in the shell is tried in its terminal, written, and passed by keyboard alone', async ({
      page,
    }) => {
      test.setTimeout(180_000);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const look = async (name: string) => {
        expect(await violationsInBothSchemes(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
      };
      const results = resultsOf(page);
      await openLab(page, PACKED);
      expect(asked.filter((path) => /lab-assets|lab-runner|xterm|terminal-view/.test(path))).toEqual([]);
      if (width < 1024) {
        await tabTo(page, 'tab', 'Instructions');
        await page.keyboard.press('ArrowRight');
      }
      await tabTo(page, 'button', 'Terminal');
      await page.keyboard.press('Enter');
      const log = page.getByRole('log', { name: 'Terminal output' });
      const typed = page.getByRole('textbox', { name: 'Terminal input' });
      await expect(typed).toBeFocused({ timeout: 60_000 });
      await page.keyboard.type('cd letters\n');
      await page.keyboard.type('for letter in *; do\ncat $letter\ndone\n');
      await expect(log).toContainText('one two');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Control+c');
      await page.keyboard.type('cp -r ~/letters ~/archive; ls ~/archive | wc -l; nosuch\n');
      await expect(log).toContainText('2 bash: nosuch: command not found');
      await page.keyboard.type('touch gone; while :; do sleep 1; done\n');
      await page.keyboard.press('Control+c');
      await expect(log).toContainText('The terminal starts over with the files of the lab.');
      await expect(log).not.toContainText('took longer');
      await page.keyboard.type('ls; pwd\n');
      await expect(log).toContainText('letters');
      await expect(log).toContainText('/home/user');
      await look('terminal');

      // Tab leads out of the terminal; the editor is left by Escape and Tab.
      await page.keyboard.press('Shift+Tab');
      await expect(typed).not.toBeFocused();
      await editorOf(page).focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type('cp -r letters archives');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(results.getByText('0 of 1 visible checks passed')).toBeVisible({ timeout: 60_000 });
      await look('failed');

      if (width < 1024) {
        await tabTo(page, 'tab', 'Results');
        await page.keyboard.press('ArrowLeft');
      }
      await editorOf(page).focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('ControlOrMeta+Shift+Enter');
      await expect(results.getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 60_000 });
      await look('solved');
    });
  });
