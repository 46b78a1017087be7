import { expect } from 'vitest';
import { labs } from '#contract/courses/labs';
import { LAB_LIMITS, type LabFiles, type LabSpec } from '#domain/labs/lab-spec';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE } from '#tests/kit/lab-folder';
import { FAKE_JUDGE } from '#tests/kit/lab-room';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getLab } from './get-lab.ts';
import { judgeNext } from './judging/judge-next.ts';
import { resetFiles, saveFiles } from './save-files.ts';
import { submitWork } from './submit-work.ts';

const YAML = '01-double.lab/lab.yaml';
const open = LAB_COURSE[YAML]?.replace('runner: javascript', 'runner: javascript\nnew_files: true') ?? '';

const close = async () => undefined;

async function openLab(db: Db, yaml?: string) {
  const verbs = await openVerbs(db);
  const load = (text?: string, added: Record<string, string> = {}) => {
    const changed = text === undefined ? added : { ...added, [YAML]: text };
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
  const submit = (version: number) => submitWork(verbs.services, learner, { id, version });
  const judged: LabFiles[] = [];
  const judge = (_: LabSpec, files: LabFiles) => {
    judged.push(files);
    return FAKE_JUDGE.judge(_, files);
  };
  const judgeAll = () =>
    judgeNext(verbs.services, { ...FAKE_JUDGE, level: 'C', runtimeHash: '', judge, close });
  return { get, judgeAll, judged, load, reset, save, submit };
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

test('a file that the author adds later is in the work of who began before', async ({ db }) => {
  const { get, judgeAll, judged, load, save, submit } = await openLab(db);
  const done = { 'src/double.ts': 'export const double = (n: number): number => n * 2;\n' };
  const { version } = await save(done, 0);
  const added = { 'src/more.ts': 'export {};\n' };
  await load(undefined, { '01-double.lab/files/src/more.ts': added['src/more.ts'] });
  expect(await get()).toMatchObject({ version, files: { ...done, ...added } });
  const stale = await submit(version + 1).catch((error) => error.data.current);
  expect(stale).toEqual({ version, files: { ...done, ...added } });
  expect(await save(added, version + 1).catch((error) => error.data.current)).toEqual(stale);
  await submit(version);
  await judgeAll();
  expect(judged).toEqual([{ ...done, ...added }]);
  expect(await get()).toMatchObject({ run: { state: 'done', verdict: { passed: true } } });
});

test('work that has too many files by what the author added is still opened', async ({ db }) => {
  const { get, load, save } = await openLab(db, open);
  const { files } = await get();
  const own = Array.from({ length: LAB_LIMITS.files - 1 }, (_, at) => [`own/${at}.ts`, '']);
  await save({ ...files, ...Object.fromEntries(own) }, 0);
  await load(open, { '01-double.lab/files/src/more.ts': 'export {};\n' });
  const lab = await get();
  expect(Object.keys(lab.files)).toHaveLength(LAB_LIMITS.files + 1);
  expect(labs.get['~orpc'].outputSchema?.['~standard'].validate(lab)).not.toHaveProperty('issues');
});

test('files that the author renames again and again never keep work from being saved', async ({ db }) => {
  const { get, load, save } = await openLab(db);
  const filesOf = (round: number) =>
    Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`src/${round}-${at}.ts`, `${round}`]));
  let version = 0;
  for (let round = 0; round < 3; round += 1) {
    const named = Object.entries(filesOf(round)).map(([path, text]) => [`01-double.lab/files/${path}`, text]);
    await load(undefined, Object.fromEntries(named));
    const { files } = await get();
    version = (await save({ ...files, 'src/double.ts': `${round}` }, version)).version;
    expect(Object.keys(files).length).toBeLessThanOrEqual(LAB_LIMITS.files);
    expect(files).toMatchObject(filesOf(round));
  }
  expect((await get()).files).toEqual({ ...filesOf(2), 'src/double.ts': '2' });
});
