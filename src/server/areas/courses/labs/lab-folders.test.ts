import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { courseForm } from '#contract/courses/course-form';
import { getLab } from '#server/areas/labs/get-lab';
import { judgeNext } from '#server/areas/labs/judging/judge-next';
import { saveFiles } from '#server/areas/labs/save-files';
import { submitWork } from '#server/areas/labs/submit-work';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { openJudge } from '#server/platform/judge/open-judge';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE, LAB_YAML, readTree } from '#tests/kit/lab-folder';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { getEditCourse } from '../editing/get-edit-course.ts';
import { updateCourse } from '../editing/update-course.ts';
import { exportCourse } from '../folders/export-course.ts';
import { importContent } from '../folders/import-content.ts';
import { importCourse } from '../folders/import-course.ts';
import { removeCourse } from '../trash/remove-course.ts';
import { removeSection } from '../trash/remove-section.ts';
import { restoreCourse } from '../trash/restore-course.ts';
import { restoreSection } from '../trash/restore-section.ts';
import { restoreVersion } from '../versions/restore-version.ts';
import { selectLabSources } from './lab-spec-sql.ts';
import { type LabProof, openProof } from './prove-lab.ts';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const YAML = '01-double.lab/lab.yaml';
const SOLUTION = '01-double.lab/solution/src/double.ts';
const START = '01-double.lab/files/src/double.ts';

type Changes = Readonly<Record<string, string | undefined>>;

const load = (verbs: Verbs, changes: Changes = {}, proof?: LabProof) =>
  importCourse(verbs.services, verbs.as('admin'), courseFolder({ ...LAB_COURSE, ...changes }), { proof });

async function faultsOf(verbs: Verbs, changes: Changes, proof?: LabProof): Promise<readonly string[]> {
  try {
    await load(verbs, changes, proof);
    return [];
  } catch (error) {
    return (error as { faults: string[] }).faults;
  }
}

async function sectionOf({ kysely }: Db) {
  return kysely
    .selectFrom('course_content')
    .select(['id', 'course_id'])
    .where('key', '=', 'double')
    .executeTakeFirstOrThrow();
}

async function versionsOf({ kysely }: Db) {
  const { rows } = await sql<{ version: number; retired: boolean }>`
    select version, retired from lab_specs order by version`.execute(kysely);
  return rows.map(({ retired, version }) => (retired ? `${version} retired` : String(version)));
}

test('a folder beside a lab makes it run, and comes back byte for byte', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  expect(await load(verbs, {}, openProof(judge))).toEqual({ slug: 'labs', outcome: 'created' });
  const { id } = await sectionOf(db);
  const lab = await getLab(verbs.services, admin, { id });
  expect(lab).toMatchObject({
    start: { 'src/double.ts': LAB_COURSE[START] },
    spec: {
      runner: 'javascript',
      limits: { seconds: 2, runsPerHour: 60 },
      pass: 'all',
      checks: [
        { id: 'two', probe: { kind: 'call', module: 'src/double', call: 'double', args: [1], equals: 2 } },
      ],
      hidden: [{ id: 'more', points: 1 }],
      hintCount: 1,
    },
  });
  const directory = courseFolder({ 'x/y': '' });
  await exportCourse(verbs.services, admin, { slug: 'labs', directory });
  const written = readTree(join(directory, 'labs'));
  for (const [path, text] of Object.entries(LAB_COURSE))
    if (path.includes('/')) expect(written[path]).toBe(text);
  expect(Object.keys(written)).toEqual(Object.keys({ ...LAB_COURSE }).sort());
  expect(await importCourse(verbs.services, admin, join(directory, 'labs'))).toMatchObject({
    outcome: 'unchanged',
  });
}, 60_000);

