import { expect, test } from 'vitest';
import { toHtml } from '#server/markdown/to-html';
import { readGift } from './gift/read-gift.ts';
import { htmlToMarkdown } from './html/html-to-markdown.ts';
import type { Imported } from './imported.ts';
import { readMoodleXml } from './moodle/read-moodle-xml.ts';
import { openZip } from './open-zip.ts';
import { readCsv } from './read-csv.ts';

const only = (found: Imported[]) => {
  expect(found).toHaveLength(1);
  return found[0];
};

test.for(['number;How many?;1,200;;1', 'number;How many?;5;0,125;1', 'true-false;So?;true;;2,500'])(
  'CSV: a number that can be read in two ways drops its question: %s',
  (line) => {
    const found = only(readCsv(`kind;prompt;correct;tolerance;points\n${line}`));
    const isClear = line.includes(';0,125;');
    expect(found?.question === null).toBe(!isClear);
    expect(found?.dropped ?? '').toMatch(isClear ? /^$/ : /write (1200 or 1\.200|2500 or 2\.500)/);
  },
);

test.for([
  ['Q {=a ~b ~c}', { kind: 'single', options: [{ text: 'a', correct: true }, { text: 'b' }, { text: 'c' }] }],
  [
    'Q {~%50%a ~%50%b ~c}',
    { kind: 'multiple', options: [{ correct: true }, { correct: true }, { correct: false }] },
  ],
  ['Q {FALSE#No#Yes}', { kind: 'true-false', answer: false }],
  ['Q {=one =two}', { kind: 'text', answers: ['one', 'two'] }],
  ['Q {=*lion*}', { kind: 'text', answers: ['lion'], patterns: ['.*lion.*'] }],
  ['Say why {}', { kind: 'essay', prompt: 'Say why' }],
  ['Q {#3.14:0.01}', { kind: 'number', answer: 3.14, tolerance: 0.01 }],
  ['Q {#1..5}', { kind: 'number', answer: 3, tolerance: 2 }],
  ['Q {#=42:1 =%50%40:3}', { kind: 'number', answer: 42, tolerance: 1 }],
  [
    'Q {=a -> 1 =b -> 2 =c -> 3}',
    { kind: 'match', pairs: [{ left: 'a', right: '1' }, { left: 'b' }, { right: '3' }] },
  ],
  ['Mahatma {=Gandhi} was born', { kind: 'text', prompt: 'Mahatma \\_\\_\\_ was born' }],
  ['Q \\{x\\=1\\} {=a\\:b}', { prompt: 'Q {x=1}', answers: ['a:b'] }],
  ['Q {=a ~b####Because *so*}', { explanation: 'Because \\*so\\*' }],
  ['[html]<p>Is <b>it</b> &lt;so&gt;?</p> {T}', { prompt: 'Is **it** \\<so>?' }],
  ['[markdown]Is **it**? {T}', { prompt: 'Is **it**?' }],
] as const)('GIFT: %s', ([text, wanted]) => {
  expect(only(readGift(text))?.question).toMatchObject(wanted);
});

test.for([
  ['A description only', 'no answers in { }'],
  ['Q {=*}', 'any answer'],
  ['Q {#many}', "isn't a number"],
  ['Q {=}', 'none of its answers'],
])('GIFT: of "%s" no question is made: %s', ([text, words]) => {
  expect(only(readGift(text ?? ''))?.dropped).toContain(words);
});

const answer = (fraction: number, text: string, more = '') =>
  `<answer fraction="${fraction}"><text><![CDATA[${text}]]></text>${more}</answer>`;
const moodle = (type: string, inner: string) =>
  `<quiz><question type="category"><category><text>$course$/top/SQL</text></category></question>
  <question type="${type}"><name><text>Named</text></name><questiontext format="html"><text><![CDATA[<p>Which <em>one</em>?</p>]]></text></questiontext>
  <generalfeedback><text>So &amp; so</text></generalfeedback><defaultgrade>2.0</defaultgrade>${inner}<tags><tag><text>joins</text></tag></tags></question></quiz>`;

test.for([
  ['multichoice', `<single>true</single>${answer(100, 'a')}${answer(0, 'b')}`, { kind: 'single' }],
  [
    'multichoice',
    `<single>false</single>${answer(50, 'a')}${answer(50, 'b')}${answer(0, 'c')}`,
    { kind: 'multiple' },
  ],
  ['truefalse', `${answer(0, 'true')}${answer(100, 'false')}`, { kind: 'true-false', answer: false }],
  [
    'shortanswer',
    `<usecase>1</usecase>${answer(100, 'NULL')}${answer(50, 'null')}`,
    { answers: ['NULL'], caseSensitive: true, partial: [{ text: 'null', fraction: 50 }] },
  ],
  [
    'numerical',
    answer(100, '42', '<tolerance>0.5</tolerance>'),
    { kind: 'number', answer: 42, tolerance: 0.5 },
  ],
  ['ordering', `${answer(1, 'first')}${answer(1, 'second')}`, { kind: 'order', items: ['first', 'second'] }],
  [
    'matching',
    '<subquestion><text>a</text><answer><text>1</text></answer></subquestion><subquestion><text>b</text><answer><text>2</text></answer></subquestion>',
    {
      kind: 'match',
      pairs: [
        { left: 'a', right: '1' },
        { left: 'b', right: '2' },
      ],
    },
  ],
] as const)('Moodle XML: %s', ([type, inner, wanted]) => {
  const found = only(readMoodleXml(moodle(type, inner)));
  expect(found).toMatchObject({ name: 'Named', tags: ['SQL', 'joins'], dropped: null });
  expect(found?.question).toMatchObject({
    prompt: 'Which *one*?',
    points: 2,
    explanation: 'So & so',
    ...wanted,
  });
});

