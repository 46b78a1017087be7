import { expect, test } from 'vitest';
import { toHtml } from '#server/markdown/to-html';
import { htmlToMarkdown, htmlToText } from './html-to-markdown.ts';

test.for([
  ['H<sub>2</sub>O, x<sup>2</sup>, <u>so</u>', 'H<sub>2</sub>O, x<sup>2</sup>, <u>so</u>'],
  ['<strike>a</strike> <s>b</s> <del>c</del>', '~~a~~ ~~b~~ ~~c~~'],
  ['<ol start="4"><li>d</li><li>e</li></ol>', '4. d\n5. e'],
  ['<b>bold </b>word, <i> so</i>, <b></b><b><b>twice</b></b>', '**bold** word, *so*, **twice**'],
  ['<b><p>one</p><p>two</p></b>', '**one**\n\n**two**'],
  [
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>x|y</td></tr></table>',
    '| a | b |\n| - | - |\n| 1 | x\\|y |',
  ],
  ['one<br>two<br><br>three', 'one\ntwo\\\n\\\nthree'],
  ['<span style="font-weight: bold; text-decoration: underline">both</span>', '<u>**both**</u>'],
  ['<a href="https://x.test/" title="Say &quot;x&quot;">a</a>', '[a](https://x.test/ "Say \\"x\\"")'],
  ['<img src="https://x.test/a.png" alt="b" title="c">', '![b](https://x.test/a.png "c")'],
  ['<span style="color: #000000; background: none">a</span>', 'a'],
  ['a\nb &nbsp; c', 'a b c'],
  [
    '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>',
    '$x^2$',
  ],
  ['\\(\n a_1 \n\\) and \\[b\\]', '$a_1$ and $$b$$'],
])('%s', ([html = '', wanted]) => {
  expect(htmlToMarkdown(html)).toEqual({ text: wanted, changes: [] });
});

/** What is drawn has the words and elements of what was given. */
test.for([
  ['<p><b>Note:</b>text <i>a</i>b</p>', '<p><strong>Note:</strong>text <em>a</em>b</p>'],
  ['H<sub>2</sub>O and <u>x<sup>2</sup></u>', '<p>H<sub>2</sub>O and <u>x<sup>2</sup></u></p>'],
  ['1. no list<br># no heading<br>- no item', '<p>1. no list<br>\n# no heading<br>\n- no item</p>'],
  ['&lt;sub&gt;no tag&lt;/sub&gt; *no* _emphasis_', '<p>&#x3C;sub>no tag&#x3C;/sub> *no* _emphasis_</p>'],
  ['<ol start="3"><li>c</li></ol>', '<ol start="3">\n<li>c</li>\n</ol>'],
  ['costs $5 and $6', '<p>costs $5 and $6</p>'],
  [
    '<pre>a &lt; b\n  **c**</pre>',
    '<pre class="shiki" data-language="text" tabindex="0"><code>a &#x3C; b\n  **c**\n</code></pre>',
  ],
])('%s is drawn as it was', async ([html = '', wanted]) => {
  expect(await toHtml(htmlToMarkdown(html).text)).toBe(wanted);
});

test.for([
  ['<span style="color: red">a</span>', 'colors were removed'],
  ['<font face="Arial">a</font>', 'fonts and text sizes were removed'],
  ['<p style="text-align:center">a</p>', 'alignment was removed'],
  ['<span style="background: yellow">a</span>', 'colors were removed'],
  ['<span style="color: #000080">a</span>', 'colors were removed'],
  ['<ol style="list-style-type: lower-alpha"><li>x</li></ol>', 'list letters became numbers'],
  ['<ol><li value="7">x</li></ol>', 'custom numbers of list items were removed'],
  ['a <p style="display: none">b</p>', 'hidden text was removed'],
  ['a <span hidden>b</span>', 'hidden text was removed'],
  ['<p dir="rtl">a</p>', 'text direction was removed'],
  ['<span style="text-transform:uppercase">a</span>', 'capitalization styles were removed'],
  ['<abbr title="World">W</abbr>', 'tooltips (title) were removed'],
  ['<img src="https://x.test/a.png" style="width: 9px" alt="b">', 'sizes of pictures were removed'],
  ['<mark>a</mark>', 'highlighting was removed'],
  ['<ol type="a"><li>x</li></ol>', 'list letters became numbers'],
  [
    '<table><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr></table>',
    'merged table cells were split',
  ],
  [
    '<table><tr><td><p>a</p><p>b</p></td></tr></table>',
    'paragraphs and lists in table cells became one line',
  ],
  ['a <a href="../mod/view.php">b</a>', 'links that only work on their platform were removed'],
  ['a <iframe src="https://x.test"></iframe>', 'an embedded video, sound, or page was removed'],
  ['a <input type="text">', 'form fields were removed'],
  ['<math><mi>x</mi></math>', 'formulas in MathML were removed'],
  ['<p onclick="x()">a</p>', 'scripts were removed'],
  ['<img src="https://x.test/a.png" width="9" alt="b">', 'sizes of pictures were removed'],
])('what is lost of %s is told', ([html = '', wanted]) => {
  expect(htmlToMarkdown(html).changes).toEqual([wanted]);
});

test.for([
  ['elements in elements', '<div>'.repeat(100_000)],
  ['marks that nobody closes', '<p><b a=1><p><b a=2>'.repeat(10_000)],
  ['a text without end', 'x'.repeat(600_000)],
])('%s are refused at once', ([, html = '']) => {
  const from = performance.now();
  expect(() => htmlToMarkdown(`<i></i>${html}`)).toThrow(/too (?:long|deeply)/);
  expect(performance.now() - from).toBeLessThan(2000);
});

test('merged cells without end make no table without end', () => {
  const cells = '<td colspan="100000000" rowspan="100000000">a</td>'.repeat(2000);
  expect(htmlToMarkdown(`<table><tr>${cells}</tr></table>`).text.length).toBeLessThan(100_000);
});

test('words of HTML stand in one line', () => {
  expect(htmlToText('<p>One &amp;</p><ul><li>t<b>w</b>o</li></ul><script>no</script>')).toBe('One & two');
  expect(htmlToText('a < b')).toBe('a < b');
});

test('what nobody was to see stays hidden', () => {
  expect(htmlToMarkdown('<p>Which?</p><p style="display:none">It is b.</p>').text).toBe('Which?');
});