test('a changed lab is a new version, a lab without its folder is a text, and passes stay', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  await load(verbs);
  const { course_id: courseId, id } = await sectionOf(db);
  const learner = verbs.as('basic');
  await enrol(verbs.services, learner, { courseId });
  const files = { 'src/double.ts': LAB_COURSE[SOLUTION] ?? '' };
  const { version } = await saveFiles(verbs.services, learner, { id, files, baseVersion: 0 });
  await submitWork(verbs.services, learner, { id, version });
  expect(await judgeNext(verbs.services, judge)).toBe(true);
  const passed = (await getLab(verbs.services, learner, { id })).passedAt;
  expect(passed).not.toBeNull();

  const yaml = LAB_YAML.replace('args: [21], equals: 42', 'args: [4], equals: 8');
  expect(await load(verbs, { [YAML]: yaml })).toMatchObject({ outcome: 'updated' });
  expect(await versionsOf(db)).toEqual(['1', '2']);
  expect((await getLab(verbs.services, learner, { id })).passedAt).toBe(passed);

  const none = Object.fromEntries(Object.keys(LAB_COURSE).map((path) => [path, undefined]));
  const text = {
    ...none,
    'course.yaml': LAB_COURSE['course.yaml'],
    '01-double.lab.md': LAB_COURSE['01-double.lab.md'],
  };
  expect(await load(verbs, text)).toMatchObject({ outcome: 'updated' });
  expect(await failureOf(getLab(verbs.services, learner, { id }))).toBe('LAB_NOT_FOUND');
  expect(await load(verbs)).toMatchObject({ outcome: 'updated' });
  expect(await versionsOf(db)).toEqual(['1 retired', '2 retired', '3']);
  expect((await getLab(verbs.services, learner, { id })).passedAt).toBe(passed);
}, 60_000);

test('a lab that changed only in its folder is told as drift of a course that was edited here', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  await load(verbs);
  const { course_id: id } = await sectionOf(db);
  const course = await getEditCourse(verbs.services, admin, { id });
  await updateCourse(verbs.services, admin, {
    ...course,
    ...courseForm.parse({ ...course, title: 'Edited' }),
    id,
  });
  const yaml = LAB_YAML.replace('Multiply', 'Add');
  expect(await load(verbs, { [YAML]: yaml })).toEqual({
    slug: 'labs',
    outcome: 'drifted',
    drift: ['title', 'section double: lab'],
  });
  expect(await versionsOf(db)).toEqual(['1']);
}, 60_000);

test('checks go with a section and a course into the trash and come back, also with an earlier version', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const other = '---\nid: other\ntitle: Other\ntype: text\nminutes: 5\n---\n\nWords.\n';
  await load(verbs, { '02-other.lesson.md': other });
  const { course_id: courseId, id } = await sectionOf(db);
  const runs = async () => (await selectLabSources(db.kysely, courseId)).has('double');
  const edited = await getEditCourse(verbs.services, admin, { id: courseId });
  await removeSection(verbs.services, admin, { id: courseId, sectionId: id });
  expect(await runs()).toBe(false);
  await restoreSection(verbs.services, admin, { id: courseId, sectionId: id });
  expect(await runs()).toBe(true);
  const again = await getEditCourse(verbs.services, admin, { id: courseId });
  await restoreVersion(verbs.services, admin, {
    id: courseId,
    version: edited.version,
    basedOn: again.version,
  });
  expect(await runs()).toBe(true);
  await removeCourse(verbs.services, admin, { id: courseId });
  expect(await failureOf(getLab(verbs.services, verbs.as('basic'), { id }))).toBe('LAB_NOT_FOUND');
  await restoreCourse(verbs.services, admin, { id: courseId });
  expect(await getLab(verbs.services, admin, { id })).toMatchObject({ spec: { hintCount: 1 } });
  expect(await versionsOf(db)).toEqual(['1']);
}, 60_000);

test('a solution that fails, and a start that passes, stop the import with what was asked', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const proof = openProof(judge);
  expect(
    await faultsOf(verbs, { [SOLUTION]: 'export const double = (n: number): number => n + 1;\n' }, proof),
  ).toEqual(['labs/01-double.lab/solution: fails check more (double(21); expected 42; got 22)']);
  const typed = await faultsOf(
    verbs,
    { [SOLUTION]: 'export const double = (n: number): string => n * 2;\n' },
    proof,
  );
  expect(typed).toEqual([
    "labs/01-double.lab/solution/src/double.ts: line 1: Type 'number' is not assignable to type 'string'.",
  ]);
  expect(await faultsOf(verbs, { [START]: LAB_COURSE[SOLUTION] }, proof)).toEqual([
    'labs/01-double.lab/files: they pass already, so there is nothing to do',
  ]);
  expect(await db.kysely.selectFrom('courses').select('id').execute()).toEqual([]);
}, 60_000);

