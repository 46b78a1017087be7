import { expect, test } from 'vitest';
import { headingsOf } from '#domain/writing/headings';
import { separateIds } from '#domain/writing/separate-ids';
import { renderMarkdown } from './render-markdown.ts';

const TEXT = `# Joins

## What **inner** joins \`do\`

Words

### See [the docs](https://a.example/x) #

\`\`\`sh
# no heading
\`\`\`

## Joins

## C\\# and Größe

#no heading

## 漢字

###### Last *one* &c`;

test('the headings that the editor offers are those that readers get, under the same anchors', async () => {
  const headings = headingsOf(TEXT);
  expect(headings.map(({ title }) => title)).toEqual([
    'Joins',
    'What inner joins do',
    'See the docs',
    'Joins',
    'C# and Größe',
    '漢字',
    'Last one &c',
  ]);
  const links = headings.map(({ anchor }) => `[x](${anchor})`).join('\n\n');
  const [html = ''] = await renderMarkdown([`${TEXT}\n\n${links}`]);
  const ids = [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id);
  const targets = [...html.matchAll(/<a href="#([^"]+)">x/g)].map(([, id]) => id);
  expect(ids).toHaveLength(headings.length);
  expect(targets).toEqual(ids);
});

test.each([
  [
    ['Part', 'Part 2', 'Part', 'Part'],
    ['part', 'part-2', 'part-3', 'part-4'],
  ],
  [
    ['Part', 'Part', 'Part 2', 'Part 2'],
    ['part', 'part-2', 'part-2-2', 'part-2-3'],
  ],
  [
    ['Part 2', 'Part', 'Part'],
    ['part-2', 'part', 'part-3'],
  ],
])('no two of the headings %s have one anchor', async (titles, anchors) => {
  const text = titles.map((title) => `## ${title}`).join('\n\n');
  expect(headingsOf(text).map(({ anchor }) => anchor.slice(1))).toEqual(anchors);
  const [html = ''] = await renderMarkdown([text]);
  expect([...html.matchAll(/ id="section-([^"]+)"/g)].map(([, id]) => id)).toEqual(anchors);
});

test('sections on one page keep their anchors, and what another section has already is told apart', async () => {
  const source = (more: string) =>
    `## Joins\n\nA fact.[^1] [Up](#joins) \`<a id="section-joins">\` ![a > b](/media/x.png)\n\n## ${more}\n\n[^1]: Of ${more}.`;
  const html = await renderMarkdown(['First', 'Second', 'Third'].map(source));
  const texts = separateIds(html);
  expect(texts[0]).toBe(html[0]);
  expect(separateIds(html.slice(1, 2))).toEqual(html.slice(1, 2));
  const page = texts.join('');
  const tags = (page.match(/<[a-z][^>]*>/g) ?? []).join('');
  const ids = [...tags.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(['section-first', 'section-second', 'section-third']));
  for (const text of texts) {
    const own = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...text.matchAll(/ (?:href="#|aria-describedby=")([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(3);
    expect(targets.filter((id) => !own.has(id))).toEqual([]);
    // What an author shows as code is no id.
    expect(text).toContain('id="section-joins">');
  }
});
