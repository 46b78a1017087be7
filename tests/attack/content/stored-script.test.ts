import { createHash } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';
import { insertContent } from './content.ts';
import { openWebApp } from './drawn-pages.ts';

let web: Awaited<ReturnType<typeof openWebApp>>;
beforeAll(async () => {
  web = await openWebApp();
});

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('a script that stored content brings into a page is not in its policy, those of the renderer are', async ({
  db,
}) => {
  const school = await openSchool(db, { web });
  const { posts } = await insertContent(db);
  const stored = ['stored()', 'stored(2)', 'window.again = 1'] as const;
  // As if every filter between an author and the table had failed.
  await db.kysely
    .updateTable('course_content')
    .set({
      content_html: `<p>Before</p><script>${stored[0]}</script><script nonce="">${stored[1]}</script><script class="$tsr" nonce="x">${stored[2]}</script>`,
    })
    .execute();
  for (const who of ['visitor', 'free'] as const) {
    const reply = await school.ask(who, 'GET', `/blogs/${posts.free.id}`);
    const html = await reply.text();
    const policy = reply.headers.get('content-security-policy') ?? '';
    if (who === 'visitor') for (const code of stored) expect(html).toContain(`>${code}</script>`);
    for (const code of stored) expect(policy, code).not.toContain(hashOf(code));
    expect(html).not.toContain('nonce="$');
    expect(html).not.toContain('csp-nonce');
    const own = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
      .filter(
        ([, attributes = '', code = '']) =>
          !/ src=|json/.test(attributes) && !stored.some((one) => one === code),
      )
      .map(([, , code = '']) => code);
    expect(own.length).toBeGreaterThan(1);
    for (const code of own) expect(policy, code.slice(0, 80)).toContain(hashOf(code));
    expect(policy.match(/sha256-/g)?.length).toBe(new Set(own).size);
  }
});
