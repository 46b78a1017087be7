import { sql } from 'kysely';
import { expect } from 'vitest';
import { createPost } from '#server/areas/posts/create-post';
import { formOf, makeCategory } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE } from '#tests/kit/lab-folder';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getEditCourse } from '../editing/get-edit-course.ts';
import { importCourse } from '../folders/import-course.ts';
import { selectImported } from '../sql.ts';
import { getVersion } from '../versions/get-version.ts';
import { duplicateCourse } from './duplicate-course.ts';
import { duplicateSection } from './duplicate-section.ts';

const EXAM =
  'id: final\ntitle: Final\nminutes: 5\npass_mark: 50\nquestions:\n  - { id: q, kind: true-false, points: 1, prompt: "Yes?", answer: true, explanation: Always. }\n';

test('a copy of a section stands behind it with its exam or lab, as a version of the course', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const admin = as('admin');
  await importCourse(
    services,
    admin,
    courseFolder({
      ...LAB_COURSE,
      '02-final.exam.yaml': EXAM,
      '03-more.lesson.md': '---\nid: more\ntitle: More\nchapter: Rest\n---\n\nRead **this**.\n',
    }),
  );
  const id = (await selectImported(db.kysely, 'labs'))?.id ?? '';
  const before = await getEditCourse(services, admin, { id });
  const [lab, exam, lesson] = before.content;
  const copies = [];
  for (const section of [lab, exam, lesson])
    copies.push(await duplicateSection(services, admin, { id, sectionId: section?.id ?? '' }));
  const after = await getEditCourse(services, admin, { id });
  expect(after.content.map(({ key, title }) => [key, title])).toEqual([
    ['double', lab?.title],
    ['double-copy', `Copy of ${lab?.title}`],
    ['final', 'Final'],
    ['final-copy', 'Copy of Final'],
    ['more', 'More'],
    ['more-copy', 'Copy of More'],
  ]);
  expect(after.content.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6]);
  const own = { id: '', key: '', title: '', order: 0 };
  expect({ ...after.content[3], ...own }).toEqual({ ...exam, ...own });
  expect({ ...after.content[5], ...own }).toEqual({ ...lesson, ...own });
  expect(copies[2]).toEqual({ section: after.content[5], version: after.version });

  const { rows: labs } = await sql<{ specs: number; html: number }>`
    select count(distinct spec::text || files::text || solution::text || source::text)::int as specs,
      (select count(distinct content_html)::int from course_content where course_id = ${id} and key like 'more%') as html
    from current_labs where course_id = ${id}`.execute(db.kysely);
  expect(labs).toEqual([{ specs: 1, html: 1 }]);
  const kept = await getVersion(services, admin, { id, version: after.version });
  expect(kept.content).toHaveLength(6);
  const { rows: audited } = await sql<{ of: string; title: string }>`
    select after->>'of' as of, after->>'title' as title from audit_log where action = 'course.duplicate-section' order by id`.execute(
    db.kysely,
  );
  expect(audited[1]).toEqual({ of: exam?.id, title: 'Copy of Final' });

  const again = await duplicateSection(services, admin, { id, sectionId: copies[2]?.section.id ?? '' });
  expect(again.section).toMatchObject({
    key: 'more-copy-copy',
    title: 'Copy of Copy of More',
    chapter: 'Rest',
  });
  for (const sectionId of [id, crypto.randomUUID()])
    expect(await failureOf(duplicateSection(services, admin, { id, sectionId }))).toBe('SECTION_NOT_FOUND');
  expect(await failureOf(duplicateSection(services, admin, { id: crypto.randomUUID(), sectionId: id }))).toBe(
    'COURSE_NOT_FOUND',
  );
  expect(await failureOf(duplicateSection(services, as('premium'), { id, sectionId: id }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('a copy of a post is a draft with its text, and without its canonical address', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const meta = {
    title: 'T',
    canonical: 'https://elsewhere.example/x',
    shareTitle: 'S',
    shareDescription: 'D',
  };
  const post = await createPost(services, admin, {
    ...formOf({
      title: 'Tides',
      slug: 'tides',
      thumbnail: '/covers/tides.svg',
      categories: [await makeCategory(verbs)],
      content: [{ title: 'T', content: 'Words.' }],
    }),
    meta,
    start: 'published',
  });
  const copy = await duplicateCourse(services, admin, { id: post.id });
  expect(copy).toMatchObject({
    title: 'Copy of Tides',
    slug: 'tides-copy',
    thumbnail: '/covers/tides-copy.svg',
    authors: post.authors,
    meta: { ...meta, canonical: '' },
  });
  expect(copy.content.map(({ content }) => content)).toEqual(['Words.']);
  const { rows } = await sql`
    select kind, state, (select count(*)::int from course_search where course_id = ${copy.id}) as found,
      (select entity from audit_log where action = 'post.duplicate') as entity
    from courses where id = ${copy.id}`.execute(db.kysely);
  expect(rows).toEqual([{ kind: 'post', state: 'draft', found: 0, entity: 'post' }]);
  const section = await duplicateSection(services, admin, {
    id: post.id,
    sectionId: post.content[0]?.id ?? '',
  });
  expect(section).toMatchObject({ version: 2, section: { title: 'Copy of T', order: 2 } });
});
