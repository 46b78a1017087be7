import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CourseDraft, EditCourse } from '#contract/courses/courses';
import { drafts } from '#contract/courses/drafts';
import { listMedia } from '#server/areas/media/list-media';
import { uploadMedia } from '#server/areas/media/upload-media';
import type { Db } from '#server/db/client';
import { formOf, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { replaceMedia } from '../../admin/media/replace-media.ts';
import { getCourse } from '../catalogue/get-course.ts';
import { getSection } from '../catalogue/get-section.ts';
import { listCourses } from '../catalogue/list-courses.ts';
import { duplicateCourse } from '../copying/duplicate-course.ts';
import { listAllCourses } from '../editing/list-all-courses.ts';
import { updateCourse } from '../editing/update-course.ts';
import { createPreviewLink } from '../publishing/create-preview-link.ts';
import { readPreview } from '../publishing/read-preview.ts';
import { purgeTrash } from '../trash/purge-trash.ts';
import { removeCourse } from '../trash/remove-course.ts';
import { removeSection } from '../trash/remove-section.ts';
import { restoreCourse } from '../trash/restore-course.ts';
import { listVersions } from '../versions/list-versions.ts';
import { discardDraft } from './discard-draft.ts';
import { getDraft } from './get-draft.ts';
import { saveDraft } from './save-draft.ts';

const INPUT = drafts.save['~orpc'].inputSchema as NonNullable<(typeof drafts.save)['~orpc']['inputSchema']>;
const DAY = 24 * 3600;

/** A published course of two lessons, with what its editor does. */
async function openRoom(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const course = await makeCourse(verbs, {
    content: [
      { title: 'One', content: 'first' },
      { title: 'Two', content: 'second' },
    ],
  });
  const { id, slug } = course;
  const [one, two] = course.content;
  if (!one || !two) throw new Error('two sections were made');
  const save = (change: Partial<EditCourse> = {}, draft: number | null = null, basedOn = course.version) =>
    saveDraft(services, admin, INPUT.parse({ ...formOf({ ...course, ...change }), id, basedOn, draft }));
  /** The editor of `draft` saves the live text with it. */
  const publish = ({ basedOn, content, version }: CourseDraft, draft = version) =>
    updateCourse(services, admin, { ...formOf(content), id, version: basedOn, draft });
  const pending = async () => (await getDraft(services, admin, { id })).draft;
  const readers = async () =>
    JSON.stringify([
      await getCourse(services, as('free'), { slug }),
      await getSection(services, as('free'), { slug, key: 'one' }),
      await listCourses(services, as('visitor'), { q: '', page: 1 }),
    ]);
  const preview = async (section?: string) => {
    const { address } = await createPreviewLink(services, admin, { id, days: 1 });
    return readPreview(services, { token: address.split('#')[1] ?? '', section });
  };
  return { ...verbs, admin, course, id, one, two, save, publish, pending, readers, preview };
}
const rewritten = (room: Awaited<ReturnType<typeof openRoom>>) => ({
  title: 'Zanzibar',
  content: [{ ...room.one, content: 'a quokka' }, room.two],
});

test('a draft changes nothing for readers; published, all of it is live at once, in one version', async ({
  db,
}) => {
  const room = await openRoom(db);
  const { admin, course, id, publish, readers, save, services } = room;
  const before = await readers();
  const { content } = rewritten(room);
  const draft = await save({ ...rewritten(room), content: [...content, { title: 'Three' } as never] });
  expect(await readers()).toBe(before);
  expect(draft).toMatchObject({ basedOn: 1, base: { id, title: course.title }, savedBy: 'admin' });
  expect(draft.content.content.map(({ id, key }) => [id, key])).toEqual([
    [room.one.id, 'one'],
    [room.two.id, 'two'],
    [undefined, undefined],
  ]);
  const live = await publish(draft);
  expect(live).toMatchObject({ version: 2, title: 'Zanzibar' });
  expect(live.content.map(({ content }) => content)).toEqual(['a quokka', 'second', '']);
  expect(live.content[0]?.id).toBe(room.one.id);
  expect(await room.pending()).toBeNull();
  expect(await readers()).toContain('a quokka');
  expect((await listVersions(services, admin, { id })).items).toHaveLength(2);
  const actions = await db.kysely
    .selectFrom('audit_log')
    .select('action')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['course.update', 'course.save-draft']);
});

