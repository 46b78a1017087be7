import { violationsInBothSchemes } from '../kit/axe.ts';
import { unique } from '../kit/courses.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';

/** What the page would load from elsewhere stays on this machine. */
const AWAY = /^https:\/\/(?!localhost)/;

test('a video of another host is written by its address, and is loaded only once somebody plays it', async ({
  page,
}) => {
  await signIn(page, HEAD);
  const away: string[] = [];
  await page.route(AWAY, (route) => {
    away.push(route.request().url());
    return route.fulfill({ status: 200, contentType: 'text/html', body: '' });
  });
  await page.goto('/admin/blogs/new');
  await page.getByLabel('Title', { exact: true }).fill(unique('Tides'));
  await page.getByLabel('Description').fill('Words.');
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  const text = page.getByLabel('Text (Markdown)');
  await text.fill('Before.');
  await page.keyboard.press('ControlOrMeta+End');
  await page.getByRole('toolbar').getByRole('button', { name: 'Add video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add video or audio' });
  const address = dialog.getByLabel('YouTube or Vimeo URL');
  await address.fill('https://example.com/film');
  await address.press('Enter');
  await expect(dialog.getByText('Enter the URL of a video on YouTube or Vimeo.')).toBeVisible();
  await address.fill('https://youtu.be/dQw4w9WgXcQ?t=90');
  await dialog.getByLabel('Title', { exact: true }).fill('Why tides turn');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(text).toContainText('[Why tides turn](https://youtu.be/dQw4w9WgXcQ?t=90)');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page).toHaveURL(/\/admin\/blogs\/[0-9a-f-]{36}$/);

  await page.goto(page.url().replace('/admin', ''));
  const play = page.getByRole('button', { name: /^Play: Why tides turn/ });
  await expect(play).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(away).toEqual([]);
  await play.press('Enter');
  const player = page.locator('iframe[title="Why tides turn"]');
  await expect(player).toBeFocused();
  const played = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0&start=90';
  await expect(player).toHaveAttribute('src', played);
  // The policy of the page lets it in.
  await expect.poll(() => away).toEqual([played]);
});
