import { join } from 'node:path';
import { expect } from 'vitest';
import type { LabFault } from '#contract/courses/lab-authoring';
import type { LabFiles } from '#domain/labs/lab-spec';
import { addSection } from '#server/areas/courses/editing/add-section';
import { exportCourse } from '#server/areas/courses/folders/export-course';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { selectLabSources } from '#server/areas/courses/labs/lab-spec-sql';
import { getLab } from '#server/areas/labs/get-lab';
import { Failure } from '#server/failure';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE, readTree } from '#tests/kit/lab-folder';
import { LAB_SOURCE } from '#tests/kit/lab-room';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { getSource } from './open-source.ts';
import { checkDraft, readDraft } from './read-draft.ts';
import { retireSource, saveSource } from './save-source.ts';
import { proveDraft, tryDraft } from './try-draft.ts';

const SECTION = {
  chapter: '',
  content: '',
  type: 'text',
  videoUrl: '',
  captionsUrl: '',
  required: true,
  sample: false,
  opensAt: null,
  opensAfterDays: null,
} as const;

async function makeLabSection(verbs: Verbs, sectionType: 'lab' | 'lesson' = 'lab'): Promise<string> {
  const { id } = await makeCourse(verbs, { content: [{ title: 'Words' }] });
  const added = { ...SECTION, id, title: 'Double', sectionType };
  return (await addSection(verbs.services, verbs.as('admin'), added)).section.id;
}

async function faultsOf(call: Promise<unknown>): Promise<readonly LabFault[]> {
  const failure: unknown = await call.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect((failure as Failure).code).toBe('LAB_FAULTY');
  return ((failure as Failure).data as { faults: LabFault[] }).faults;
}

test('a lab is published from nothing, is changed, and becomes a text again', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const id = await makeLabSection(verbs);
  const { services } = verbs;
  expect(await getSource(services, admin, { id })).toMatchObject({ version: 0, source: null, canRun: true });
  const saved = await saveSource(services, admin, { id, source: LAB_SOURCE, version: 0 });
  expect(saved).toMatchObject({ version: 1, source: LAB_SOURCE });
  expect(await getLab(services, admin, { id })).toMatchObject({ spec: { hintCount: 2 } });
  const changed = { ...LAB_SOURCE, 'given/note.txt': 'Read me.\r\n' };
  const again = await saveSource(services, admin, { id, source: changed, version: 1 });
  expect(again).toMatchObject({ version: 2, source: { 'given/note.txt': 'Read me.\n' } });
  expect(await retireSource(services, admin, { id })).toMatchObject({ version: 2, source: null });
  expect(await failureOf(getLab(services, admin, { id }))).toBe('LAB_NOT_FOUND');
  const audited = await db.kysely
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('action', 'like', 'lab.%')
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(['lab.publish', 'lab.publish', 'lab.retire']);
  expect(audited[0]?.after).toEqual({
    version: 1,
    runner: 'javascript',
    files: Object.keys(LAB_SOURCE).sort(),
  });
});

test('whoever publishes on an older version is told the present one, and nothing changes', async ({
  ownDb,
}) => {
  const verbs = await openVerbs(ownDb);
  const id = await makeLabSection(verbs);
  const save = (version: number, source: LabFiles = LAB_SOURCE) =>
    saveSource(verbs.services, verbs.as('admin'), { id, source, version });
  await save(0);
  await expect(save(0)).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { version: 1, source: LAB_SOURCE } },
  });
  const saves = ['A', 'B'].map((text) => failureOf(save(1, { ...LAB_SOURCE, 'given/a.txt': text })));
  expect((await Promise.all(saves)).filter((outcome) => outcome === 'VERSION_CONFLICT')).toHaveLength(1);
});

test('what does not pass its own proof is not published, in the words of the import', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const id = await makeLabSection(verbs);
  const wrong = { ...LAB_SOURCE, 'solution/src/double.js': 'export const double = (n) => n;\n' };
  const easy = { ...LAB_SOURCE, 'files/src/double.js': LAB_SOURCE['solution/src/double.js'] ?? '' };
  const save = (source: LabFiles) => saveSource(verbs.services, admin, { id, source, version: 0 });
  expect(await faultsOf(save(wrong))).toEqual([
    { file: '', line: null, said: 'solution: fails check a' },
    { file: '', line: null, said: 'solution: fails check b' },
  ]);
  const nothingToDo = { file: '', line: null, said: 'files: they pass already, so there is nothing to do' };
  expect(await faultsOf(save(easy))).toEqual([nothingToDo]);
  expect((await getSource(verbs.services, admin, { id })).version).toBe(0);
  const proof = await proveDraft(verbs.services, admin, { id, source: wrong });
  expect(proof.solved?.results.map(({ ok }) => ok)).toEqual([false, false]);
  expect(await proveDraft(verbs.services, admin, { id, source: LAB_SOURCE })).toMatchObject({ faults: [] });
  const files = { 'src/double.js': '*' };
  const tried = await tryDraft(verbs.services, admin, { id, source: LAB_SOURCE, files });
  expect(tried.verdict).toMatchObject({ passed: true });
  const unable = { ...verbs.services, judge: undefined };
  expect(await failureOf(proveDraft(unable, admin, { id, source: LAB_SOURCE }))).toBe('LABS_OFF');
  expect(await saveSource(unable, admin, { id, source: wrong, version: 0 })).toMatchObject({ canRun: false });
});

