import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { loadEditCourse } from '../editing/load-edit-course.ts';
import { exportCourse } from './export-course.ts';
import { importCourse } from './import-course.ts';

test('a folder names its authors by slug, and an import that differs in them is told', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const parent = mkdtempSync(join(tmpdir(), 'lectern-authors-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const { authors, id, slug } = await makeCourse(verbs);
  await exportCourse(services, admin, { slug, directory: parent });
  const folder = join(parent, slug);
  expect(readFileSync(join(folder, 'course.yaml'), 'utf8')).toContain('authors:\n  - admin\n');
  expect(await importCourse(services, admin, folder)).toEqual({ slug, outcome: 'unchanged' });

  await db.pool.query('delete from course_authors');
  expect(await importCourse(services, admin, folder)).toMatchObject({
    outcome: 'drifted',
    drift: ['authors'],
  });
  expect(await importCourse(services, admin, folder, { force: true })).toMatchObject({ outcome: 'updated' });
  expect((await loadEditCourse(db.kysely, id))?.authors).toEqual(authors);
});

test('a folder of another school leaves the authors to this one', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const parent = mkdtempSync(join(tmpdir(), 'lectern-authors-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const { slug } = await makeCourse(verbs);
  await exportCourse(services, admin, { slug, directory: parent });
  await db.pool.query('delete from courses');
  await db.pool.query('delete from authors');
  expect(await importCourse(services, admin, join(parent, slug))).toEqual({
    slug,
    outcome: 'created',
    warnings: [`${slug}/course.yaml: authors: nobody here is the author admin, who was left out`],
  });
  const { rows } = await db.pool.query('select 1 from course_authors');
  expect(rows).toEqual([]);
});