test('a draft that could not be published whole is still there', async ({ db }) => {
  const room = await openRoom(db);
  const draft = await room.save(rewritten(room));
  const broken = { ...draft, content: { ...draft.content, categories: [randomUUID()] } };
  expect(await failureOf(room.publish(broken))).toBe('CATEGORY_NOT_FOUND');
  expect((await room.pending())?.version).toBe(draft.version);
  expect(await room.readers()).not.toContain('quokka');
});

test('a save that publishes nothing leaves the draft, which keeps the version that it began with', async ({
  db,
}) => {
  const room = await openRoom(db);
  const { admin, course, id, services } = room;
  const draft = await room.save(rewritten(room));
  await updateCourse(services, admin, {
    ...formOf({ ...course, description: 'Other words' }),
    id,
    version: 1,
  });
  expect(await room.pending()).toMatchObject({
    version: draft.version,
    basedOn: 1,
    base: { description: course.description },
  });
  // The live text has moved on: its editor merges, as with every save.
  expect(await failureOf(room.publish(draft))).toBe('VERSION_CONFLICT');
  expect(await room.pending()).not.toBeNull();
});

test('of two who save a draft the second is given that of the first, and so is who would publish an old one', async ({
  db,
}) => {
  const room = await openRoom(db);
  const first = await room.save(rewritten(room));
  await expect(room.save({ title: 'Mine' })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { version: first.version, content: { title: 'Zanzibar' } } },
  });
  const second = await room.save({ title: 'Theirs' }, first.version);
  expect(second.version).not.toBe(first.version);
  await expect(room.publish(first)).rejects.toMatchObject({
    code: 'STATE_CHANGED',
    data: { current: { version: second.version } },
  });
  expect(
    await failureOf(discardDraft(room.services, room.admin, { id: room.id, draft: first.version })),
  ).toBe('VERSION_CONFLICT');
  expect((await room.publish(second)).title).toBe('Theirs');
});

test('another draft never has the version of one that was discarded', async ({ db }) => {
  const room = await openRoom(db);
  const first = await room.save(rewritten(room));
  const live = await discardDraft(room.services, room.admin, { id: room.id, draft: first.version });
  expect(live).toMatchObject({ version: 1, title: room.course.title });
  expect(await room.pending()).toBeNull();
  const next = await room.save({ title: 'Another' });
  expect(next.version).not.toBe(first.version);
  expect(await failureOf(room.save({ title: 'Stale' }, first.version))).toBe('VERSION_CONFLICT');
  // Undo: what was discarded is saved again, over nothing.
  await discardDraft(room.services, room.admin, { id: room.id, draft: next.version });
  expect((await room.save(rewritten(room), first.version)).content.title).toBe('Zanzibar');
});

test('a draft may begin with an earlier version, as long as that is kept', async ({ db }) => {
  const room = await openRoom(db);
  const { admin, course, id, services } = room;
  await updateCourse(services, admin, { ...formOf({ ...course, title: 'Meanwhile' }), id, version: 1 });
  expect(await room.save({ description: 'Mine' })).toMatchObject({
    basedOn: 1,
    base: { title: course.title },
  });
  await db.pool.query('delete from course_drafts');
  expect(await failureOf(room.save({}, null, 7))).toBe('REVISION_NOT_FOUND');
});

test('only sections of the course can be in its draft; one that was removed meanwhile comes back with it', async ({
  db,
}) => {
  const room = await openRoom(db);
  const stranger = { ...room.one, id: randomUUID() };
  expect(await failureOf(room.save({ content: [stranger] }))).toBe('SECTION_NOT_FOUND');
  const draft = await room.save(rewritten(room));
  const { version } = await removeSection(room.services, room.admin, { id: room.id, sectionId: room.one.id });
  const live = await room.publish({ ...draft, basedOn: version });
  expect(live.content[0]).toMatchObject({ id: room.one.id, content: 'a quokka' });
});

