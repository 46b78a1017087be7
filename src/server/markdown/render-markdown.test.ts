import { expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const one = async (source: string) => (await renderMarkdown([source]))[0] ?? '';

/** What could run in a reader's browser, or reach another host by itself. */
const DANGER =
  /<(script|iframe|object|embed|svg|style|link|meta|base|form|button|textarea|video|audio|math(?! xmlns="http:\/\/www\.w3\.org))\b|\son\w+\s*=|javascript:|vbscript:|data:text|srcdoc|formaction/i;

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)">',
  '<embed src="javascript:alert(1)">',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select onfocus=alert(1) autofocus>',
  '<textarea onfocus=alert(1) autofocus>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction=javascript:alert(1)>x</button>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](<javascript:alert(1)>)',
  '![x](javascript:alert(1))',
  '![x](data:text/html;base64,PHNjcmlwdD4=)',
  '![x" onerror="alert(1)](x)',
  '![x](x "t\\" onerror=alert(1)")',
  '[x]: javascript:alert(1)\n[x]',
  '<javascript:alert(1)>',
  '<link rel=stylesheet href=//evil.test>',
  '<meta http-equiv=refresh content="0;url=//evil.test">',
  '<base href=//evil.test>',
  '<style>@import "//evil.test"</style>',
  '<math><mtext><script>alert(1)</script></mtext></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<table background="javascript:alert(1)">',
  '<div style="background:url(javascript:alert(1))">',
  '<p id="x" onclick="alert(1)">',
  '<x onclick=alert(1)>x</x>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php echo 1 ?><script>alert(1)</script>',
  '```"><script>alert(1)</script>\nx\n```',
  '```js onclick=alert(1)\nx\n```',
  '```mermaid\n</pre><script>alert(1)</script>\n```',
  '`</code><script>alert(1)</script>`',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\url{javascript:alert(1)}$',
  '$\\includegraphics{javascript:alert(1)}$',
  '$\\htmlClass{x}{y}$',
  '$\\htmlData{a=b}{c}$',
  '$</span><script>alert(1)</script>$',
  '$$\n<img src=x onerror=alert(1)>\n$$',
  '| <script>alert(1)</script> |\n|-|\n| <img src=x onerror=alert(1)> |',
  '- [ ] <img src=x onerror=alert(1)>',
  '[^1]\n\n[^1]: <script>alert(1)</script>',
  'http://x.test/"onmouseover="alert(1)',
  '<http://x.test/"onmouseover="alert(1)>',
  '~~<script>alert(1)</script>~~',
  '# <script>alert(1)</script>',
  '> <svg onload=alert(1)>',
  '\u0000<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<IMG SRC=&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74:alert(1)>',
];

/** Text between tags and in attribute values is data: only real tags and real attributes can run. */
function markup(html: string): string {
  return (html.match(/<[a-z/][^>]*>/gi) ?? []).join('').replace(/(alt|title|id|content|class)="[^"]*"/g, '');
}

test('none of the hostile texts leaves anything that runs', async () => {
  const rendered = await renderMarkdown(PAYLOADS);
  const through = PAYLOADS.filter((_, index) => DANGER.test(markup(rendered[index] ?? '')));
  expect(through).toEqual([]);
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(60);
});

test('a video or sound of the library plays where it stands; one of another host is a picture that does not show', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  expect(await one(`![Talk "one"](/media/${id}.mp4 "x")`)).toBe(
    `<p><video src="/media/${id}.mp4" controls preload="metadata" aria-label="Talk &#x22;one&#x22;"></video></p>`,
  );
  expect(await one(`![Bell](/media/${id}.mp3)`)).toContain(`<audio src="/media/${id}.mp3" controls`);
  expect(await one('![x](https://elsewhere.test/media/a.mp4)')).toContain('<img src="https://elsewhere.test');
});

test('a single line break is kept', async () => {
  expect(await one('one\ntwo')).toBe('<p>one<br>\ntwo</p>');
});

