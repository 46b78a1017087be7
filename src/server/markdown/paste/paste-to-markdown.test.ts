import { describe, expect, test } from 'vitest';
import { HtmlFault } from '../guard-html.ts';
import { pasteToMarkdown } from './paste-to-markdown.ts';

const markdown = (html: string) => pasteToMarkdown(html).markdown;
const lost = (html: string) => pasteToMarkdown(html).lost;

describe('Word', () => {
  const item = (level: number, sign: string, words: string) =>
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>\n`;

  test('paragraphs with printed signs become lists, by their levels', () => {
    const html =
      item(1, '·', 'One') + item(2, 'o', 'Inner <b>bold</b>') + item(2, 'o', 'More') + item(1, '·', 'Two');
    expect(markdown(html)).toBe('- One\n  - Inner **bold**\n  - More\n- Two');
    expect(markdown(item(1, '3.', 'Three') + item(1, '4.', 'Four'))).toBe('3. Three\n4. Four');
    expect(markdown(item(1, '1.', 'One') + item(2, 'a)', 'Inner') + item(1, '2.', 'Two'))).toBe(
      '1. One\n   1. Inner\n2. Two',
    );
    expect(lost(html)).toEqual([]);
  });

  test('a document with its styles, comments and local pictures', () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style><xml><w:WordDocument/></xml></head><body lang=EN><!--StartFragment-->
<p class=MsoTitle>Report<o:p></o:p></p><h1>Part<o:p></o:p></h1>
<p class=MsoNormal>Plain <b>bold </b><i>italic</i> and <u>under</u>, H<sub>2</sub>O.<span class=MsoCommentReference>[JD1]</span></p>
<p class=MsoNormal><span style='color:red'>Red</span> <img src="file:///C:/Users/a/clip.png"></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`;
    expect(markdown(html)).toBe(
      '## Report\n\n## Part\n\nPlain **bold** *italic* and <u>under</u>, H<sub>2</sub>O.\n\nRed',
    );
    expect(lost(html).sort()).toEqual(['colors', 'comments', 'pictures']);
  });
});

describe('Google Docs', () => {
  const wrap = (inner: string) =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1">${inner}</b><br class="Apple-interchange-newline">`;

  test('marks are read from styles, and the bold wrapper is none', () => {
    const html = wrap(
      '<p dir="ltr"><span style="font-weight:400">Plain </span><span style="font-weight:700">bold</span><span style="font-weight:700;font-style:italic"> both</span><span style="text-decoration:line-through"> gone</span></p><h2><span style="font-weight:400;color:#000000">Head</span></h2>',
    );
    expect(markdown(html)).toBe('Plain **bold** **_both_** ~~gone~~\n\n## Head');
    expect(lost(html)).toEqual([]);
  });

  test('a list beside items belongs to the item before, and items are tight', () => {
    const html = wrap(
      '<ul><li dir="ltr"><p dir="ltr"><span>One</span></p></li><ul><li><p><span>Inner</span></p></li></ul><li><p><span>Two</span></p></li></ul>',
    );
    expect(markdown(html)).toBe('- One\n  - Inner\n- Two');
  });

  test('links lead where they are meant to, and are not underlined', () => {
    const html = wrap(
      '<p><a href="https://www.google.com/url?q=https://a.example/b&amp;sa=D" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline">there</span></a></p>',
    );
    expect(markdown(html)).toBe('[there](https://a.example/b)');
  });
});

