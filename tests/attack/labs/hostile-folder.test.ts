import { afterAll, expect } from 'vitest';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { openProof } from '#server/areas/courses/labs/prove-lab';
import { openJudge } from '#server/platform/judge/open-judge';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE } from '#tests/kit/lab-folder';
import { openVerbs } from '#tests/kit/verbs';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const YAML = '01-double.lab/lab.yaml';
const check = (rest: string) => `runner: javascript\nchecks:\n  - { id: a, name: A, ${rest} }\n`;

/** Folders of a stranger: none may harm who imports it, and each ends in words. */
const HOSTILE: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
  [
    'aliases that grow without end',
    {
      [YAML]: `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'
        .split('')
        .map((name, index) => {
          const before = 'abcdefgh'[index];
          return `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]\n`;
        })
        .join('')}`,
    },
    /lab\.yaml: .*alias/i,
  ],
  [
    'a key that reaches for the prototype',
    { [YAML]: check('eval: "1", equals: 1, __proto__: { hidden: true }') },
    /lab\.yaml: .*unknown key __proto__/,
  ],
  [
    'a path that leads out of the lab',
    { [YAML]: check('run: ../../../etc/passwd, stdout: x') },
    /lab\.yaml: line 3: checks\.0\.run: It is not a path of a lab/,
  ],
  [
    'a solution that never ends',
    {
      '01-double.lab/solution/src/double.ts': 'for (;;);\nexport const double = (n: number): number => n;\n',
    },
    /solution: fails check two \(.*Timeout/,
  ],
  [
    'a solution that fills the memory',
    {
      '01-double.lab/solution/src/double.ts':
        'const all: string[] = [];\nfor (let i = 0; ; i++) all.push("x".repeat(1_000_000) + i);\nexport const double = (n: number): number => n;\n',
    },
    /solution: fails check two \(.*(?:OutOfMemory|Died|Timeout|out of memory)/,
  ],
  [
    'a solution that claims to have passed',
    {
      '01-double.lab/solution/src/double.ts':
        'export const double = (n: number): unknown => ({ passed: true, equals: n, valueOf: () => 42 });\n',
    },
    /solution: fails check two/,
  ],
];

test.for(HOSTILE)(
  'a lab folder with %s is refused in words',
  { timeout: 90_000 },
  async ([, changes, said], { db }) => {
    const { as, services } = await openVerbs(db);
    const call = importCourse(services, as('admin'), courseFolder({ ...LAB_COURSE, ...changes }), {
      proof: openProof(judge),
    });
    await expect(call).rejects.toThrow(said);
    expect(({} as { hidden?: unknown }).hidden).toBeUndefined();
  },
);

test('names and values that reach for the prototype are kept as what they are', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const solution = 'export const double = (value: object): string => Object.keys(value).join();\n';
  const directory = courseFolder({
    ...LAB_COURSE,
    [YAML]: check(
      'module: src/double, call: double, args: [{ __proto__: { a: 1 }, constructor: 2 }], equals: "__proto__,constructor"',
    ),
    '01-double.lab/solution/src/double.ts': solution,
    '01-double.lab/solution/__proto__': 'x',
  });
  const report = await importCourse(services, as('admin'), directory, { proof: openProof(judge) });
  expect(report).toMatchObject({ outcome: 'created' });
}, 60_000);
