import { expect } from 'vitest';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE } from '#tests/kit/lab-folder';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getLab } from './get-lab.ts';
import { resetFiles, saveFiles } from './save-files.ts';

const YAML = '01-double.lab/lab.yaml';
const open = LAB_COURSE[YAML]?.replace('runner: javascript', 'runner: javascript\nnew_files: true') ?? '';

async function openLab(db: Db, yaml?: string) {
  const verbs = await openVerbs(db);
  const load = (text?: string) => {
    const changed = text === undefined ? {} : { [YAML]: text };
    return importCourse(verbs.services, verbs.as('admin'), courseFolder({ ...LAB_COURSE, ...changed }));
  };
  await load(yaml);
  const { course_id: courseId, id } = await db.kysely
    .selectFrom('course_content')
    .select(['id', 'course_id'])
    .executeTakeFirstOrThrow();
  const learner = verbs.as('basic');
  await enrol(verbs.services, learner, { courseId });
  const get = () => getLab(verbs.services, learner, { id });
  const save = (files: Record<string, string>, baseVersion: number) =>
    saveFiles(verbs.services, learner, { id, files, baseVersion });
  const reset = (baseVersion: number) => resetFiles(verbs.services, learner, { id, baseVersion });
  return { get, load, reset, save };
}

test('a lab takes files of the learner only if its author allows it', async ({ db }) => {
  const { get, save } = await openLab(db);
  const { files, spec } = await get();
  expect(spec.newFiles).toBeUndefined();
  expect(await failureOf(save({ ...files, 'src/more.ts': '' }, 0))).toBe('LAB_FILE_REFUSED');
  expect((await get()).version).toBe(0);
});

test('files of the learner are kept in their order, and starting over deletes them', async ({ db }) => {
  const { get, reset, save } = await openLab(db, open);
  const { files, spec, start } = await get();
  expect(spec.newFiles).toBe(true);
  const work = { ...files, 'src/z.ts': 'export {}', 'notes.md': '' };
  const { version } = await save(work, 0);
  expect(Object.keys((await get()).files)).toEqual(Object.keys(work));
  expect(await failureOf(save({ ...work, src: '' }, version))).toBe('LAB_FILE_REFUSED');
  expect(await reset(version)).toMatchObject({ files: start });
  expect((await get()).files).toEqual(start);
});

test('when the author allows no more files, those that are there stay', async ({ db }) => {
  const { get, load, save } = await openLab(db, open);
  const { files } = await get();
  const { version } = await save({ ...files, 'src/more.ts': '1' }, 0);
  await load();
  expect((await get()).spec.newFiles).toBeUndefined();
  await save({ ...files, 'src/more.ts': '2' }, version);
  expect(await failureOf(save({ ...files, 'src/other.ts': '' }, version + 1))).toBe('LAB_FILE_REFUSED');
});
