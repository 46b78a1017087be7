import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { withServices } from '#server/cli/open-services';
import { parseConfig } from '#server/config';
import { courseFolder, LAB_COURSE } from '#tests/kit/lab-folder';
import { startScript } from '#tests/kit/process';
import { freePort } from '#tests/kit/run/free-port';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const SCRIPT = join(import.meta.dirname, '../../src/server/cli/lectern.ts');
const PORT = String(await freePort());
const dataDir = makeScratch('cli');
afterAll(() => removeScratch(dataDir));

async function lectern(args: readonly string[], env: Record<string, string> = {}) {
  const run = startScript(SCRIPT, args, { env: { DATA_DIR: dataDir, PORT, ...env } });
  return { code: await run.ended, output: run.output() };
}

test('an unknown command and wrong arguments are answered with what there is', async () => {
  const unknown = await lectern(['sing']);
  expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining('Unknown command "sing".') });
  expect(unknown.output).toContain('doctor');
  expect(await lectern(['admin'])).toMatchObject({ code: 2, output: expect.stringContaining('admin EMAIL') });
});

test('what is not there is said in a sentence, and each command stands apart from what it does', async () => {
  const scratch = makeScratch('cli-export');
  onTestFinished(() => removeScratch(scratch));
  const started = { DATA_DIR: join(scratch, 'data'), SAMPLE_CONTENT: 'off' };
  await makeReadyFolder(started.DATA_DIR);
  for (const [command, said] of [
    ['export', 'Course not found'],
    ['export-bank', 'Question bank not found.'],
  ] as const)
    expect(await lectern([command, 'nowhere', started.DATA_DIR], started)).toEqual({
      code: 1,
      output: expect.stringContaining(`${said}\n`),
    });
  const { output } = await lectern(['help']);
  expect(output).toMatch(/^ {2,}export-bank SLUG DIR {2,}export a question bank/m);
  expect(output).toMatch(/^ {2}rotate-signing-key {2,}start signing certificates/m);
});

test('help is given also when settings are faulty', async () => {
  for (const words of [['--help'], ['-h'], ['help'], [], ['admin', '--help']]) {
    const { code, output } = await lectern(words, { DATABSE_URL: 'x', PORT: 'none' });
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^npm run lectern -- <command>\n[\s\S]*admin EMAIL/),
    ]);
  }
});

test('what is not an email address does not become an administrator', async () => {
  for (const word of ['grace', 'grace@', 'a b@school.test', '--force']) {
    expect(await lectern(['admin', word])).toEqual({
      code: 1,
      output: `"${word}" isn't a valid email address. Use one such as head@school.example.\n`,
    });
  }
});

test('a folder of Markdown pages becomes a course folder, and what is not understood is told', async () => {
  const scratch = makeScratch('cli-pages');
  onTestFinished(() => removeScratch(scratch));
  const pages = join(scratch, 'pages');
  mkdirSync(pages, { recursive: true });
  writeFileSync(join(pages, '1-tea.md'), '# Tea\n\nHot <kbd>tea</kbd>.\n');
  const target = join(scratch, 'tea-course');
  const { code, output } = await lectern(['import', '--from-markdown', pages, target]);
  expect([code, output]).toEqual([0, expect.stringContaining(`written  ${target}  (lessons: 1)\n`)]);
  expect(output).toContain('  warning: 1-tea.md: line 3: the HTML <kbd> was removed\n');
  expect(existsSync(join(target, '01-tea.lesson.md'))).toBe(true);
  expect(await lectern(['import', pages, target])).toEqual({
    code: 2,
    output: 'Usage: npm run lectern -- import DIR [--force]\n',
  });
});

test('a misspelt setting stops every command with what to do', async () => {
  const { code, output } = await lectern(['doctor'], { DATABSE_URL: 'x' });
  expect(code).toBe(1);
  expect(output).toContain('did you mean DATABASE_URL?');
});

