import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toHtml } from '../to-html.ts';
import { RENDERER_VERSION } from './renderer-version.ts';

/** One of everything that the renderer makes something of. */
const EVERYTHING = `# Joins

A line,
and *another* with **bold**, ~~struck~~, \`code\`, <kbd>Esc</kbd> and <u>HTML</u>.[^1]

> [!TIP]
> Read the plan first.

> Somebody said so.

| Name | Rows |
|:-----|-----:|
| a    | 1    |

- [x] done
- [ ] open

1. first
2. second

\`\`\`sql
select count(*) from orders where total > 10; -- all
\`\`\`

\`\`\`typescript
const sum = (a: number, b: number): number => a + b;
\`\`\`

\`\`\`mermaid
graph TD; A-->B;
\`\`\`

Inline $a^2 + b^2 = c^2$, and

$$
\\int_0^1 x\\,dx = \\frac{1}{2}
$$

https://www.youtube.com/watch?v=dQw4w9WgXcQ

![A map](/media/5f0c1f0e-8f4e-4f0b-9a52-3f4f5d1c2b3a.png "The map") [a file](/media/5f0c1f0e-8f4e-4f0b-9a52-3f4f5d1c2b3a.csv)

![A talk](/media/5f0c1f0e-8f4e-4f0b-9a52-3f4f5d1c2b3a.mp4)

<script>alert(1)</script> [elsewhere](https://elsewhere.test/) [within](/courses/sql?section=joins)

---

[^1]: A note.
`;

/** The HTML that a version makes of it: what was made before and is stored differs from what is made now. */
const MADE = { version: 2, hash: '36257d50322ff62c06e5a3ab2df1017ada03f3a5ca20af7d2eb925a71179da01' };

test('a renderer that makes other HTML has another version, so that stored texts are rendered again', async () => {
  const hash = createHash('sha256')
    .update(await toHtml(EVERYTHING))
    .digest('hex');
  expect(
    { version: RENDERER_VERSION, hash },
    'The renderer makes other HTML than before: raise RENDERER_VERSION by one, and write both down here.',
  ).toEqual(MADE);
});