describe('web pages', () => {
  test('structure stays: headings below that of the page, quotes, code, rules, pictures, tasks', () => {
    const html = `<h1>Top</h1><h2>Sub</h2><blockquote><p>Said</p></blockquote>
<pre><code class="language-js"><span class="k">const</span> a = 1;
a * 2</code></pre><hr><p>Use <code>a*b</code>.</p><img src="https://a.example/x.png" alt="A
river"><ul><li><input type="checkbox" checked> done</li></ul>`;
    expect(markdown(html)).toBe(
      '## Top\n\n### Sub\n\n> Said\n\n```js\nconst a = 1;\na * 2\n```\n\n---\n\nUse `a*b`.\n\n![A river](https://a.example/x.png)\n\n- [x] done',
    );
  });

  test('a table keeps its words, and says where its shape is lost', () => {
    const html =
      '<table><tr><th>A</th><th><b>B</b></th></tr><tr><td><p>1</p><p>2</p></td><td>x|y</td></tr></table>';
    expect(markdown(html)).toBe('| A | B |\n| - | - |\n| 1 2 | x\\|y |');
    expect(lost(html)).toEqual([]);
    const merged =
      '<table><tr><td colspan="2">A</td></tr><tr><td><ul><li>1</li></ul></td><td>2</td></tr></table>';
    expect(markdown(merged)).toBe('| A | |\n| - | - |\n| 1 | 2 |');
    expect(lost(merged)).toEqual(['cells']);
    expect(markdown('<table><tr><td><p>Framed</p><p>words</p></td></tr></table>')).toBe('Framed\n\nwords');
  });

  test('formulas come back as what they were made of', () => {
    const katex = (display: string) =>
      `<span class="katex"><span class="katex-mathml"><math ${display}><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span>`;
    expect(markdown(`<p>So ${katex('')} it costs $5.</p>`)).toBe('So $x^2$ it costs \\$5.');
    expect(lost('<p>a <math><mi>x</mi></math></p>')).toEqual(['math']);
  });

  test('what looks like Markdown stays words', () => {
    expect(markdown('<p>1. not a list, *no* mark, # no head</p><p># none</p>')).toBe(
      '1\\. not a list, \\*no\\* mark, # no head\n\n\\# none',
    );
  });

  test.each([
    ['<p><mark>x</mark></p>', ['colors']],
    ['<p style="background-color: rgb(255, 255, 0)">x</p>', ['colors']],
    ['<p style="color: rgb(33, 37, 41); background-color: rgb(255, 255, 255)">x</p>', []],
    ['<p style="text-align: center">x</p>', ['alignment']],
    ['<p>x</p><iframe src="https://a.example"></iframe>', ['embeds']],
    ['<p>x <button>Copy</button></p>', ['forms']],
    ['<p>x <svg aria-hidden="true"></svg></p>', []],
    ['<p>x <svg></svg></p>', ['drawings']],
    ['<p><a href="#part">x</a></p>', ['links']],
    ['<p>x<img src="data:image/png;base64,AA"></p>', ['pictures']],
    ['<p>x<span style="display:none">secret</span></p>', []],
  ] as const)('%s keeps its words and loses %j', (html, wanted) => {
    expect(pasteToMarkdown(html)).toEqual({ markdown: 'x', lost: wanted });
  });

  test('the player of a video on YouTube or Vimeo is a link to it', () => {
    const player = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Tides [1]"></iframe>';
    expect(pasteToMarkdown(`<p>x</p>${player}`)).toEqual({
      markdown: 'x\n\n[Tides \\[1\\]](https://www.youtube.com/embed/dQw4w9WgXcQ)',
      lost: [],
    });
  });

  test('nothing of it can act', () => {
    const html =
      '<p onclick="a()">x <a href="javascript:alert(1)">y</a><script>alert(1)</script><img src=x onerror=alert(1)></p>&lt;script&gt;';
    expect(markdown(html)).not.toMatch(/javascript:|(?<!\\)<script|onerror/);
    expect(() => pasteToMarkdown('<b>'.repeat(5000))).toThrow(HtmlFault);
  });

  test('neighbors with the same mark are one, and space stands outside of marks', () => {
    expect(markdown('<p><b>a</b><b>b</b> <b> c </b>d</p>')).toBe('**ab** **c** d');
    expect(markdown('<b><p>one</p><p>two</p></b>')).toBe('**one**\n\n**two**');
    expect(markdown('<p><b> </b>a</p>')).toBe('a');
  });
});
