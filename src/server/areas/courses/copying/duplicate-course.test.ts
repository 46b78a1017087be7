import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE, readTree } from '#tests/kit/lab-folder';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { getCourse } from '../catalogue/get-course.ts';
import { exportCourse } from '../folders/export-course.ts';
import { importCourse } from '../folders/import-course.ts';
import { selectImported } from '../sql.ts';
import { duplicateCourse } from './duplicate-course.ts';

async function folderOf({ as, services }: Verbs, slug: string) {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-copy-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  await exportCourse(services, as('admin'), { slug, directory });
  return readTree(join(directory, slug));
}

test('a copy holds all that is written in the course, with its exam, its lab, and its chapters, as a draft', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const files = {
    ...LAB_COURSE,
    '01-double.lab.md': LAB_COURSE['01-double.lab.md']?.replace('type:', 'chapter: Numbers\ntype:'),
    '02-more.lesson.md': '---\nid: more\ntitle: More\nminutes: 3\n---\n\nSee [the lab](01-double.lab.md).\n',
    '03-final.exam.yaml':
      'id: final\ntitle: Final\nminutes: 5\npass_mark: 50\nquestions:\n  - { id: q, kind: true-false, points: 1, prompt: "Yes?", answer: true, explanation: Always. }\n',
  };
  await importCourse(services, as('admin'), courseFolder(files));
  const known = await selectImported(db.kysely, 'labs');
  const copy = await duplicateCourse(services, as('admin'), { id: known?.id ?? '' });
  expect(copy).toMatchObject({
    title: 'Copy of Labs',
    slug: 'labs-copy',
    thumbnail: '/covers/labs-copy.svg',
  });
  const [before, after] = [await folderOf(verbs, 'labs'), await folderOf(verbs, 'labs-copy')];
  const heading = before['course.yaml']?.replace('title: Labs', 'title: Copy of Labs');
  expect(after).toEqual({ ...before, 'course.yaml': `${heading}status: draft\n` });
  expect(after['02-more.lesson.md']).toContain('(01-double.lab.md)');
  const more = copy.content.find(({ key }) => key === 'more');
  expect(more?.content).toContain('/courses/labs-copy?section=double');
  expect(await failureOf(getCourse(services, as('premium'), { slug: 'labs-copy' }))).toBe('COURSE_NOT_FOUND');
  const again = await duplicateCourse(services, as('admin'), { id: known?.id ?? '' });
  expect(again.slug).toBe('labs-copy-2');
});

test('a copy is a course of its own: ids are new, and nobody studies it', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const course = await makeCourse(verbs, {
    title: `${'Long '.repeat(39)}title`,
    content: [{ title: 'One' }],
  });
  const copy = await duplicateCourse(services, as('admin'), { id: course.id });
  expect(copy.title).toHaveLength(200);
  expect(copy.content[0]?.id).not.toBe(course.content[0]?.id);
  const { rows } = await db.pool.query('select from enrolments where course_id = $1', [copy.id]);
  expect(rows).toEqual([]);
});

test('only administrators duplicate, and only what is there', async ({ db }) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, { content: [{ title: 'One' }] });
  const { as, services } = verbs;
  expect(await failureOf(duplicateCourse(services, as('premium'), { id: course.id }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
  const unknown = { id: '00000000-0000-4000-8000-000000000000' };
  expect(await failureOf(duplicateCourse(services, as('admin'), unknown))).toBe('COURSE_NOT_FOUND');
});