test('a lab that cannot be run is a fault; without a judge it is imported, and the report says so', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const nobody: LabProof = openProof({
    judge: async () => ({ verdict: null, reason: 'the player does not start', cpuMs: 0, peakMb: 0 }),
  });
  expect(await faultsOf(verbs, {}, nobody)).toEqual([
    "labs/01-double.lab/solution: it couldn't be run: the player does not start",
  ]);
  expect(await load(verbs)).toEqual({
    slug: 'labs',
    outcome: 'created',
    warnings: ['labs/01-double.lab: imported without running its solution'],
  });
  expect(await load(verbs)).toEqual({ slug: 'labs', outcome: 'unchanged' });
});

test('one lab that fails stops the import of a folder of courses before it began', async ({ db }) => {
  const verbs = await openVerbs(db);
  const both = courseFolder({
    ...Object.fromEntries(Object.entries(LAB_COURSE).map(([path, text]) => [`first/${path}`, text])),
    ...Object.fromEntries(Object.entries(LAB_COURSE).map(([path, text]) => [`second/${path}`, text])),
    [`second/${SOLUTION}`]: 'export const double = (n: number): number => n + 1;\n',
  });
  const call = importContent(verbs.services, verbs.as('admin'), both, { proof: openProof(judge) });
  await expect(call).rejects.toThrow('second/01-double.lab/solution: fails check more');
  expect(await db.kysely.selectFrom('courses').select('id').execute()).toEqual([]);
}, 60_000);

const CHECK = '{ id: two, name: "Doubles 1", module: src/double, call: double, args: [1], equals: 2 }';
const yaml = (rest: string) => `runner: javascript\n${rest}`;
const checks = (...lines: string[]) => yaml(`checks:\n${lines.map((line) => `  - ${line}\n`).join('')}`);

test.for<[string, Changes, string[]]>([
  ['an unknown key', { [YAML]: `${checks(CHECK)}hint: [x]\n` }, ['/lab.yaml: line 1: it: unknown key hint']],
  [
    'a key with a slip',
    { [YAML]: `${checks(CHECK)}typechek: strict\n` },
    ['/lab.yaml: line 1: it: unknown key typechek; did you mean typecheck?'],
  ],
  [
    'an unknown key of a check',
    { [YAML]: checks(CHECK.replace('equals', 'equal')) },
    ['/lab.yaml: line 3: checks.0: unknown key equal'],
  ],
  [
    'an unknown runner',
    { [YAML]: checks(CHECK).replace('javascript', 'cobol') },
    ['/lab.yaml: line 1: runner: must be javascript, http, dom, python, sql, or shell'],
  ],
  [
    'no checks',
    { [YAML]: yaml('checks: []\n') },
    ['/lab.yaml: line 2: checks: At least one check is required'],
  ],
  [
    'a check that asks nothing',
    { [YAML]: checks('{ id: a, name: A }') },
    ['/lab.yaml: line 3: checks.0: needs exactly one of call, eval, run, answer, sql, sh, http, dom'],
  ],
  [
    'a check that asks twice',
    { [YAML]: checks('{ id: a, name: A, eval: "1", sh: ls, equals: 1 }') },
    [
      '/lab.yaml: line 3: checks.0: needs exactly one of call, eval, run, answer, sql, sh, http, dom, not eval and sh',
    ],
  ],
  [
    'a check that compares nothing',
    { [YAML]: checks('{ id: a, name: A, module: src/double, call: double }') },
    ['/lab.yaml: line 3: checks.0: needs either equals or throws'],
  ],
  [
    'what does not go together',
    {
      [YAML]: `${checks(CHECK, CHECK, '{ id: b, name: B, sh: ls }', '{ id: c, name: C, run: src/none.ts, stdin: x }')}pass: 9\n`,
    },
    [
      '/lab.yaml: checks: the id two is used twice',
      "/lab.yaml: check b: javascript can't answer sh; it can: call, eval, run",
      '/lab.yaml: check c: javascript has no stdin',
      '/lab.yaml: pass: 9 points are required, but the checks have only 4',
      '/lab.yaml: check c: src/none.ts is in none of files, given, and solution',
    ],
  ],
  [
    'a value in Python that is no text',
    { [YAML]: checks('{ id: a, name: A, eval: "1 + 1", equals: 2 }').replace('javascript', 'python') },
    ["/lab.yaml: check a: equals is compared with what repr returns, so write it in quotes: '2'"],
  ],
  [
    'a wrong type',
    { [YAML]: `${checks(CHECK)}limits: { seconds: 60 }\n` },
    ['/lab.yaml: line 4: limits.seconds: must be at most 10'],
  ],
  ['no lab.yaml', { [YAML]: undefined }, ['/lab.yaml: is missing']],
  ['no solution', { [SOLUTION]: undefined }, [': solution is missing: what passes every check']],
  ['no files', { [START]: undefined }, [': files is missing: what a learner starts with']],
  [
    'a stray file',
    { '01-double.lab/notes.txt': 'x' },
    ['/notes.txt: has no place here; expected: lab.yaml, files, given, solution'],
  ],
  [
    'given and files of one name',
    { '01-double.lab/given/src/double.ts': 'x' },
    [
      "/files/src/double.ts: is in given, too, and what is given can't be edited",
      "/solution/src/double.ts: is in given, too, and what is given can't be edited",
    ],
  ],
  [
    'a name that no learner can type',
    { '01-double.lab/files/a b.ts': 'x' },
    ['/files/a b.ts: use letters, digits, and . _ - in names, and at most 6 levels'],
  ],
  [
    'too much text',
    { '01-double.lab/files/big.ts': 'x'.repeat(255 * 1024), '01-double.lab/given/more.ts': 'y'.repeat(2048) },
    [': files and given: 258 kB, more than 256 kB together'],
  ],
  [
    'one file that is too large',
    { '01-double.lab/files/big.ts': 'x'.repeat(257 * 1024) },
    ['/files/big.ts: is larger than 256 kB'],
  ],
  [
    'too many files',
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`01-double.lab/files/f${index}.ts`, 'x'])),
    [': files: more than 20 files'],
  ],
  [
    'too many checks',
    { [YAML]: checks(...Array.from({ length: 61 }, (_, index) => CHECK.replace('two', `c${index}`))) },
    ['/lab.yaml: line 3: checks: At most 60 checks'],
  ],
])('a lab folder with %s is refused with its file', async ([, changes, said], { db }) => {
  const verbs = await openVerbs(db);
  expect(await faultsOf(verbs, changes)).toEqual(said.map((each) => `labs/01-double.lab${each}`));
});

