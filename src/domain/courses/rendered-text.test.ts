import { expect, test } from 'vitest';
import { renderedText } from './rendered-text.ts';

test('marks and tags are gone, words stay together and blocks apart', () => {
  expect(
    renderedText('<h2 id="a">Joins</h2>\n<p>A <strong>jo</strong>in &#x3C;pairs&gt; &amp; more</p>'),
  ).toBe('Joins A join <pairs> & more');
  expect(renderedText('<pre><code><span>SELECT</span><span> 1</span></code></pre>')).toBe('SELECT 1');
});

test('a bracket inside an attribute ends no tag', () => {
  expect(renderedText('<p><img alt="a > b" src="/x">next</p>')).toBe('next');
});

test('a formula stands once', () => {
  expect(
    renderedText('<span class="katex"><math><mi>x</mi></math><span aria-hidden="true">x</span></span>'),
  ).toBe('x');
});

test('a code point that is none becomes nothing', () => {
  expect(renderedText('a&#x110000;b&#0;c&unknown;')).toBe('abc&unknown;');
});
