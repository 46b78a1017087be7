import { expect, test } from 'vitest';
import { mailHtml } from './mail-html.ts';

const html = (markdown: string) => mailHtml(markdown, 'https://school.test');
const bare = (markdown: string) => html(markdown).replace(/ style="[^"]*"/g, '');

test('text, lists and tables become HTML, one heading lower, with the style on the element', () => {
  expect(bare('# New\n\n**Bold** and _fine_\n\n- one\n- two')).toBe(
    '<h2>New</h2>\n<p><strong>Bold</strong> and <em>fine</em></p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
  );
  expect(bare('| a |\n| - |\n| b |')).toContain('<td>b</td>');
  expect(html('a')).toBe('<p style="margin:0 0 18px">a</p>');
});

test('addresses of this site are absolute, others stay, and a picture is its words', () => {
  expect(bare('[courses](/courses)')).toBe('<p><a href="https://school.test/courses">courses</a></p>');
  expect(bare('<https://a.test/x>')).toContain('href="https://a.test/x"');
  expect(bare('![A map](https://a.test/pixel.gif)')).toBe('<p>A map</p>');
});

test('nothing hostile is left of it', () => {
  for (const source of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<a href="https://a.test" style="position:fixed" onclick="alert(1)">x</a>',
    '<style>@import "//evil.test"</style>',
  ])
    expect(html(source)).not.toMatch(/<script|<img|onerror=|onclick=|javascript:|data:|position|@import/);
});

test('a text that nests without end is shown as it was typed', () => {
  expect(html('> '.repeat(4000))).toMatch(/^<(p|blockquote)/);
});
