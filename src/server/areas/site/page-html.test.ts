import { expect, test } from 'vitest';
import { pageHtml } from './page-html.ts';
import { sanitisePage } from './sanitise-page.ts';

test('a table scrolls by itself and can be reached with the keyboard, one inside another too', () => {
  const start = '<div class="table-wrapper" tabindex="0" role="group"><table>';
  expect(pageHtml('<p>Before</p><table class="x"><tr><td>1<table><tr><td>2')).toBe(
    `<p>Before</p>${start}<tr><td>1${start}<tr><td>2</td></tr></table></div></td></tr></table></div>`,
  );
});

test('what only looks like a table stays text', () => {
  expect(pageHtml('<p title="<table>">&lt;table></p>')).toBe('<p>&lt;table&gt;</p>');
  expect(pageHtml('<a title="<table>" href="/about">x</a>')).not.toContain('<table');
});

test('a paragraph that is only a link to a video plays in place', () => {
  const video = (address: string, title: string) =>
    `<p data-video="youtube"><a href="${address}" rel="noopener" data-note="Playing loads content from YouTube, which may set cookies.">${title}</a></p>`;
  const address = 'https://www.youtube.com/watch?app=desktop&amp;v=dQw4w9WgXcQ';
  expect(pageHtml(`<p><a href="${address}">Tides &amp; moons</a></p>`)).toBe(
    video(address, 'Tides &amp; moons'),
  );
  expect(pageHtml('<p>https://youtu.be/dQw4w9WgXcQ</p>')).toBe(
    video('https://youtu.be/dQw4w9WgXcQ', 'Video on YouTube'),
  );
  for (const html of [
    `<p>See <a href="${address}">x</a></p>`,
    '<p><a href="https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ">x</a></p>',
    '<p data-video="youtube"><a href="/about">x</a></p>',
  ])
    expect(pageHtml(html)).not.toContain('data-video');
});

test('an address never becomes more than the address of its link', () => {
  const plain = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;x=';
  for (const sign of ['"', '&quot;', '&#34;', '&#x22;']) {
    const attack = `${plain}${sign}style=${sign}position:fixed;inset:0${sign}onclick=${sign}alert(1)`;
    for (const html of [`<p>${attack}</p>`, `<p><a href='${attack}'>x</a></p>`]) {
      const made = pageHtml(html).replace(/ data-(?:video|note)="[^"]*"/g, '');
      // Whatever is read as an attribute would be dropped by the sanitizer.
      expect(sanitisePage(made)).toBe(made);
    }
  }
});
