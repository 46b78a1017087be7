import { expect } from 'vitest';
import type { PageContent } from '#contract/pages';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { getContactDetails } from './get-contact-details.ts';
import { getEditedPage } from './get-edited-page.ts';
import { getPage } from './get-page.ts';
import { getPageRevision } from './get-page-revision.ts';
import { listFaq } from './list-faq.ts';
import { listPageHistory } from './list-page-history.ts';
import { previewPage } from './preview-page.ts';
import { restorePage } from './restore-page.ts';
import { savePage } from './save-page.ts';

const html = (text: string): PageContent => ({ kind: 'html', html: text });
const CONTACT: PageContent = {
  kind: 'contact',
  introText: 'Write',
  email: 'a@school.test',
  phone: '',
  address: '',
};

function save(verbs: Verbs, name: string, version: number, content: PageContent) {
  return savePage(verbs.services, verbs.as('admin'), { name, version, content });
}

test('the policies start with their default text, About with nothing, the questions with three samples', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const get = (name: string) => getEditedPage(services, as('admin'), { name });
  for (const name of ['terms', 'privacy', 'cookies'] as const) {
    const page = await get(name);
    expect(page).toMatchObject({ version: 0, savedAt: null, savedBy: null });
    expect(page.content.kind === 'html' && page.content.html).toMatch(/<h2>/);
  }
  expect((await get('about_us')).content).toEqual(html(''));
  const { content } = await get('faq');
  expect(content.kind === 'faq' && content.items).toHaveLength(3);
  expect((await get('contact')).content).toMatchObject({ kind: 'contact', email: 'support@example.com' });
});

test('what is saved is what the public pages say at once, told to every process', async ({ ownDb }) => {
  const verbs = await openVerbs(ownDb);
  const client = await ownDb.pool.connect();
  let reported = 0;
  client.on('notification', () => {
    reported += 1;
  });
  await client.query('listen content');
  await save(verbs, 'terms', 0, html('<p>New terms</p>'));
  await save(verbs, 'faq', 0, {
    kind: 'faq',
    items: [{ id: 'a', question: 'Why?', answer: 'So.', pricing: true }],
  });
  await save(verbs, 'contact', 0, CONTACT);
  await client.query('select 1');
  client.release();
  expect(reported).toBe(3);
  expect((await getPage(verbs.services, { name: 'terms' })).html).toBe('<p>New terms</p>');
  expect(await listFaq(verbs.services)).toEqual([
    { id: 'a', question: 'Why?', answer: 'So.', pricing: true },
  ]);
  expect(await getContactDetails(verbs.services)).toMatchObject({ introText: 'Write', phone: '' });
  const page = await getEditedPage(verbs.services, verbs.as('admin'), { name: 'contact' });
  expect(page).toMatchObject({ version: 1, content: CONTACT, savedBy: 'admin' });
});

test('a page that says nothing is absent, so that its fallback is shown', async ({ db }) => {
  const verbs = await openVerbs(db);
  expect(await failureOf(getPage(verbs.services, { name: 'about_us' }))).toBe('PAGE_NOT_FOUND');
  await save(verbs, 'about_us', 0, html('<p>We</p>'));
  expect((await getPage(verbs.services, { name: 'about_us' })).html).toBe('<p>We</p>');
  await save(verbs, 'about_us', 1, html('<p> </p>'));
  expect(await failureOf(getPage(verbs.services, { name: 'about_us' }))).toBe('PAGE_NOT_FOUND');
});

test('the second of two who save is told, with what the first one saved, and changes nothing', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  await save(verbs, 'privacy', 0, html('<p>First</p>'));
  await expect(save(verbs, 'privacy', 0, html('<p>Second</p>'))).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { version: 1, content: html('<p>First</p>'), savedBy: 'admin' } },
  });
  expect((await getPage(verbs.services, { name: 'privacy' })).html).toBe('<p>First</p>');
  await save(verbs, 'privacy', 1, html('<p>Second</p>'));
  expect((await getPage(verbs.services, { name: 'privacy' })).html).toBe('<p>Second</p>');
});

