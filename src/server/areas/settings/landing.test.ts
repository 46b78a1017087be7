import { expect } from 'vitest';
import { landingForm } from '#contract/administration/landing';
import { catalogueQuery } from '#contract/courses/catalogue-query';
import { listCourses } from '#server/areas/courses/catalogue/list-courses';
import { openSchool } from '#tests/attack/kit/school';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getLanding } from '../site/get-landing.ts';
import { saveLanding } from './save-landing.ts';

const pageOf = (...blocks: object[]) => ({
  ...landingForm.parse({ blocks: blocks.map((block, at) => ({ id: `b${at}`, ...block })) }),
  version: 0,
});

test('everybody gets the blocks that are shown, with rendered texts and without their source', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const before = await getLanding(services);
  expect(before.blocks.map(({ kind }) => kind)).toEqual([
    'hero',
    'featured',
    'lab',
    'reasons',
    'pricing',
    'call',
  ]);
  const { value } = await saveLanding(
    services,
    as('admin'),
    pageOf(
      { kind: 'hero', title: 'Learn to sail' },
      { kind: 'text', markdown: '**Knots** <script>alert(1)</script>' },
      { kind: 'faq', hidden: true, title: 'Not yet' },
    ),
  );
  expect(value.blocks).toHaveLength(3);
  const { blocks } = await getLanding(services);
  expect(blocks.map(({ kind }) => kind)).toEqual(['hero', 'text']);
  const text = blocks.find((block) => block.kind === 'text');
  expect(text?.html).toContain('<strong>Knots</strong>');
  expect(text?.html).not.toContain('<script');
});

test('the reply to visitors has no hidden block and no source', async ({ db }) => {
  const { ask, people, services } = await openSchool(db);
  const read = async () =>
    (await (await ask('visitor', 'GET', '/api/landing')).json()) as { blocks: object[] };
  const admin = { viewer: people.get('admin') as never, ipAddress: '', userAgent: '', requestId: '' };
  await saveLanding(
    services,
    admin,
    pageOf({ kind: 'text', markdown: 'Knots' }, { kind: 'faq', hidden: true, title: 'Canary' }),
  );
  const { blocks } = await read();
  expect(blocks).toHaveLength(1);
  expect(blocks[0]).toEqual({
    id: 'b0',
    kind: 'text',
    title: '',
    html: expect.stringContaining('<p>Knots</p>'),
  });
});

test('a page from before there were blocks is shown as it was, and edited as blocks', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const former = { title: 'Learn to sail', quotes: [{ text: 'Lovely.', author: 'Ada' }] };
  await db.kysely
    .insertInto('site_settings')
    .values({ name: 'landing', value: JSON.stringify(former), version: 3 })
    .execute();
  const { blocks } = await getLanding(services);
  expect(blocks.map(({ kind }) => kind)).toContain('quotes');
  expect(blocks[0]).toMatchObject({ title: 'Learn to sail' });
  await expect(saveLanding(services, as('admin'), pageOf({ kind: 'lab' }))).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { version: 3, value: { blocks } } },
  });
});

test('a save says in the audit log what changed, and is for administrators', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const page = pageOf({ kind: 'hero', title: 'First' });
  expect(await failureOf(saveLanding(services, as('premium'), page))).toBe('ADMINISTRATOR_REQUIRED');
  await saveLanding(services, as('admin'), page);
  await saveLanding(services, as('admin'), { ...pageOf({ kind: 'hero', title: 'Second' }), version: 1 });
  const { rows } = await db.pool.query(
    "select before, after from audit_log where entity_id = 'landing' order by id desc limit 1",
  );
  expect(rows[0].before.blocks[0].title).toBe('First');
  expect(rows[0].after.blocks[0].title).toBe('Second');
});

test('a picture that belongs to a lesson is refused at its field', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { rows } = await db.pool.query(
    `insert into media (kind, name, mime, ending, bytes, sha256, source_sha256)
     values ('content', 'a.png', 'image/png', 'png', 1, 'a', 'b') returning id`,
  );
  const address = `/media/${rows[0].id}.png`;
  const page = pageOf({ kind: 'lab' }, { kind: 'picture', picture: { address } });
  await expect(saveLanding(services, as('admin'), page)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    fields: { 'blocks.1.picture': expect.stringContaining("Visitors can't see this file") },
  });
});

test('the catalog answers chosen courses, and only those that the reader may find there', async ({ db }) => {
  const verbs = await openVerbs(db);
  const free = await makeCourse(verbs, { slug: 'free-one' });
  const premium = await makeCourse(verbs, { slug: 'premium-one', subscriptionLevel: 'premium' });
  await makeCourse(verbs, { slug: 'not-chosen' });
  const ids = `${premium.id},${free.id}`;
  const slugsFor = async (who: 'visitor' | 'admin') => {
    const { items } = await listCourses(verbs.services, verbs.as(who), catalogueQuery.parse({ ids }));
    return items.map(({ slug }) => slug).sort();
  };
  expect(await slugsFor('visitor')).toEqual(['free-one']);
  expect(await slugsFor('admin')).toEqual(['free-one', 'premium-one']);
  for (const wrong of ["a'--", `${ids},`, Array(4).fill(free.id).join()])
    expect(catalogueQuery.safeParse({ ids: wrong }).success, wrong).toBe(false);
});
