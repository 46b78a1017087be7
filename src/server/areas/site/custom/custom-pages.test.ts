import { expect } from 'vitest';
import { menusForm } from '#contract/administration/menus';
import type { CustomContent } from '#contract/pages';
import { NO_META } from '#domain/site/page-meta';
import { listTrash } from '#server/areas/courses/trash/list-trash';
import { purgeTrash } from '#server/areas/courses/trash/purge-trash';
import { selectUses } from '#server/areas/media/library-sql';
import { selectNamed } from '#server/areas/media/media-sql';
import { saveSetting } from '#server/areas/settings/save-setting';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { getEditedPage } from '../get-edited-page.ts';
import { getPageRevision } from '../get-page-revision.ts';
import { listPageHistory } from '../list-page-history.ts';
import { restorePage } from '../restore-page.ts';
import { savePage } from '../save-page.ts';
import { changePageStatus } from './change-page-status.ts';
import { createPage } from './create-page.ts';
import { findPages } from './find-pages.ts';
import { getCustomPage } from './get-custom-page.ts';
import { listPages } from './list-pages.ts';
import { publishDuePages } from './publish-due-pages.ts';
import { removePage } from './remove-page.ts';
import { undeletePage } from './undelete-page.ts';

const content = (changes: Partial<CustomContent> = {}): CustomContent => ({
  kind: 'custom',
  title: 'Our team',
  slug: 'team',
  description: '',
  markdown: 'We are **five** teachers.',
  meta: NO_META,
  ...changes,
});

function create(
  { as, services }: Verbs,
  changes: Partial<CustomContent> = {},
  start: 'draft' | 'published' = 'draft',
) {
  return createPage(services, as('admin'), { content: content(changes), start });
}

function save({ as, services }: Verbs, name: string, version: number, changes: Partial<CustomContent> = {}) {
  return savePage(services, as('admin'), { name, version, content: content(changes) });
}

function read({ as, services }: Verbs, slug: string, who: 'visitor' | 'premium' | 'admin' = 'visitor') {
  return getCustomPage(services, as(who), { slug });
}

test('a draft is read by administrators alone, and by everybody once it is published or unlisted', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { name, state, version } = await create(verbs);
  expect({ state, version }).toEqual({ state: 'draft', version: 1 });
  expect(await failureOf(read(verbs, 'team'))).toBe('PAGE_NOT_FOUND');
  expect(await failureOf(read(verbs, 'team', 'premium'))).toBe('PAGE_NOT_FOUND');
  expect(await read(verbs, 'team', 'admin')).toMatchObject({
    access: 'open',
    state: 'draft',
    html: '<p>We are <strong>five</strong> teachers.</p>',
    description: 'We are five teachers.',
  });
  for (const to of ['published', 'unlisted'] as const) {
    const { state: from } = await getEditedPage(services, as('admin'), { name });
    await changePageStatus(services, as('admin'), { name, from: from ?? 'draft', to });
    expect(await read(verbs, 'team')).toMatchObject({ state: to });
    const { items } = await findPages(services, { q: 'TEAM' });
    expect(items).toEqual(to === 'published' ? [{ slug: 'team', title: 'Our team' }] : []);
  }
});

test('the status is changed once, and not over a change of somebody else', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { name } = await create(verbs);
  const to = (from: 'draft' | 'published', wanted: 'draft' | 'published' | 'unlisted') =>
    changePageStatus(services, as('admin'), { name, from, to: wanted });
  const { publishedAt } = await to('draft', 'published');
  expect(publishedAt).not.toBeNull();
  await to('draft', 'published');
  expect(await failureOf(to('draft', 'unlisted'))).toBe('STATE_CHANGED');
  await to('published', 'draft');
  // When it was public first stays.
  expect((await to('draft', 'published')).publishedAt).toBe(publishedAt);
  const actions = await db.kysely
    .selectFrom('audit_log')
    .select('action')
    .where('entity_id', '=', name)
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    'page.create',
    'page.publish',
    'page.draft',
    'page.publish',
  ]);
});

test('the time of a page is not changed over a time that somebody else chose', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { name } = await create(verbs);
  const [first, second] = [1, 2].map((hours) =>
    new Date(services.clock.now().getTime() + hours * 3_600_000).toISOString(),
  );
  const change = (input: Omit<Parameters<typeof changePageStatus>[2], 'name'>) =>
    changePageStatus(services, as('admin'), { name, ...input });
  await change({ from: 'draft', to: 'scheduled', publishAt: first });
  await change({ from: 'scheduled', fromPublishAt: first, to: 'scheduled', publishAt: second });
  // The undo of who chose the first time.
  expect(await failureOf(change({ from: 'scheduled', fromPublishAt: first, to: 'draft' }))).toBe(
    'STATE_CHANGED',
  );
  expect(await change({ from: 'scheduled', fromPublishAt: second, to: 'draft' })).toMatchObject({
    state: 'draft',
  });
});