test('of many who save a page that was never saved, one wins and all others are told', async ({ ownDb }) => {
  const verbs = await openVerbs(ownDb);
  const saves = Array.from({ length: 8 }, (_, n) =>
    failureOf(save(verbs, 'cookies', 0, html(`<p>${n}</p>`))),
  );
  const outcomes = await Promise.all(saves);
  expect(outcomes.filter((outcome) => outcome === 'VERSION_CONFLICT')).toHaveLength(7);
  const { items } = await listPageHistory(verbs.services, verbs.as('admin'), { name: 'cookies' });
  expect(items.map(({ version }) => version)).toEqual([1, 0]);
});

test('every save keeps a version, the text before the first one too, and each can be restored', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const before = await getPage(services, { name: 'terms' });
  await save(verbs, 'terms', 0, html('<p>One</p>'));
  verbs.wait(60);
  await save(verbs, 'terms', 1, html('<p>Two</p>'));
  verbs.wait(60);
  const restored = await restorePage(services, as('admin'), { name: 'terms', restore: 0, version: 2 });
  expect(restored.version).toBe(3);
  expect((await getPage(services, { name: 'terms' })).html).toBe(before.html);
  const { hasMore, items } = await listPageHistory(services, as('admin'), { name: 'terms' });
  expect(hasMore).toBe(false);
  expect(
    items.map(({ origin, restoredVersion, savedBy, version }) => [version, origin, restoredVersion, savedBy]),
  ).toEqual([
    [3, 'restored', 0, 'admin'],
    [2, 'saved', null, 'admin'],
    [1, 'saved', null, 'admin'],
    [0, 'initial', null, null],
  ]);
  const two = await getPageRevision(services, as('admin'), { name: 'terms', version: 2 });
  expect(two.content).toEqual(html('<p>Two</p>'));
});

test('a restore is a save: it can conflict, and what is not there cannot be restored', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  await save(verbs, 'faq', 0, { kind: 'faq', items: [] });
  const late = restorePage(services, as('admin'), { name: 'faq', restore: 0, version: 0 });
  expect(await failureOf(late)).toBe('VERSION_CONFLICT');
  const absent = restorePage(services, as('admin'), { name: 'faq', restore: 7, version: 1 });
  expect(await failureOf(absent)).toBe('REVISION_NOT_FOUND');
  const unseen = getPageRevision(services, as('admin'), { name: 'faq', version: 7 });
  expect(await failureOf(unseen)).toBe('REVISION_NOT_FOUND');
  expect(await listFaq(services)).toEqual([]);
});

test('a long history is read in parts', async ({ db }) => {
  const verbs = await openVerbs(db);
  for (let n = 0; n < 25; n += 1) await save(verbs, 'about_us', n, html(`<p>${n}</p>`));
  const read = (before?: number) =>
    listPageHistory(verbs.services, verbs.as('admin'), { name: 'about_us', before });
  const first = await read();
  const rest = await read(first.items.at(-1)?.version);
  expect([first.items.length, first.hasMore, rest.items.length, rest.hasMore]).toEqual([20, true, 6, false]);
  expect([...first.items, ...rest.items].map(({ version }) => version)).toEqual(
    Array.from({ length: 26 }, (_, n) => 25 - n),
  );
});

test('a page nobody saved yet has its present text as its history', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { items } = await listPageHistory(services, as('admin'), { name: 'contact' });
  expect(items).toMatchObject([{ version: 0, origin: 'initial', savedBy: null }]);
  const only = await getPageRevision(services, as('admin'), { name: 'contact', version: 0 });
  expect(only.content.kind).toBe('contact');
});

test('a save and a restore are audited with what was there before', async ({ db }) => {
  const verbs = await openVerbs(db);
  await save(verbs, 'terms', 0, html('<p>One</p>'));
  await restorePage(verbs.services, verbs.as('admin'), { name: 'terms', restore: 0, version: 1 });
  const rows = await db.kysely
    .selectFrom('audit_log')
    .select(['action', 'entity_id', 'before', 'after'])
    .where('entity', '=', 'page')
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    {
      action: 'page.update',
      entity_id: 'terms',
      before: { version: 0 },
      after: { content: html('<p>One</p>') },
    },
    { action: 'page.restore', before: { content: html('<p>One</p>') }, after: { restoredVersion: 0 } },
  ]);
});