test('the doctor looks at everything and says what to do about what is wrong', async () => {
  const well = await lectern(['doctor']);
  expect(well.code).toBe(0);
  for (const word of [
    'Node.js',
    'embedded server',
    'data folder',
    'uploads',
    'outbox',
    'secrets',
    'disk',
    'database',
    'email',
    'address',
    'links',
  ])
    expect(well.output).toMatch(new RegExp(`^ok {2}${word}`, 'm'));
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  const ill = await lectern(['doctor'], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  expect(ill.code).toBe(1);
  expect(ill.output).toMatch(/^!! {2}database: .*\n {4}→ check DATABASE_URL/m);
  expect(ill.output).toMatch(/^!! {2}email: 127\.0\.0\.1:9: .*ECONNREFUSED.*\n {4}→ check the host/m);
});

test('a person becomes administrator, and a course folder is imported once', async () => {
  const made = await lectern(['admin', 'grace@school.test']);
  expect(made.output).toMatch(
    /grace@school\.test is now an administrator\.\nPassword \(shown only once\): \S{12,}/,
  );
  expect((await lectern(['admin', 'grace@school.test'])).output).toBe(
    'grace@school.test is already an administrator.\nThe account keeps its password.\n',
  );
  const folder = join(import.meta.dirname, '../../content/sql-from-scratch');
  expect((await lectern(['import', folder])).output).toContain('created  sql-from-scratch');
  expect((await lectern(['import', folder])).output).toContain('unchanged  sql-from-scratch');
  expect(await lectern(['import', dataDir])).toMatchObject({
    code: 1,
    output: expect.stringContaining('course.yaml'),
  });
}, 180_000);

test('an import names what was edited since and leaves it; --force restores what the folder says', async () => {
  const scratch = makeScratch('cli-force');
  onTestFinished(() => removeScratch(scratch));
  const started = { DATA_DIR: join(scratch, 'data'), SAMPLE_CONTENT: 'off' };
  await makeReadyFolder(started.DATA_DIR);
  const folder = join(scratch, 'tea');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'course.yaml'), COURSE);
  writeFileSync(join(folder, '01-pour.lesson.md'), '---\nid: pour\ntitle: Pour\n---\n\nPour **slowly**.\n');
  const run = (...words: string[]) => lectern([...words], started);
  expect(await run('import', folder)).toEqual({ code: 0, output: expect.stringContaining('created  tea') });
  // What somebody edits in the browser raises the version of the course.
  await withServices(parseConfig(started), ({ db }) =>
    db.pool.query(
      "update courses set description = 'Edited here.', version = version + 1 where slug = 'tea'",
    ),
  );
  const left = await run('import', folder);
  expect(left.output).toMatch(/^drifted {2}tea/m);
  expect(left.output).toContain('description');
  expect(await described(started)).toBe('Edited here.');
  expect(await run('import', folder, '--force')).toEqual({
    code: 0,
    output: expect.stringContaining('updated  tea'),
  });
  expect(await described(started)).toBe('All about tea.');
}, 120_000);

test('an import runs the solutions of labs, says what fails, and where it may run none', async () => {
  const scratch = makeScratch('cli-labs');
  onTestFinished(() => removeScratch(scratch));
  const started = { DATA_DIR: join(scratch, 'data'), SAMPLE_CONTENT: 'off' };
  await makeReadyFolder(started.DATA_DIR);
  const wrong = {
    '01-double.lab/solution/src/double.ts': 'export const double = (n: number): number => n + 1;\n',
  };
  const failing = courseFolder({ ...LAB_COURSE, ...wrong });
  const refused = await lectern(['import', failing], started);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      '  - labs/01-double.lab/solution: fails check more (double(21); expected 42; got 22)',
    ),
  });
  const unproven = await lectern(['import', failing], { ...started, LABS: 'browser-only' });
  expect(unproven).toMatchObject({
    code: 0,
    output: expect.stringContaining('  warning: labs/01-double.lab: imported without running its solution'),
  });
  expect(await lectern(['import', courseFolder(LAB_COURSE)], started)).toMatchObject({
    code: 0,
    output: expect.stringContaining('updated  labs'),
  });
}, 120_000);

async function described(variables: Record<string, string>): Promise<string> {
  return withServices(parseConfig(variables), async ({ db }) => {
    const { rows } = await db.pool.query("select description from courses where slug = 'tea'");
    return rows[0].description;
  });
}

const COURSE = `title: Tea
description: All about tea.
level: beginner
subscription_level: free
categories: [Drinks]
tags: []
outcomes: []
`;
