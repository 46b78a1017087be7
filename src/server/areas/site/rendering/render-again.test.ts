import { sql } from 'kysely';
import { expect } from 'vitest';
import { landingForm } from '#contract/administration/landing';
import { NO_META } from '#domain/site/page-meta';
import { saveLanding } from '#server/areas/settings/save-landing';
import type { Db } from '#server/db/client';
import { RENDERER_VERSION } from '#server/markdown/version/renderer-version';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { openVerbs, type Verbs } from '#tests/kit/verbs';
import { createPage } from '../custom/create-page.ts';
import { savePage } from '../save-page.ts';
import { renderAgain } from './render-again.ts';
import { selectRenderedBy } from './rendered-sql.ts';

const GOING_ON = new AbortController().signal;

/** A course, a page of each kind, and a landing page with texts in Markdown. */
async function writeTexts(verbs: Verbs): Promise<void> {
  const { as, services } = verbs;
  await makeCourse(verbs, { content: [{ title: 'One', content: '**first**' }, { title: 'Two' }] });
  const own = {
    kind: 'custom',
    title: 'Our team',
    slug: 'team',
    description: '',
    markdown: '*five*',
    meta: NO_META,
  } as const;
  await createPage(services, as('admin'), { content: own, start: 'published' });
  await savePage(services, as('admin'), {
    name: 'about_us',
    version: 0,
    content: { kind: 'markdown', markdown: '~~old~~' },
  });
  const landing = landingForm.parse({
    blocks: [
      { id: 'first', kind: 'hero', hidden: false },
      { id: 'second', kind: 'text', hidden: false, markdown: '`code`' },
    ],
  });
  await saveLanding(services, as('admin'), { version: 0, ...landing });
}

async function htmlOfAll({ kysely }: Db): Promise<string[]> {
  const { rows } = await sql<{ html: string }>`
    select content_html as html from course_content where content_html <> ''
    union all select content from custom_pages union all select content from page_content
    union all select value#>>'{blocks,1,html}' from site_settings where name = 'landing'
    order by html`.execute(kysely);
  return rows.map(({ html }) => html);
}

const EXPECTED = [
  '<p><code>code</code></p>',
  '<p><del>old</del></p>',
  '<p><em>five</em></p>',
  '<p><strong>first</strong></p>',
];

/** As an older renderer left it. */
async function makeOld({ kysely }: Db): Promise<void> {
  await sql`update course_content set content_html = '<b>old</b>' where content_html <> ''`.execute(kysely);
  await sql`update custom_pages set content = '<b>old</b>'`.execute(kysely);
  await sql`update page_content set content = '<b>old</b>'`.execute(kysely);
  await sql`update site_settings set value = jsonb_set(value, '{blocks,1,html}', '"<b>old</b>"') where name = 'landing'`.execute(
    kysely,
  );
  await sql`update rendered_texts set version = 0`.execute(kysely);
}

test('after an upgrade every stored text is rendered again, once', async ({ db }) => {
  const verbs = await openVerbs(db);
  expect(await selectRenderedBy(db.kysely)).toBe(RENDERER_VERSION);
  await writeTexts(verbs);
  expect(await htmlOfAll(db)).toEqual(EXPECTED);
  await makeOld(db);
  expect(await renderAgain(verbs.services, GOING_ON)).toBe(4);
  expect(await htmlOfAll(db)).toEqual(EXPECTED);
  await sql`update course_content set content_html = '<b>of a later release</b>' where content <> ''`.execute(
    db.kysely,
  );
  expect(await renderAgain(verbs.services, GOING_ON)).toBe(0);
});

test('it says when a text was saved last, not when it was rendered', async ({ db }) => {
  const verbs = await openVerbs(db);
  await writeTexts(verbs);
  await makeOld(db);
  const times = async () =>
    (
      await sql`select updated_at from course_content union all select updated_at from custom_pages`.execute(
        db.kysely,
      )
    ).rows;
  const before = await times();
  await renderAgain(verbs.services, GOING_ON);
  expect(await times()).toEqual(before);
});

test('a process that stops leaves the rest to the next one', async ({ db }) => {
  const verbs = await openVerbs(db);
  await writeTexts(verbs);
  await makeOld(db);
  expect(await renderAgain(verbs.services, AbortSignal.abort())).toBe(0);
  expect(await selectRenderedBy(db.kysely)).toBe(0);
  expect(await renderAgain(verbs.services, GOING_ON)).toBe(4);
});

test('what is rendered to what it was is not written', async ({ db }) => {
  const verbs = await openVerbs(db);
  await writeTexts(verbs);
  await sql`update rendered_texts set version = 0`.execute(db.kysely);
  expect(await renderAgain(verbs.services, GOING_ON)).toBe(0);
  expect(await selectRenderedBy(db.kysely)).toBe(RENDERER_VERSION);
});
