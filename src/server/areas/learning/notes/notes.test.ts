import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import type { Caller } from '#server/services';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { getEditCourse } from '../../courses/editing/get-edit-course.ts';
import { updateCourse } from '../../courses/editing/update-course.ts';
import { removeSection } from '../../courses/trash/remove-section.ts';
import { enrol } from '../enrol.ts';
import { leaveCourse } from '../leave-course.ts';
import { saveBookmark } from '../save-bookmark.ts';
import { searchCourse } from '../search-course.ts';
import { exportNotes } from './export-notes.ts';
import { listNotes } from './list-notes.ts';
import { saveNote } from './save-note.ts';

async function openCourse(db: Db, rules: object = {}) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const learner = verbs.as('free');
  const { content, id: courseId } = await makeCourse(verbs, {
    content: [
      { title: 'Joins', content: 'A **join** pairs the rows of two tables. Tables are sets.' },
      { title: 'Indexes', content: 'An index finds rows quickly.' },
      { title: 'Views', content: 'A view is a named query over tables.' },
    ],
    ...rules,
  });
  await enrol(services, learner, { courseId });
  return { ...verbs, courseId, learner, sections: content };
}

test('a note is saved over the version it was based on, and never over a newer one', async ({ db }) => {
  const { courseId, learner, sections, services } = await openCourse(db);
  const id = sections[0]?.id ?? '';
  expect(await saveNote(services, learner, { id, body: 'First.', version: 0 })).toEqual({ version: 1 });
  expect(await saveNote(services, learner, { id, body: 'Second.', version: 1 })).toEqual({ version: 2 });
  expect(await saveNote(services, learner, { id, body: 'Second.', version: 1 })).toEqual({ version: 3 });
  const late = saveNote(services, learner, { id, body: 'From another tab.', version: 1 });
  await expect(late).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { body: 'Second.', version: 3 } },
  });
  expect(await listNotes(services, learner, { courseId })).toMatchObject([
    { key: 'joins', title: 'Joins', body: 'Second.', version: 3, bookmarked: false },
  ]);
});

test("notes are one's own, go out as Markdown, and outlive the section", async ({ db }) => {
  const { as, courseId, learner, sections, services } = await openCourse(db);
  const [joins, indexes] = sections;
  await saveBookmark(services, learner, { id: indexes?.id ?? '', bookmarked: true });
  await saveNote(services, learner, { id: joins?.id ?? '', body: 'Pairs *rows*.', version: 0 });
  const other = as('second');
  expect(await listNotes(services, other, { courseId })).toEqual([]);
  expect(await failureOf(saveNote(services, other, { id: joins?.id ?? '', body: 'x', version: 0 }))).toBe(
    'NOT_ENROLLED',
  );
  await removeSection(services, as('admin'), { id: courseId, sectionId: joins?.id ?? '' });
  const resHeaders = new Headers();
  const file = await exportNotes(services, learner, { courseId }, { resHeaders });
  expect(await new Response(file).text()).toBe(
    '# SQL from Scratch\n\n## ★ Indexes\n\n## Joins\n\nPairs *rows*.\n',
  );
  expect(resHeaders.get('content-disposition')).toContain('notes.md');
  await saveBookmark(services, learner, { id: indexes?.id ?? '', bookmarked: false });
  expect(await listNotes(services, learner, { courseId })).toMatchObject([{ key: null, title: 'Joins' }]);
  await leaveCourse(services, learner, { courseId });
  expect(await listNotes(services, learner, { courseId })).toHaveLength(1);
});

test('search finds words and beginnings, marks them, best first', async ({ db }) => {
  const { courseId, learner, services } = await openCourse(db);
  const search = (q: string) => searchCourse(services, learner, { courseId, q });
  expect((await search('tables')).map(({ key }) => key)).toEqual(['joins', 'views']);
  expect((await search('index')).at(0)).toMatchObject({
    title: 'Indexes',
    excerpt: expect.stringContaining('\u0002index\u0003'),
  });
  expect((await search('named que')).map(({ key }) => key)).toEqual(['views']);
  for (const nothing of ['', '   ', 'nowhere', "'); drop table courses; --", ':*&|!'])
    expect(await search(nothing)).toEqual([]);
});

test('search forgives typing errors, and shows what a reader sees', async ({ db }) => {
  const { courseId, learner, services } = await openCourse(db);
  const search = (q: string) => searchCourse(services, learner, { courseId, q });
  expect((await search('indx')).map(({ key }) => key)).toEqual(['indexes']);
  expect((await search('tabels')).map(({ key }) => key)).toEqual(['joins', 'views']);
  expect((await search('named qurey')).map(({ key }) => key)).toEqual(['views']);
  expect((await search('pairs')).at(0)?.excerpt).toBe(
    'join \u0002pairs\u0003 the rows of two tables. Tables are sets',
  );
  expect(await search('xyzzy')).toEqual([]);
});

test('a course is parsed once for its typing errors, until it changes', async ({ db }) => {
  const { as, courseId, learner, services } = await openCourse(db);
  const find = (q: string, kysely = services.db.kysely) =>
    searchCourse({ ...services, db: { ...services.db, kysely } }, learner, { courseId, q });
  const count = (q: string) => countStatements(db, ({ kysely }) => find(q, kysely));
  const first = await count('xyzzy');
  expect(await count('xyzzy')).toBe(first - 1);
  expect((await find('piars')).map(({ key }) => key)).toEqual(['joins']);
  const course = await getEditCourse(services, as('admin'), { id: courseId });
  const content = course.content.map((section, at) =>
    at === 0 ? { ...section, content: 'Windows partition the rows.' } : section,
  );
  await updateCourse(services, as('admin'), { ...course, content });
  expect((await find('widnows')).map(({ key }) => key)).toEqual(['joins']);
  expect(await find('piars')).toEqual([]);
});

test('three typing errors are corrected, and no more are looked for', async ({ db }) => {
  const { courseId, learner, services } = await openCourse(db);
  const search = (q: string) => searchCourse(services, learner, { courseId, q });
  expect((await search('nmaed qurey tabels')).map(({ key }) => key)).toEqual(['views']);
  expect(await search('xyzzyx qwrtzy plghkm tabels')).toEqual([]);
});

test('a typing error does not find the words of what is locked', async ({ db }) => {
  const { as, courseId, learner, services } = await openCourse(db, { sectionOrder: 'in-order' });
  const search = (who: Caller) => searchCourse(services, who, { courseId, q: 'indx' });
  expect((await search(as('admin'))).map(({ key }) => key)).toEqual(['indexes']);
  expect(await search(learner)).toEqual([]);
});

test('what is locked is not searched, and who does not study the course searches nothing', async ({ db }) => {
  const { as, courseId, learner, services } = await openCourse(db, { sectionOrder: 'in-order' });
  expect(await searchCourse(services, learner, { courseId, q: 'rows' })).toMatchObject([{ key: 'joins' }]);
  expect(await searchCourse(services, as('admin'), { courseId, q: 'rows' })).toHaveLength(2);
  expect(await failureOf(searchCourse(services, as('second'), { courseId, q: 'rows' }))).toBe('NOT_ENROLLED');
});
