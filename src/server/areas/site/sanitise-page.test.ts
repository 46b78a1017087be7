import { expect, test } from 'vitest';
import { sanitisePage } from './sanitise-page.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVa\nScRiPt:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<p style="background:url(javascript:alert(1))" onclick="alert(1)">x</p>',
  '<form action="https://evil.test"><input name=password></form>',
  '<base href="https://evil.test/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<object data="x"></object><embed src="x">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<img src="//evil.test/x.png">',
  '<style>@import "https://evil.test"</style>',
];

test.each(HOSTILE)('nothing that runs survives: %s', (html) => {
  const clean = sanitisePage(html);
  expect(clean).not.toMatch(
    /<(script|iframe|svg|math|form|input|base|meta|object|embed|style)|\son\w+=|javascript:|data:|srcdoc|\/\/evil/i,
  );
});

test('what editors write is kept', () => {
  const html =
    '<h2>Title</h2><p>Text with <strong>weight</strong> and <a href="/about" rel="noopener">a link</a>.</p>';
  expect(sanitisePage(html)).toBe(html);
});

test('a second main heading becomes a heading below the page title', () => {
  expect(sanitisePage('<h1>About</h1>')).toBe('<h2>About</h2>');
});