test('a scheduled page is published once when it is due, and hidden until then', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services, wait } = verbs;
  const { name } = await create(verbs);
  const schedule = (from: 'draft' | 'scheduled', publishAt?: string) =>
    changePageStatus(services, as('admin'), { name, from, to: 'scheduled', publishAt });
  const inHours = (hours: number) =>
    new Date(services.clock.now().getTime() + hours * 3_600_000).toISOString();
  expect(await failureOf(schedule('draft'))).toBe('BAD_INPUT');
  expect(await failureOf(schedule('draft', inHours(-1)))).toBe('BAD_INPUT');
  await schedule('draft', inHours(1));
  const later = inHours(2);
  expect(await schedule('scheduled', later)).toMatchObject({
    state: 'scheduled',
    publishAt: later,
    publishedAt: null,
  });
  wait(3600);
  expect(await publishDuePages(services)).toBe(0);
  expect(await failureOf(read(verbs, 'team'))).toBe('PAGE_NOT_FOUND');
  wait(3600);
  expect(await Promise.all([publishDuePages(services), publishDuePages(services)])).toContain(1);
  expect(await publishDuePages(services)).toBe(0);
  expect(await read(verbs, 'team')).toMatchObject({ state: 'published' });
  expect(await getEditedPage(services, as('admin'), { name })).toMatchObject({
    publishedAt: later,
    publishAt: null,
  });
});

test('a page that waits for its time in the trash stays there', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services, wait } = verbs;
  const { name } = await create(verbs);
  const publishAt = new Date(services.clock.now().getTime() + 60_000).toISOString();
  await changePageStatus(services, as('admin'), { name, from: 'draft', to: 'scheduled', publishAt });
  await removePage(services, as('admin'), { name });
  wait(120);
  expect(await publishDuePages(services)).toBe(0);
});

test('a page whose time passed in the trash comes back as a draft, and one whose time is to come waits for it', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services, wait } = verbs;
  const { name } = await create(verbs);
  const restoreAfter = async (seconds: number) => {
    await removePage(services, as('admin'), { name });
    wait(seconds);
    await undeletePage(services, as('admin'), { id: name });
    return getEditedPage(services, as('admin'), { name });
  };
  const publishAt = new Date(services.clock.now().getTime() + 60_000).toISOString();
  await changePageStatus(services, as('admin'), { name, from: 'draft', to: 'scheduled', publishAt });
  expect(await restoreAfter(30)).toMatchObject({ state: 'scheduled', publishAt });
  expect(await restoreAfter(120)).toMatchObject({ state: 'draft', publishAt: null });
  expect(await publishDuePages(services)).toBe(0);
  expect(await failureOf(read(verbs, 'team'))).toBe('PAGE_NOT_FOUND');
});

test('an address has one page, and the one that a page gave up leads to it', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { name } = await create(verbs, {}, 'published');
  expect(await failureOf(create(verbs))).toBe('BAD_INPUT');
  await save(verbs, name, 1, { slug: 'people' });
  expect(await read(verbs, 'team')).toEqual({ access: 'moved', slug: 'people' });
  await save(verbs, name, 2, { slug: 'crew' });
  expect(await read(verbs, 'team')).toEqual({ access: 'moved', slug: 'crew' });
  // Back again: no circle.
  await save(verbs, name, 3, { slug: 'team' });
  expect(await read(verbs, 'team')).toMatchObject({ access: 'open' });
  expect(await read(verbs, 'people')).toEqual({ access: 'moved', slug: 'team' });
  // Another page takes an address that leads here.
  const other = await create(verbs, { slug: 'people', title: 'People' }, 'published');
  expect(await read(verbs, 'people')).toMatchObject({ title: 'People' });
  expect(await failureOf(save(verbs, other.name, 1, { slug: 'team' }))).toBe('BAD_INPUT');
});

test('two pages that want one address at once: one of them is told', async ({ ownDb: db }) => {
  const verbs = await openVerbs(db);
  const results = await Promise.all([failureOf(create(verbs)), failureOf(create(verbs))]);
  expect(results.filter((result) => typeof result === 'string')).toHaveLength(1);
});

test('the old address of a draft tells nobody that there is one', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { name } = await create(verbs);
  await save(verbs, name, 1, { slug: 'people' });
  expect(await failureOf(read(verbs, 'team'))).toBe('PAGE_NOT_FOUND');
});

test('versions are kept and compared, and one that is restored stays at the present address', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { name } = await create(verbs);
  await save(verbs, name, 1, { slug: 'people', title: 'People', markdown: 'New' });
  expect(await failureOf(save(verbs, name, 1, { title: 'Late' }))).toBe('VERSION_CONFLICT');
  const { items } = await listPageHistory(services, as('admin'), { name });
  expect(items.map(({ origin, version }) => [version, origin])).toEqual([
    [2, 'saved'],
    [1, 'saved'],
  ]);
  expect((await getPageRevision(services, as('admin'), { name, version: 1 })).content).toEqual(content());
  const restored = await restorePage(services, as('admin'), { name, restore: 1, version: 2 });
  expect(restored).toMatchObject({ version: 3, content: { ...content(), slug: 'people' } });
});

