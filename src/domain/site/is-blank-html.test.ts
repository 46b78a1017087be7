import { expect, test } from 'vitest';
import { isBlankHtml } from './is-blank-html.ts';

test.each(['', '  \n', '<p></p>', '<p>&nbsp;</p><h2> </h2>', '<p><br></p>'])('%j says nothing', (html) => {
  expect(isBlankHtml(html)).toBe(true);
});

test.each(['<p>x</p>', 'x', '<img src="/a.png" alt="">', '<hr>'])('%j says something', (html) => {
  expect(isBlankHtml(html)).toBe(false);
});
