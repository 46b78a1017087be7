import { sql } from 'kysely';
import { expect } from 'vitest';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE, LAB_YAML } from '#tests/kit/lab-folder';
import { openVerbs } from '#tests/kit/verbs';
import { getFeaturedLab } from './get-featured-lab.ts';

const UNTYPED = LAB_YAML.replace('typecheck: strict\n', '');
const course = (title: string, yaml = UNTYPED, more: Readonly<Record<string, string>> = {}) =>
  courseFolder(
    {
      ...LAB_COURSE,
      'course.yaml': LAB_COURSE['course.yaml']?.replace('title: Labs', `title: ${title}`),
      '01-double.lab/lab.yaml': yaml,
      ...more,
    },
    title.toLowerCase(),
  );

test('is the lab in plain JavaScript that was published first, without what only the server may know', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  expect(await getFeaturedLab(services)).toEqual({ lab: null });
  await importCourse(services, as('admin'), course('Typed', LAB_YAML));
  expect(await getFeaturedLab(services)).toEqual({ lab: null });

  await importCourse(services, as('admin'), course('Late'));
  await importCourse(services, as('admin'), course('Early'));
  await sql`update courses set published_at = published_at - interval '1 day' where slug = 'early'`.execute(
    db.kysely,
  );
  const { lab } = await getFeaturedLab(services);
  expect(lab).toMatchObject({
    key: 'double',
    title: 'Double',
    course: { slug: 'early', title: 'Early' },
    files: { 'src/double.ts': 'export const double = (n: number): number => n;\n' },
  });
  expect(lab?.spec.checks.map(({ id }) => id)).toEqual(['two']);
  expect(lab?.spec.hidden).toEqual([{ id: 'more', name: "Doubles what you don't see", points: 1 }]);
  expect(JSON.stringify(lab)).not.toMatch(/What is twice|Multiply|42|n \* 2/);

  const off = { ...services, config: { ...services.config, labs: 'off' as const } };
  expect(await getFeaturedLab(off)).toEqual({ lab: null });
});

test.for([
  ['asks for a plan', sql`subscription_level = 'basic'`],
  ['is a draft', sql`published_at = null, state = 'draft'`],
  ['opens its sections one by one', sql`section_order = 'in-order'`],
] as const)('is in no course that %s', async ([, change], { db }) => {
  const { as, services } = await openVerbs(db);
  await importCourse(
    services,
    as('admin'),
    course('Labs', UNTYPED, {
      '00-first.lesson.md': '---\nid: first\ntitle: First\ntype: text\nminutes: 5\n---\n\nFirst.\n',
    }),
  );
  expect(await getFeaturedLab(services)).toMatchObject({ lab: { key: 'double' } });
  await sql`update courses set ${change}`.execute(db.kysely);
  expect(await getFeaturedLab(services)).toEqual({ lab: null });
});
