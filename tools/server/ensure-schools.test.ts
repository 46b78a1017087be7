import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ensureSchools } from './ensure-schools.ts';

const FILES = ['content-html.json', 'school.zst', 'school-with-samples.zst'];
/** One file of each kind that they are made of. */
const SOURCES = [
  'content/course/01-first.lesson.md',
  'messages/en/courses.json',
  'package-lock.json',
  'src/contract/courses.ts',
  'src/domain/tiers.ts',
  'src/emails/welcome.ts',
  'src/labs/protocol.ts',
  'src/server/areas/courses/import.ts',
  'src/server/db/migrations/0001-first.sql',
  'src/server/markdown/to-html.ts',
  'tools/messages.ts',
  'tools/prepare-content.ts',
  'tools/server/prepare-clusters.ts',
];

let root: string;
let times: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-schools-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  times = 0;
  for (const source of SOURCES) write(source, 'first');
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

const made = (name: string) => readFileSync(join(root, 'build', name), 'utf8');
const ensure = (names = FILES) =>
  ensureSchools(root, async (folder) => {
    times += 1;
    for (const name of names) writeFileSync(join(folder, name), `${name} ${times}`);
  });

test('they are made once, and again after a change of anything that they are made of', async () => {
  await ensure();
  await ensure();
  expect(times).toBe(1);
  for (const [index, source] of SOURCES.entries()) {
    write(source, 'changed');
    await ensure();
    expect([source, times]).toEqual([source, index + 2]);
    await ensure();
    expect([source, times]).toEqual([source, index + 2]);
  }
  expect(FILES.map(made)).toEqual(FILES.map((name) => `${name} ${times}`));
});

test('a change of the web app, a test, or the build itself leaves them', async () => {
  await ensure();
  for (const name of ['src/web/page.tsx', 'src/server/import.test.ts', 'tools/build.ts', 'README.md'])
    write(name, 'new');
  await ensure();
  expect(times).toBe(1);
});

test('one that is missing is made again', async () => {
  await ensure();
  rmSync(join(root, 'build', 'school.zst'));
  await ensure();
  expect(made('school.zst')).toBe('school.zst 2');
});

test('what is interrupted leaves those of before, and nothing half; the next build makes all of them', async () => {
  await ensure();
  write('content/course/01-first.lesson.md', 'changed');
  const broken = ensureSchools(root, async (folder) => {
    writeFileSync(join(folder, 'school.zst'), 'half');
    throw new Error('interrupted');
  });
  await expect(broken).rejects.toThrow('interrupted');
  expect(made('school.zst')).toBe('school.zst 1');
  await ensure();
  expect(FILES.map(made)).toEqual(FILES.map((name) => `${name} 2`));
});

test('where no database server runs, the HTML is there all the same, and the next build tries again', async () => {
  await ensure(['content-html.json']);
  expect(made('content-html.json')).toBe('content-html.json 1');
  expect(existsSync(join(root, 'build', 'schools.json'))).toBe(false);
  await ensure();
  expect(made('school.zst')).toBe('school.zst 2');
});
