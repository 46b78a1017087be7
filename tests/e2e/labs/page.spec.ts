import { labOf } from '../../kit/labs.ts';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { editorOf, openLab, resultsOf, write } from '../kit/labs.ts';
import { expect, test } from '../kit/people.ts';

const greets = (name: string) =>
  ({
    kind: 'dom',
    page: 'index.html',
    steps: [{ type: '#name', text: name }, { click: 'button' }],
    select: '#greeting',
    read: 'text',
    equals: `Hello, ${name}!`,
  }) as const;
const RIGHT = `import { greet } from './lib/greet';

const [name, button, greeting] = ['#name', 'button', '#greeting'].map((one) => document.querySelector(one));
button.addEventListener('click', () => {
  greeting.textContent = greet(name.value);
});
`;
const PAGE = {
  spec: labOf(
    [
      { id: 'ada', name: 'Greets Ada', probe: greets('Ada') },
      { id: 'bo', name: 'Greets another', hidden: true, probe: greets('Bo') },
    ],
    {
      runner: 'dom',
      given: {
        'index.html': `<!doctype html><html lang="en"><head><title>Greeter</title><link rel="stylesheet" href="style.css"><script type="module" src="app.js"></script></head>
<body><label>Name <input id="name"></label> <button>Greet</button><p id="greeting"></p>
<svg><script>document.documentElement.setAttribute('data-drawn', 1 < 2);</script></svg></body></html>`,
        'lib/greet.js': `export const greet = (name) => 'Hello, ' + name + '!';\n`,
      },
    },
  ),
  files: { 'app.js': '// Listen to the button.\n', 'style.css': 'button { color: rgb(0, 0, 139); }\n' },
  solution: { 'app.js': RIGHT },
  html: '<p>Greet by name.</p>',
};

/** What the loop below is ended by. */
test.use({ expected: { faults: [/^Timeout$/] } });

for (const width of [1280, 375])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a page is shown as the browser runs it, and all checks decide', async ({ page }) => {
      test.setTimeout(120_000);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const show = async (tab: string) => {
        if (width < 1024) await page.getByRole('tab', { name: tab }).click();
      };
      const run = () => page.getByRole('button', { name: 'Run', exact: true }).click();
      await openLab(page, PAGE);
      expect(asked.filter((path) => /^\/lab-|page-view|build-page/.test(path))).toEqual([]);

      await run();
      const results = resultsOf(page);
      await expect(results.getByText('0 of 1 visible checks passed')).toBeVisible({ timeout: 30_000 });
      const shown = page.frameLocator('iframe[title="Page of your lab: index.html"]');
      await expect(shown.getByRole('button', { name: 'Greet' })).toHaveCSS('color', 'rgb(0, 0, 139)');
      await expect(shown.locator('html')).toHaveAttribute('data-drawn', 'true');

      await show('Code');
      await editorOf(page).waitFor();
      await write(page, RIGHT);
      await run();
      await expect(results.getByText('1 of 1 visible checks passed')).toBeVisible({ timeout: 30_000 });
      await shown.getByLabel('Name').fill('Grace');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(shown.getByText('Hello, Grace!')).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await test.info().attach('page', { body: await page.screenshot(), contentType: 'image/png' });

      // What follows doesn't depend on the width.
      if (width < 1024) return;
      await results.getByRole('button', { name: 'Reload page' }).click();
      await expect(shown.getByText('Hello, Grace!')).toHaveCount(0);
      await page.getByRole('button', { name: 'Check my work' }).click();
      await expect(results.getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 30_000 });
      await expect(shown.getByRole('button', { name: 'Greet' })).toBeVisible();

      // A loop that a click of a person starts ends, and the lab goes on.
      await show('Code');
      await write(page, `document.querySelector('button').onkeydown = () => { for (;;); };`);
      await run();
      await expect(results.getByText('0 of 1 visible checks passed')).toBeVisible({ timeout: 30_000 });
      await shown.getByRole('button', { name: 'Greet' }).press('x');
      await shown.getByLabel('Name').fill('still there');

      await show('Code');
      await write(page, 'for (;;);');
      await run();
      await expect(results.getByText("Your page isn't shown")).toBeVisible({ timeout: 30_000 });
    });
  });