test('a table holds questions of ten kinds, with lists between bars', () => {
  const found = readCsv(
    [
      'kind;prompt;correct;wrong;points;tags;tolerance;unit;comment',
      ';Which?;a;b|c;2;x|y;;;',
      'multiple;Which?;a|b;c;;;;;',
      'true-false;So?;yes;;;;;;',
      'number;How many?;3,5;;;;0.1;m;',
      'text;Who?;Ada|Lovelace;;;;;;',
      'order;Sort;a|b|c;;;;;;',
      'match;Pair;a = 1|b = 2;;;;;;',
      'poem;Write;;;;;;;',
      'gaps;The (1) is (2);sky / heaven|blue;|green / red;;;;;',
      'categorise;Sort;cat = animal|oak = tree|dog = animal;;;;;;',
      'essay;Say why;A reason|An example;;;;;;',
    ].join('\n'),
  );
  expect(found.flatMap(({ question }) => question ?? [])).toMatchObject([
    { kind: 'single', points: 2, options: [{ text: 'a', correct: true }, { text: 'b' }, { text: 'c' }] },
    { kind: 'multiple' },
    { kind: 'true-false', answer: true },
    { kind: 'number', answer: 3.5, tolerance: 0.1, unit: 'm' },
    { kind: 'text', answers: ['Ada', 'Lovelace'] },
    { kind: 'order', items: ['a', 'b', 'c'] },
    {
      kind: 'match',
      pairs: [
        { left: 'a', right: '1' },
        { left: 'b', right: '2' },
      ],
    },
    {
      kind: 'gaps',
      gaps: [
        { answers: ['sky', 'heaven'], wrong: [] },
        { answers: ['blue'], wrong: ['green', 'red'] },
      ],
    },
    { kind: 'categorise', categories: ['animal', 'tree'], items: [{ text: 'cat' }, {}, {}] },
    { kind: 'essay', rubric: [{ text: 'A reason' }, { text: 'An example' }] },
  ]);
  expect(found[0]).toMatchObject({
    line: 2,
    tags: ['x', 'y'],
    changes: ['unknown columns were ignored: comment'],
  });
  expect(found[7]?.dropped).toContain('"poem"');
});

test.for([
  '<script>alert(1)</script><p>a</p>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">a</a></svg>',
  '<a href="https://x.test/)[b](javascript:alert(1)">a</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '[a](javascript:alert(1))',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p title="--><script>alert(1)</script>">a</p>',
  '<math><mtext></p><script>alert(1)</script>',
  '<code>`</code><b>`</b><img src="https://x.test/a.png" alt="](javascript:alert(1))">',
])('HTML of a stranger runs nothing: %s', async (html) => {
  const drawn = await toHtml(htmlToMarkdown(html).text);
  expect(drawn).not.toMatch(
    /<script|<iframe|<svg|(?:href|src)="\s*javascript:|<(?:[^>"]|"[^"]*")*\son\w+\s*=/i,
  );
});

test.for([
  ['<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
  ['a * b_c [d] # e $5', 'a \\* b_c \\[d] # e \\$5'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['<pre><code>if (a &lt; b)\n  go();</code></pre>', '```\nif (a < b)\n  go();\n```'],
  ['Is \\(x^2\\) or $$y$$?', 'Is $x^2$ or $$y$$?'],
  ['<a href="https://x.test/a(b)">see</a>', '[see](https://x.test/a%28b%29)'],
])('HTML becomes Markdown: %s', ([html = '', wanted]) => {
  expect(htmlToMarkdown(html).text).toBe(wanted);
});

test('what a table has in HTML is told, and a question that would show nothing is dropped', () => {
  const rows = [
    'kind,prompt,correct,wrong',
    'single,<p>What is 2+2?</p>,4,5',
    'single,What is **2**+2? <kbd>Think</kbd>,<b>4</b>,5',
    'text,Which tag shows a picture?,<img>,',
    'gaps,Write {1},<br> / <br/>,',
  ];
  const [lost, reported, typed, gap] = readCsv(rows.join('\n'));
  expect(lost).toMatchObject({
    question: null,
    dropped: 'its text is HTML, but texts in a CSV file are Markdown',
  });
  expect(reported).toMatchObject({
    dropped: null,
    changes: ['the HTML <b> was removed', 'the HTML <kbd> was removed'].map((words) =>
      expect.stringContaining(words),
    ),
  });
  expect(typed).toMatchObject({ changes: [], question: { answers: ['<img>'] } });
  expect(gap).toMatchObject({ changes: [], question: { gaps: [{ answers: ['<br>', '<br/>'] }] } });
});

test.for([
  ['prompt,correct\n"Which?,a', 'never closed'],
  ['prompt,correct\n"Which"one?,a', 'from line 2 on'],
  ['prompt,correct\nWhich "one"?,a', 'from line 2 on'],
  [`prompt,correct\n${'x'.repeat(200_001)},a`, 'longer than 200000'],
])('why a table cannot be read is said in words: %#', ([text = '', words = '']) => {
  expect(() => readCsv(text)).toThrow(words);
  expect(() => readCsv(text)).not.toThrow(/Invalid|Not Closed|Max Record|expect/);
});

test('why XML cannot be read is said in words', () => {
  expect(() => readMoodleXml('<quiz>\n<question></quiz>')).toThrow(
    /^The XML cannot be read from line 2 on: it is broken there\. Export the questions again\.$/,
  );
});

test('why a zip file cannot be read is said in words', async () => {
  await expect(openZip(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).rejects.toThrow(
    "The zip file can't be read: it is damaged or incomplete. Zip the folder again.",
  );
});