test('an imported lab comes back byte for byte, and a changed one counts as edited here', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const folder = courseFolder(LAB_COURSE);
  await importCourse(verbs.services, admin, folder);
  const { course_id: courseId, id } = await db.kysely
    .selectFrom('course_content')
    .select(['id', 'course_id'])
    .where('key', '=', 'double')
    .executeTakeFirstOrThrow();
  const { source, version } = await getSource(verbs.services, admin, { id });
  const same = await saveSource(verbs.services, admin, { id, source: source ?? {}, version });
  expect(same.version).toBe(version);
  const directory = courseFolder({ 'x/y': '' });
  await exportCourse(verbs.services, admin, { slug: 'labs', directory });
  expect(readTree(join(directory, 'labs'))).toMatchObject(
    Object.fromEntries(Object.entries(LAB_COURSE).filter(([path]) => path.includes('.lab/'))),
  );
  expect(await importCourse(verbs.services, admin, folder)).toMatchObject({ outcome: 'unchanged' });
  const edited = { ...source, 'given/note.txt': 'Mine.\n' };
  await saveSource(verbs.services, admin, { id, source: edited, version });
  const changed = { ...LAB_COURSE, '01-double.lab/files/more.ts': '' };
  expect(await importCourse(verbs.services, admin, courseFolder(changed))).toMatchObject({
    outcome: 'drifted',
    drift: ['section double: lab'],
  });
  expect((await selectLabSources(db.kysely, courseId)).get('double')).toEqual(edited);
});

test('learners and other sections are refused', async ({ db }) => {
  const verbs = await openVerbs(db);
  const lesson = await makeLabSection(verbs, 'lesson');
  const input = { id: lesson, source: LAB_SOURCE, version: 0 };
  expect(await failureOf(saveSource(verbs.services, verbs.as('admin'), input))).toBe('LAB_NOT_FOUND');
  for (const call of [getSource, checkDraft, proveDraft, saveSource, retireSource])
    expect(await failureOf(call(verbs.services, verbs.as('premium'), input))).toBe('ADMINISTRATOR_REQUIRED');
});

const yaml = (text: string) => ({ ...LAB_SOURCE, 'lab.yaml': text });
const CHECK = '{ id: a, name: A, module: src/double, call: double, args: [1], equals: 2 }';

test.for<[string, LabFiles, LabFault[]]>([
  [
    'no way out of its folder',
    { ...LAB_SOURCE, 'files/../../x.js': 'x', '/etc/passwd': 'x', 'lab.yaml/x': '' },
    [
      {
        file: '/etc/passwd',
        line: null,
        said: 'has no place here; expected: lab.yaml, files, given, solution',
      },
      {
        file: 'lab.yaml/x',
        line: null,
        said: 'has no place here; expected: lab.yaml, files, given, solution',
      },
      {
        file: 'files/../../x.js',
        line: null,
        said: 'use letters, digits, and . _ - in names, and at most 6 levels',
      },
    ],
  ],
  [
    'no file that is a folder, too',
    { ...LAB_SOURCE, 'files/src': 'x' },
    [{ file: 'files/src', line: null, said: 'is a file and a folder' }],
  ],
  [
    'at most 20 files and 256 kB',
    {
      ...LAB_SOURCE,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`files/f${at}.js`, 'x'.repeat(13_200)])),
    },
    [
      { file: '', line: null, said: 'files: more than 20 files' },
      { file: '', line: null, said: 'files: 258 kB, more than 256 kB together' },
    ],
  ],
  [
    'text',
    { ...LAB_SOURCE, 'files/a.js': 'a\0b', 'files/b.js': '\ud800' },
    [
      { file: 'files/a.js', line: null, said: 'is not UTF-8 text' },
      { file: 'files/b.js', line: null, said: 'is not UTF-8 text' },
    ],
  ],
  ['a lab.yaml', { 'files/a': '', 'solution/a': '' }, [{ file: 'lab.yaml', line: null, said: 'is missing' }]],
  [
    'a lab.yaml without an error of form',
    yaml(`runner: javascript\nchecks:\n  - ${CHECK}\n  - { id: b, name: B\n`),
    [{ file: 'lab.yaml', line: 5, said: expect.stringContaining('a closing bracket is missing') }],
  ],
  [
    'a lab.yaml whose parts go together',
    yaml(
      `runner: javascript\ntabs: [src/none.js]\nchecks:\n  - ${CHECK}\n  - ${CHECK}\n  - { id: b, name: B, run: none.js, stdin: x }\npass: 9\n`,
    ),
    [
      { file: 'lab.yaml', line: 5, said: 'checks: the id a is used twice' },
      { file: 'lab.yaml', line: 6, said: 'check b: javascript has no stdin' },
      { file: 'lab.yaml', line: 7, said: 'pass: 9 points are required, but the checks have only 3' },
      { file: 'lab.yaml', line: 6, said: 'check b: none.js is in none of files, given, and solution' },
      { file: 'lab.yaml', line: 2, said: 'tabs: files/src/none.js is missing' },
    ],
  ],
])('a lab has %s: each error names its file and line', ([, source, faults]) => {
  expect(readDraft(source).faults).toEqual(faults);
});

test('tabs are in the order that the author gives, and else by path', () => {
  const source = {
    ...LAB_SOURCE,
    'files/z.js': '',
    'files/a.js': '',
    'lab.yaml': `tabs: [z.js]\n${LAB_SOURCE['lab.yaml']}`,
  };
  expect(Object.keys(readDraft(source).lab?.files ?? {})).toEqual(['z.js', 'a.js', 'src/double.js']);
});