test('a preview link shows the draft, with the sections that are new in it', async ({ db }) => {
  const room = await openRoom(db);
  expect(await room.preview()).toMatchObject({ isDraft: false, title: room.course.title });
  const { content, title } = rewritten(room);
  await room.save({ title, content: [...content, { title: 'Brand new', content: '**bold**' } as never] });
  const seen = await room.preview();
  expect(seen).toMatchObject({ isDraft: true, title, section: { key: 'one' } });
  expect(seen.section?.html).toContain('a quokka');
  expect(seen.sections.map(({ key }) => key)).toEqual(['one', 'two', 'brand-new']);
  expect((await room.preview('brand-new')).section?.html).toContain('<strong>bold</strong>');
  expect((await room.preview('two')).section?.html).toContain('second');
  expect((await room.preview('nowhere')).section).toBeNull();
});

test('the list says what has a draft; the trash keeps it, and it goes with its course', async ({ db }) => {
  const room = await openRoom(db);
  const { admin, id, services } = room;
  const listed = async () =>
    (await listAllCourses(services, admin, { q: '', page: 1 })).items.map(({ hasDraft }) => hasDraft);
  expect(await listed()).toEqual([false]);
  await room.save(rewritten(room));
  expect(await listed()).toEqual([true]);
  const copy = await duplicateCourse(services, admin, { id });
  expect(copy.title).not.toContain('Zanzibar');
  await removeCourse(services, admin, { id });
  expect(await failureOf(getDraft(services, admin, { id }))).toBe('COURSE_NOT_FOUND');
  expect(await failureOf(room.save())).toBe('COURSE_NOT_FOUND');
  await restoreCourse(services, admin, { id });
  expect((await room.pending())?.content.title).toBe('Zanzibar');
  await removeCourse(services, admin, { id });
  room.wait(31 * DAY);
  await purgeTrash(services);
  expect(await db.kysely.selectFrom('course_drafts').select('course_id').execute()).toEqual([]);
});

test('a file that only a draft names is used by its course, and is replaced in it', async ({ db }) => {
  const room = await openRoom(db);
  const { admin, services } = room;
  const upload = async (name: string) =>
    uploadMedia(services, admin, { alt: '', use: 'file', file: new File([`text of ${name}`], name) });
  const [old, next] = [await upload('old.txt'), await upload('new.txt')];
  const draft = await room.save({ content: [{ ...room.one, content: `[plan](${old.address})` }, room.two] });
  const { items } = await listMedia(services, admin, { q: '', type: 'all', tag: '' });
  expect(items.find(({ id }) => id === old.id)?.uses).toMatchObject([{ kind: 'course', id: room.id }]);
  await replaceMedia(services, admin, { id: old.id, by: next.id });
  const after = await room.pending();
  expect(after?.content.content[0]?.content).toBe(`[plan](${next.address})`);
  // Who has the draft open is notified that it changed.
  expect(after?.version).not.toBe(draft.version);
});

test('an author who is gone is in no draft', async ({ db }) => {
  const room = await openRoom(db);
  const { rows } = await db.pool.query<{ id: string }>(
    "insert into users (name, email, email_verified) values ('Gone', 'gone@school.test', true) returning id",
  );
  const author = rows[0]?.id ?? '';
  const draft = await room.save({ authors: [author] });
  expect(draft.content.authors).toEqual([author]);
  await db.pool.query('delete from users where id = $1', [author]);
  expect((await room.pending())?.content.authors).toEqual([]);
});

test('only administrators see, save, and discard drafts', async ({ db }) => {
  const room = await openRoom(db);
  const { as, id, services } = room;
  const draft = await room.save(rewritten(room));
  const premium = as('premium');
  const input = INPUT.parse({ ...formOf(room.course), id, basedOn: 1, draft: draft.version });
  for (const call of [
    getDraft(services, premium, { id }),
    saveDraft(services, premium, input),
    discardDraft(services, premium, { id, draft: draft.version }),
  ])
    expect(await failureOf(call)).toBe('ADMINISTRATOR_REQUIRED');
  expect((await room.pending())?.version).toBe(draft.version);
});
