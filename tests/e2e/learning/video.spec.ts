import { randomBytes } from 'node:crypto';
import { expect, HEAD, REFUSED, signIn, test } from '../kit/people.ts';

/** What the page would load from elsewhere stays on this machine. */
const AWAY = /^https:\/\/(?!localhost)/;

test.use({ expected: { faults: [REFUSED] } });

test('films play from their host, as files with captions, and say when they cannot', async ({ page }) => {
  await signIn(page, HEAD);
  const slug = `films-${randomBytes(3).toString('hex')}`;
  const origin = process.env.E2E_URL ?? '';
  const categories = (await (await page.request.get('/api/categories')).json()) as { id: string }[];
  const video = (title: string, videoUrl: string, captionsUrl = '') => ({
    title,
    videoUrl,
    captionsUrl,
    type: 'video',
    content: '',
    sectionType: 'lesson',
  });
  const made = await page.request.post('/api/admin/courses', {
    headers: { origin },
    data: {
      title: slug,
      description: 'Films',
      slug,
      categories: [categories[0]?.id],
      thumbnail: `/covers/${slug}.svg`,
      content: [
        video('youtube', 'https://youtu.be/dQw4w9WgXcQ'),
        video('vimeo', 'https://vimeo.com/76979871'),
        video('file', '/media/film.mp4', '/media/film.vtt'),
        video('hls', 'https://films.test/live/index.m3u8'),
        video('page', 'https://films.test/watch'),
      ],
    },
  });
  expect(made.status()).toBe(201);
  await page.route(AWAY, (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '' }));
  const open = (key: string) => page.goto(`/courses/${slug}?section=${key}`);

  await open('youtube');
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: /Play: youtube/ }).click();
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/,
  );
  await open('vimeo');
  await page.getByRole('button', { name: /Play: vimeo/ }).click();
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    /^https:\/\/player\.vimeo\.com\/video\/76979871/,
  );
  const playlist = page.waitForRequest('https://films.test/live/index.m3u8');
  const list = '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\none.ts\n#EXT-X-ENDLIST\n';
  await page.route('https://films.test/live/index.m3u8', (route) =>
    route.fulfill({
      body: list,
      contentType: 'application/vnd.apple.mpegurl',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  const piece = page.waitForRequest('https://films.test/live/one.ts');
  await open('hls');
  await playlist;
  await piece;
  // A film on its way: neither there nor missing.
  await page.route('**/media/film.mp4', () => new Promise(() => undefined));
  await page.route('**/media/film.vtt', (route) =>
    route.fulfill({ contentType: 'text/vtt', body: 'WEBVTT\n' }),
  );
  await open('file');
  await expect(page.locator('video track[kind="captions"]')).toHaveAttribute('src', '/media/film.vtt');
  await open('page');
  await expect(page.getByText('Video content is not available')).toBeVisible();
});

test.describe('a file that is not there', () => {
  test.use({ expected: { faults: [/Failed to load resource/] } });
  test('is told in the same words', async ({ page }) => {
    await signIn(page, HEAD);
    const slug = `film-${randomBytes(3).toString('hex')}`;
    const categories = (await (await page.request.get('/api/categories')).json()) as { id: string }[];
    await page.request.post('/api/admin/courses', {
      headers: { origin: process.env.E2E_URL ?? '' },
      data: {
        title: slug,
        description: 'Film',
        slug,
        categories: [categories[0]?.id],
        thumbnail: `/covers/${slug}.svg`,
        content: [
          {
            title: 'file',
            videoUrl: '/media/00000000-0000-4000-8000-000000000000.mp4',
            captionsUrl: '/media/x.vtt',
            type: 'video',
            sectionType: 'lesson',
          },
        ],
      },
    });
    await page.goto(`/courses/${slug}`);
    await expect(page.getByText('Video content is not available')).toBeVisible();
  });
});
