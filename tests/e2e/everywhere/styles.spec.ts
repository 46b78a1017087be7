import { PUBLIC } from '../kit/pages.ts';
import { expect, test } from '../kit/people.ts';

/** Of the router and of drawings, which scripts look for; no rule is for them. */
const UNSTYLED = new Set(['', 'active', 'mermaid-source']);
/** An element with classes that is not empty: what is empty shows nothing yet. */
const ELEMENT = /<(\w+)\b[^>]*? class="([^"]*)"[^>]*>(?!<\/\1>)/g;

test('what the server sends of a page is styled by the style sheets that it names', async ({ request }) => {
  const sheets = new Map<string, string>();
  const sheet = async (href: string) => {
    const text = sheets.get(href) ?? (await (await request.get(href)).text());
    sheets.set(href, text);
    return text;
  };
  for (const path of PUBLIC) {
    const html = await (await request.get(path)).text();
    const hrefs = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
    const css = (await Promise.all(hrefs.map(sheet))).join('\n');
    const classes = [...html.matchAll(ELEMENT)].flatMap(([, , names = '']) => names.split(' '));
    expect(classes.length, path).toBeGreaterThan(0);
    const bare = classes.filter((name) => !UNSTYLED.has(name) && !css.includes(`.${name}`));
    expect.soft([...new Set(bare)], path).toEqual([]);
  }
});
