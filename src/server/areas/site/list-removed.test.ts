import { expect, test } from 'vitest';
import { listRemoved } from './list-removed.ts';

test('what is left out is named, once', () => {
  const html =
    '<script>x</script><script>y</script><p onclick="x" class="big">a</p><a href="javascript:x">b</a><iframe></iframe>';
  expect(listRemoved(html)).toEqual([
    '<script>',
    'onclick of <p>',
    'class of <p>',
    'href of <a>',
    '<iframe>',
  ]);
});

test('nothing is named where nothing is lost', () => {
  const html =
    '<h1>T</h1><p>a <a href="/about?x=1&amp;y=2">b</a></p><img src="https://a.test/x.png" alt="x"><ol start="3"><li>c</li></ol>';
  expect(listRemoved(html)).toEqual([]);
});
