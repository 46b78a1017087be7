import { expect, test } from 'vitest';
import { pageHtml } from './page-html.ts';

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