test('who saved is forgotten with the account, the version stays', async ({ db }) => {
  const verbs = await openVerbs(db);
  await save(verbs, 'terms', 0, html('<p>One</p>'));
  await db.kysely.deleteFrom('users').where('name', '=', 'admin').execute();
  const { items } = await listPageHistory(verbs.services, verbs.as('admin'), { name: 'terms' });
  expect(items[0]).toMatchObject({ version: 1, origin: 'saved', savedBy: null });
});

test('a page that would be too long to be read again once it is sanitised is refused', async ({ db }) => {
  const verbs = await openVerbs(db);
  await expect(save(verbs, 'terms', 0, html('<'.repeat(100_000)))).rejects.toMatchObject({
    code: 'BAD_INPUT',
    fields: { 'content.html': 'At most 200,000 characters' },
  });
  const long = await save(verbs, 'terms', 0, html('x'.repeat(200_000)));
  expect(long.version).toBe(1);
});

test('content of another kind is refused', async ({ db }) => {
  const verbs = await openVerbs(db);
  expect(await failureOf(save(verbs, 'faq', 0, html('<p>x</p>')))).toBe('BAD_INPUT');
  expect(await failureOf(save(verbs, 'terms', 0, CONTACT))).toBe('BAD_INPUT');
  expect(await failureOf(save(verbs, 'contact', 0, markdown('x')))).toBe('BAD_INPUT');
});

const markdown = (text: string): PageContent => ({ kind: 'markdown', markdown: text });

test('a page in Markdown is read as a lesson is, and keeps its Markdown for the editor', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const text = '## Who we are\r\n\nA **school**.\n\n> [!NOTE]\n> Come in\n\n<script>hit()</script>';
  const saved = await save(verbs, 'about_us', 0, markdown(text));
  expect(saved.content).toEqual(markdown(text.replace('\r', '')));
  const { html: shown } = await getPage(services, { name: 'about_us' });
  expect(shown).toContain('>Who we are</h2>');
  expect(shown).toContain('<strong>school</strong>');
  expect(shown).toContain('data-callout="note"');
  expect(shown).not.toContain('<script');
  const rows = await db.kysely.selectFrom('page_content').select(['content', 'markdown']).execute();
  expect(rows).toEqual([{ content: shown, markdown: text.replace('\r', '') }]);
  await save(verbs, 'about_us', 1, markdown('<!-- nothing yet -->'));
  expect(await failureOf(getPage(services, { name: 'about_us' }))).toBe('PAGE_NOT_FOUND');
  expect((await getEditedPage(services, as('admin'), { name: 'about_us' })).version).toBe(2);
});

test('the HTML of a page that is now Markdown stays in its history, and comes back as HTML', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const first = '<p>One</p><table><tr><td>1</td></tr></table>';
  await save(verbs, 'terms', 0, html(first));
  await save(verbs, 'terms', 1, markdown('Two'));
  expect((await getPage(services, { name: 'terms' })).html).toBe('<p>Two</p>');
  const kept = await getPageRevision(services, as('admin'), { name: 'terms', version: 1 });
  expect(kept.content).toEqual(html(first));
  const restored = await restorePage(services, as('admin'), { name: 'terms', restore: 1, version: 2 });
  expect(restored.content).toEqual(html(first));
  expect((await getPage(services, { name: 'terms' })).html).toContain('<table>');
  await restorePage(services, as('admin'), { name: 'terms', restore: 2, version: 3 });
  expect((await getPage(services, { name: 'terms' })).html).toBe('<p>Two</p>');
  const late = await failureOf(save(verbs, 'terms', 3, markdown('Late')));
  expect(late).toBe('VERSION_CONFLICT');
});

test('only administrators see and change what editors work with', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  for (const [who, code] of [
    ['premium', 'ADMINISTRATOR_REQUIRED'],
    ['visitor', 'SIGN_IN_REQUIRED'],
  ] as const) {
    const caller = as(who);
    const calls = [
      getEditedPage(services, caller, { name: 'terms' }),
      savePage(services, caller, { name: 'terms', version: 0, content: html('x') }),
      listPageHistory(services, caller, { name: 'terms' }),
      getPageRevision(services, caller, { name: 'terms', version: 0 }),
      restorePage(services, caller, { name: 'terms', restore: 0, version: 0 }),
      (async () => previewPage(caller, { html: 'x' }))(),
    ];
    for (const call of calls) expect(await failureOf(call)).toBe(code);
  }
});