test('code is coloured for both themes and says its language', async () => {
  const html = await one('```sql\nselect 1;\n```');
  expect(html).toContain('data-language="sql"');
  expect(html).toMatch(/--shiki-light:#\w{6};--shiki-dark:#\w{6}/);
  expect(html).not.toMatch(/style="color/);
});

test('every colour of code has a contrast of 7 to the page, in the light theme and in the dark one', async () => {
  const code = [
    'ts\n// note\nexport const a: Map<string, number> = f(/x+/g, `a`, true);\n@d class B {}',
    "sql\n-- note\nselect count(*) from a where b = 'c' and d > 1;",
    'bash\n# note\nif [ "$A" = 1 ]; then grep -r x . | sort > out; fi',
    'python\n# note\nclass A:\n    def f(self): return f"{self.a}" + None',
    'diff\n- old\n+ new',
    'html\n<!-- note --><a href="x">y &amp; z</a>',
    'json\n{ "a": [1, true, null] }',
    'http\nGET / HTTP/1.1\nHost: a.test',
    'js\nthrow new Error(await import("x"));',
  ].map((text) => `\`\`\`${text}\n\`\`\``);
  const html = (await renderMarkdown(code)).join('');
  const poor: string[] = [];
  for (const [theme, page] of [
    ['light', '#fffefc'],
    ['dark', '#181c24'],
  ] as const) {
    const colours = new Set(
      [...html.matchAll(new RegExp(`--shiki-${theme}:(#\\w{6})`, 'g'))].map(([, colour]) => colour ?? ''),
    );
    expect(colours.size).toBeGreaterThan(5);
    for (const colour of colours) if (contrast(colour, page) < 7) poor.push(`${theme} ${colour}`);
  }
  expect(poor).toEqual([]);
});

/** Contrast of two colours by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('a first heading of an author becomes a second one', async () => {
  expect(await one('# Joins')).toBe('<h2 id="section-joins">Joins</h2>');
});

test('links outward are marked and pictures wait until they are near', async () => {
  expect(await one('[a](https://a.test) [b](/b)')).toBe(
    '<p><a href="https://a.test" rel="noopener nofollow">a</a> <a href="/b">b</a></p>',
  );
  expect(await one('![x](/media/x.png)')).toBe('<p><img src="/media/x.png" alt="x" loading="lazy"></p>');
});

test('code in a language that nobody knows stays as it is', async () => {
  expect(await one('```klingon\nqapla <b>\n```')).toContain('qapla &#x3C;b>');
});

test('mathematics is set, with its meaning for screen readers', async () => {
  const html = await one('$a^2$');
  expect(html).toContain('katex');
  expect(html).toContain('<math');
});

test('a code block says whether it can be run by the words at its head, and by nothing else', async () => {
  expect(await one('```js run\n1\n```')).toMatch(/^<pre [^>]*data-run="js"/);
  expect(await one('```python setup\n1\n```')).toMatch(/^<pre [^>]*data-setup="py"/);
  expect(await one('```js run\n1\n```')).not.toContain('setup');
  for (const plain of ['```js\nrun\n```', '```rust run\nls\n```', '<pre data-run="js">1</pre>'])
    expect(await one(plain)).not.toMatch(/<[^>]*data-run/);
});

test('a diagram stays readable text until the browser draws it', async () => {
  expect(await one('```mermaid\ngraph TD; A-->B\n```')).toBe(
    '<pre class="mermaid-source" data-language="mermaid" tabindex="0">graph TD; A-->B\n</pre>',
  );
});

test('a table scrolls by itself and can be reached by keyboard', async () => {
  expect(await one('|a|\n|-|\n|1|')).toMatch(
    /<div class="table-wrapper" data-table="" tabindex="0" role="group"><table>/,
  );
});

test('headings can be linked, and two of the same name have two addresses', async () => {
  expect(await one('## Joins\n\n## Joins')).toMatch(/id="section-joins".*id="section-joins-2"/s);
});

test.for([
  ['#what-is-a-join', '#section-what-is-a-join'],
  ['#What-Is-A-Join', '#section-what-is-a-join'],
  ['#section-what-is-a-join', '#section-what-is-a-join'],
  ['#uber-uns', '#section-uber-uns'],
  ['#%C3%BCber', '#%C3%BCber'],
  ['#elsewhere', '#elsewhere'],
  ['#%', '#%25'],
  ['/courses#what-is-a-join', '/courses#what-is-a-join'],
])('a link to %s leads to %s', async ([written, leads]) => {
  const html = await one(`[Down](${written})\n\n## What *is* a join?\n\n## Uber uns`);
  expect(html).toContain(`<a href="${leads}">Down</a>`);
});

test('texts come back in the order in which they were given', async () => {
  const sources = Array.from({ length: 20 }, (_, index) => `text ${index}`);
  expect(await renderMarkdown(sources)).toEqual(sources.map((source) => `<p>${source}</p>`));
});

test('sub- and superscript and underlined words are drawn; tags with attributes or without an end are not', async () => {
  expect(await one('H<sub>2</sub>O <u>so *x*<sup>2</sup></u>')).toBe(
    '<p>H<sub>2</sub>O <u>so <em>x</em><sup>2</sup></u></p>',
  );
  expect(await one('<sub onclick="x()">a</sub> <sup>b </u>')).toBe('<p>a b </p>');
});

test('a quote with the sign of a callout is one, with its title or the usual one', async () => {
  expect(await one('> [!WARNING]\n> Do **not**.\n>\n> Ever.')).toBe(
    '<div data-callout="warning" role="note"><p data-callout-title="">Warning</p>\n<p>\nDo <strong>not</strong>.</p>\n<p>Ever.</p>\n</div>',
  );
  expect(await one('> [!tip] Try *this*\n> Text')).toContain(
    '<p data-callout-title="">Try <em>this</em></p>',
  );
  expect(await one('> [!NOTE]\n>\n> - item')).toContain('>Note</p>');
  for (const quote of ['> [!OTHER]\n> x', '> Said [!NOTE]', '> ', '> **[!NOTE]** x'])
    expect(await one(quote)).not.toContain('data-callout');
});

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';
const embedded = (title: string, href = VIDEO) =>
  `<p data-video="youtube"><a href="${href}" data-note="Playing loads content from YouTube, which may set cookies." rel="noopener nofollow">${title}</a></p>`;

test('a line that is only a link to a video is one that plays in place, and stays a link', async () => {
  expect(await one(VIDEO)).toBe(embedded('Video on YouTube'));
  expect(await one(`[Tides & *moons*](${VIDEO})`)).toBe(embedded('Tides &#x26; moons'));
  expect(await one(`![Tides](${VIDEO})`)).toBe(embedded('Tides'));
  expect(await one(`Before\nand on\n${VIDEO}\nAfter`)).toBe(
    `<p>Before<br>\nand on</p>${embedded('Video on YouTube')}<p>\nAfter</p>`,
  );
  expect(await one(`> [!TIP]\n> ${VIDEO}`)).toContain(embedded('Video on YouTube'));
  expect(await one('https://vimeo.com/76979871')).toContain('<p data-video="vimeo">');
});

test.each([
  `See ${VIDEO}`,
  `${VIDEO} ${VIDEO}`,
  `- ${VIDEO}`,
  `| a |\n| - |\n| ${VIDEO} |`,
  `# ${VIDEO}`,
  `\`${VIDEO}\``,
  `[![Tides](https://a.example/tides.png)](${VIDEO})`,
  'https://a.example/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
  '[x](https://youtube.com/watch?v=x%22onload%3D)',
  `<p data-video="youtube"><a href="${VIDEO}">x</a></p>`,
])('%s is no video that plays in place', async (markdown) => {
  expect(await one(markdown)).not.toContain('data-video');
});
