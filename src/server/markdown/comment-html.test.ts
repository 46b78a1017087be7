import { expect, test } from 'vitest';
import { commentHtml } from './comment-html.ts';

test('paragraphs, line breaks, emphasis, code and lists are set', () => {
  expect(commentHtml('one\ntwo\n\nthree')).toBe('<p>one<br>\ntwo</p>\n<p>three</p>');
  expect(commentHtml('**a** _b_ `c`')).toBe('<p><strong>a</strong> <em>b</em> <code>c</code></p>');
  expect(commentHtml('- a\n- b')).toBe('<ul>\n<li>a</li>\n<li>b</li>\n</ul>');
  expect(commentHtml('3. c')).toBe('<ol start="3">\n<li>c</li>\n</ol>');
  expect(commentHtml('```ts\na < b\n```')).toBe('<pre tabindex="0"><code>a &#x3C; b\n</code></pre>');
});

test('links are marked, and an address becomes one without its full stop', () => {
  expect(commentHtml('[a](https://a.test "t")')).toBe(
    '<p><a href="https://a.test" rel="nofollow ugc">a</a></p>',
  );
  expect(commentHtml('see https://a.test/x?y=1.')).toBe(
    '<p>see <a href="https://a.test/x?y=1" rel="nofollow ugc">https://a.test/x?y=1</a>.</p>',
  );
  expect(commentHtml('`https://a.test`')).toBe('<p><code>https://a.test</code></p>');
});

test('headings, quotes, rules, pictures and HTML stay as they were typed', () => {
  for (const source of ['# a', '---', '    a', '[a]: b']) {
    expect(commentHtml(source)).toBe(`<p>${source.trim()}</p>`);
  }
  expect(commentHtml('> a')).toBe('<p>> a</p>');
  expect(commentHtml('![a](https://a.test/a.png)')).not.toContain('<img');
  expect(commentHtml('<b>a</b>')).toBe('<p>&#x3C;b>a&#x3C;/b></p>');
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](<javascript:alert(1)>)',
  '[x](https://a.test "t\\" onclick=alert(1)")',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
  'https://a.test/"onmouseover="alert(1)',
  "https://a.test/'onmouseover='alert(1)",
  '```"><script>alert(1)</script>\nx\n```',
  '```js onclick=alert(1)\nx\n```',
  '`</code><script>alert(1)</script>`',
  '**<iframe srcdoc="<script>alert(1)</script>">**',
  '- <details open ontoggle=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u0000<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<style>@import "//evil.test"</style>',
  '<base href=//evil.test>',
];

test('nothing hostile becomes anything but the few tags there are, without attributes of its own', () => {
  const allowed =
    /^<(?:\/?(?:p|br|strong|em|code|pre|ul|ol|li|a)|ol start="\d+"|pre tabindex="0"|a (?:href="(?:https?:|mailto:|\/)[^"]*" )?rel="nofollow ugc"|a)>$/;
  const through = HOSTILE.flatMap((source) =>
    (commentHtml(source).match(/<[^>]*>/g) ?? []).filter((tag) => !allowed.test(tag)),
  );
  expect(through).toEqual([]);
});

test('a text that is there to keep the parser busy is shown as it was typed, at once', () => {
  const long = [
    '- '.repeat(2500),
    '1. '.repeat(1600),
    '*a_'.repeat(1666),
    '['.repeat(5000),
    '[a]('.repeat(1250),
    '<'.repeat(5000),
    '`a``'.repeat(1250),
  ];
  const started = process.cpuUsage();
  const html = long.map((text) => commentHtml(text.trim()));
  const { system, user } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(1000);
  expect(html[0]).toBe(`<p>${long[0]?.trim()}</p>`);
  expect(html.every((text) => text.startsWith('<p>'))).toBe(true);
});