test('a folder without its text, and links in it, are refused', async ({ db }) => {
  const verbs = await openVerbs(db);
  expect(await faultsOf(verbs, { '02-lone.lab/lab.yaml': LAB_YAML })).toEqual([
    'labs: 02-lone.lab has no text: 02-lone.lab.md is missing',
  ]);
  const directory = courseFolder(LAB_COURSE);
  symlinkSync('/etc/passwd', join(directory, '01-double.lab/files/passwd'));
  symlinkSync('/etc', join(directory, '01-double.lab/given'));
  await expect(importCourse(verbs.services, verbs.as('admin'), directory)).rejects.toMatchObject({
    faults: [
      'labs/01-double.lab/files/passwd: must be a regular file, not a link or folder',
      'labs/01-double.lab/given: must be a regular file, not a link or folder',
    ],
  });
});

test('a request is written in one line or as a mapping', async ({ db }) => {
  const verbs = await openVerbs(db);
  const http = `runner: http
checks:
  - { id: a, name: A, module: server, http: GET /a?x=1, status: 200 }
  - { id: b, name: B, module: server, before: [POST /release], http: { method: GET, path: /, headers: { accept: text/html } }, headers: { etag: null } }
`;
  await load(verbs, {
    [YAML]: http,
    '01-double.lab/files/server.js': 'x',
    '01-double.lab/solution/server.js': 'y',
  });
  const { id } = await sectionOf(db);
  const { spec } = await getLab(verbs.services, verbs.as('admin'), { id });
  expect(spec.checks.map(({ probe }) => probe)).toEqual([
    { kind: 'http', module: 'server', request: { method: 'GET', path: '/a?x=1' }, status: 200 },
    {
      kind: 'http',
      module: 'server',
      before: [{ method: 'POST', path: '/release' }],
      request: { method: 'GET', path: '/', headers: { accept: 'text/html' } },
      headers: { etag: null },
    },
  ]);
});
