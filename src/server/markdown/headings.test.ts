import { expect, test } from 'vitest';
import { headingsOf } from '#domain/writing/headings';
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