test('a deleted page is gone with its old addresses, comes back with its versions, and goes for good after 30 days', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services, wait } = verbs;
  const { name: id } = await create(verbs, {}, 'published');
  await save(verbs, id, 1, { slug: 'people' });
  await removePage(services, as('admin'), { name: id });
  for (const slug of ['team', 'people']) expect(await failureOf(read(verbs, slug))).toBe('PAGE_NOT_FOUND');
  expect(await failureOf(getEditedPage(services, as('admin'), { name: id }))).toBe('PAGE_NOT_FOUND');
  expect(await failureOf(save(verbs, id, 2))).toBe('PAGE_NOT_FOUND');
  expect((await listPages(services, as('admin'), { q: '' })).items).toEqual([]);
  expect((await listTrash(services, as('admin'))).pages).toMatchObject([{ id, slug: 'people' }]);
  // Meanwhile another page took its address.
  await create(verbs, { slug: 'people' }, 'published');
  expect(await undeletePage(services, as('admin'), { id })).toEqual({ id, slug: 'people-2' });
  expect(await read(verbs, 'people-2')).toMatchObject({ state: 'published' });
  expect(await read(verbs, 'team')).toEqual({ access: 'moved', slug: 'people-2' });
  const { items } = await listPageHistory(services, as('admin'), { name: id });
  expect(items.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(await failureOf(undeletePage(services, as('admin'), { id }))).toBe('PAGE_NOT_FOUND');
  await removePage(services, as('admin'), { name: id });
  wait(31 * 86_400);
  expect(await purgeTrash(services)).toBe(1);
  const left = await db.kysely.selectFrom('page_revisions').select('page').where('page', '=', id).execute();
  expect(left).toEqual([]);
});

test('menus leave out links to pages that are not public, and follow a page to its address', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { name } = await create(verbs);
  const link = (to: string) => ({ label: to, to, audience: 'everyone' as const });
  await saveSetting(services, as('admin'), {
    name: 'menus',
    form: menusForm,
    version: 0,
    value: {
      header: [link('/courses'), link('/pages/team?from=menu')],
      footer: [{ title: 'More', links: [link('/pages/team'), link('/pages/nothing')] }],
    },
  });
  const shown = async () => {
    services.settings.forget();
    const { footer, header } = (await services.settings.current()).menus;
    return [header?.map(({ to }) => to), footer?.flatMap(({ links }) => links.map(({ to }) => to))];
  };
  expect(await shown()).toEqual([['/courses'], []]);
  await changePageStatus(services, as('admin'), { name, from: 'draft', to: 'unlisted' });
  expect(await shown()).toEqual([['/courses', '/pages/team?from=menu'], ['/pages/team']]);
  await save(verbs, name, 1, { slug: 'people' });
  expect(await shown()).toEqual([['/courses', '/pages/people?from=menu'], ['/pages/people']]);
});

test('a picture in a page counts as used, also while the page is in the trash', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const picture = '0b6e4f00-0000-4000-8000-000000000001';
  const { name } = await create(verbs, { markdown: `![](/media/${picture}-team.png)` });
  expect(await selectUses(db.kysely, [picture])).toEqual([
    { media: picture, kind: 'page', id: name, title: 'Our team' },
  ]);
  await removePage(services, as('admin'), { name });
  expect(await selectNamed(db.kysely, [picture])).toEqual([picture]);
});

test('only administrators list, write and delete pages', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { name } = await create(verbs);
  for (const who of ['visitor', 'premium'] as const) {
    const refused = [
      listPages(services, as(who), { q: '' }),
      createPage(services, as(who), { content: content({ slug: 'x' }), start: 'draft' }),
      savePage(services, as(who), { name, version: 1, content: content() }),
      changePageStatus(services, as(who), { name, from: 'draft', to: 'published' }),
      removePage(services, as(who), { name }),
      undeletePage(services, as(who), { id: name }),
    ];
    for (const call of refused)
      expect(['ADMINISTRATOR_REQUIRED', 'SIGN_IN_REQUIRED']).toContain(await failureOf(call));
  }
  expect(await getEditedPage(services, as('admin'), { name })).toMatchObject({ version: 1, state: 'draft' });
});

test('a long text is described by how it begins, with no word cut', async ({ db }) => {
  const verbs = await openVerbs(db);
  await create(verbs, { markdown: `# Hello\n\n${'wonderful '.repeat(40)}` }, 'published');
  const page = await read(verbs, 'team');
  if (page.access !== 'open') throw new Error('it has not moved');
  expect(page.description).toMatch(/^Hello wonderful .* wonderful…$/);
  expect(page.description.length).toBeLessThanOrEqual(161);
});
