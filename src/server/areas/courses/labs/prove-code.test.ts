import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { openJudge } from '#server/platform/judge/open-judge';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE, readTree } from '#tests/kit/lab-folder';
import { openVerbs, type Verbs } from '#tests/kit/verbs';
import { exportCourse } from '../folders/export-course.ts';
import { importContent } from '../folders/import-content.ts';
import { importCourse } from '../folders/import-course.ts';
import { type LabProof, openProof } from './prove-lab.ts';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const EXAM = `id: final
title: Final
minutes: 5
pass_mark: 50
intro: Begin.
questions:
  - id: q-double
    prompt: Double it. {a} stays.
    points: 2
    explanation: Twice.
    kind: code
    code:
      runner: javascript
      typecheck: strict
      seconds: 2
      files:
        - path: src/double.ts
          text: |
            // A long line that must stay on one line, {a} stays as it is, and [so does this](files/x.csv): it is code.
            export const double = (n: number): number => n;
        - path: a.ts
          text: ""
      given:
        - path: given.ts
          text: |
            export const one = 1;
      solution:
        - path: src/double.ts
          text: |
            export const double = (n: number): number => n * 2;
        - path: a.ts
          text: ""
      checks:
        - id: two
          name: Doubles 1
          points: 3
          module: src/double
          call: double
          args:
            - 1
          equals: 2
        - id: more
          name: Doubles more
          hidden: true
          hint: What is twice 21?
          module: src/double
          call: double
          args:
            - 21
          equals: 42
`;
const FILE = '01-final.exam.yaml';
const FOLDER = { 'course.yaml': LAB_COURSE['course.yaml'], [FILE]: EXAM };

async function faultsOf(verbs: Verbs, exam: string, proof?: LabProof): Promise<readonly string[]> {
  try {
    await importContent(verbs.services, verbs.as('admin'), courseFolder({ ...FOLDER, [FILE]: exam }), {
      proof,
    });
    return [];
  } catch (error) {
    return (error as { faults: string[] }).faults;
  }
}

test('an exam that asks for code proves itself, and comes back byte for byte', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  expect(
    await importCourse(verbs.services, admin, courseFolder(FOLDER), { proof: openProof(judge) }),
  ).toEqual({
    slug: 'labs',
    outcome: 'created',
  });
  const directory = courseFolder({ 'x/y': '' });
  await exportCourse(verbs.services, admin, { slug: 'labs', directory });
  expect(readTree(join(directory, 'labs'))[FILE]).toBe(EXAM);
  expect(await importCourse(verbs.services, admin, join(directory, 'labs'))).toMatchObject({
    outcome: 'unchanged',
  });
}, 60_000);

test('a question whose solution fails, or whose start passes, is no question, and only a changed one is run', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const proof = openProof(judge);
  const wrong = await faultsOf(verbs, EXAM.replace('=> n * 2', '=> n + 2'), proof);
  expect(wrong.join('\n')).toContain(`labs/${FILE}: question q-double: solution: fails check two`);
  expect(await faultsOf(verbs, EXAM.replace('=> n;', '=> n + n;'), proof)).toEqual([
    `labs/${FILE}: question q-double: files: they pass already, so there is nothing to do`,
  ]);
  const { warnings } = await importCourse(verbs.services, verbs.as('admin'), courseFolder(FOLDER));
  expect(warnings).toEqual([`labs/${FILE}: question q-double: imported without running its solution`]);
  const nobody: LabProof = () => Promise.reject(new Error('nothing is to be run'));
  expect(await faultsOf(verbs, EXAM.replace('Begin.', 'Begin now.'), nobody)).toEqual([]);
}, 60_000);

test.for([
  ['module: src/double', 'module: src/doubel', 'checks: check two: src/doubel is in none of files, given'],
  ['call: double', 'cal: double', 'line 34: questions.0.code.checks.0: needs exactly one of call'],
  ['hidden: true', 'hiden: true', 'unknown key hiden; did you mean hidden?'],
  ['runner: javascript', 'runner: python', "checks: check two: python can't answer call"],
  ['- path: given.ts', '- path: a.ts', 'given: a.ts is a file that learners edit, too'],
  [
    'solution:\n        - path: src/double.ts',
    'solution:\n        - path: b.ts',
    'solution: b.ts is not one of',
  ],
  ['- path: src/double.ts', '- path: ../double.ts', 'It is not a path of a lab'],
  ['typecheck: strict', 'timeout: 2', 'unknown key timeout'],
] as const)('%s as %s is told', async ([from, to, said], { db }) => {
  const verbs = await openVerbs(db);
  expect((await faultsOf(verbs, EXAM.replace(from, to))).join('\n')).toContain(said);
});
