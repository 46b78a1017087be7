import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { KIND_NAMES, type Question } from '#domain/exams/kinds/kinds';
import { exportCourse } from '#server/areas/courses/folders/export-course';
import { findCourseFolders, importContent } from '#server/areas/courses/folders/import-content';
import { readCourseFolder } from '#server/areas/courses/folders/read-course-folder';
import { test } from '#tests/kit/database';
import { openVerbs, type Verbs } from '#tests/kit/verbs';
import { type BankFile, readBankFile } from '../formats/bank-file.ts';
import { exportDrawnBanks } from './export-drawn-banks.ts';
import { findBankFiles } from './find-bank-files.ts';
import { importBanks } from './import-banks.ts';

const CONTENT = join(import.meta.dirname, '../../../../../content');

async function sampleBanks(): Promise<Map<string, BankFile>> {
  const files = await findBankFiles(CONTENT);
  const read = files.map(async ({ directory, name }) => {
    const bank = readBankFile(await readFile(join(directory, name), 'utf8'));
    return [name.replace('.bank.yaml', ''), bank] as const;
  });
  return new Map(await Promise.all(read));
}

async function sampleExams() {
  const folders = await Promise.all((await findCourseFolders(CONTENT)).map(readCourseFolder));
  return folders.flatMap(({ sections }) => sections.flatMap(({ exam }) => exam ?? []));
}

test('no sample exam that counts toward its course lets anybody find the key by trying', async () => {
  const folders = await Promise.all((await findCourseFolders(CONTENT)).map(readCourseFolder));
  const counting = folders.flatMap(({ sections }) =>
    sections.flatMap(({ exam, required }) => (exam && required ? [exam] : [])),
  );
  expect(counting.length).toBeGreaterThan(4);
  for (const { settings } of counting) {
    const { attempts, wait } = settings;
    expect(wait === null || wait >= 60 || (attempts !== null && attempts <= 3)).toBe(true);
  }
});

test('the sample courses use every kind of question, and what a question can have besides', async () => {
  const banked = [...(await sampleBanks()).values()].flatMap(({ questions }) => questions);
  const exams = await sampleExams();
  const all: Question[] = [
    ...exams.flatMap(({ questions }) => questions),
    ...banked.map(({ question }) => question),
  ];
  const missing = KIND_NAMES.filter((name) => !all.some(({ kind }) => kind === name));
  expect(missing).toEqual([]);
  const gaps = all.flatMap((question) => (question.kind === 'gaps' ? question.gaps : []));
  const has = {
    'a gap to write in': gaps.some((gap) => gap.kind === undefined && gap.wrong.length === 0),
    'a gap to choose in': gaps.some((gap) => gap.kind === undefined && gap.wrong.length > 0),
    'a pattern': all.some((question) => question.kind === 'text' && (question.patterns ?? []).length > 0),
    'an answer that is worked out': all.some(
      (question) => question.kind === 'number' && typeof question.answer === 'string',
    ),
    'a question of its own with numbers drawn anew': exams.some(({ questions }) =>
      questions.some(({ parameters = [] }) => parameters.length > 0),
    ),
    'a rubric': all.some((question) => question.kind === 'essay' && question.rubric.length > 0),
    'shuffled order': exams.some(({ settings }) => settings.shuffle),
  };
  expect(Object.entries(has).filter(([, isThere]) => !isThere)).toEqual([]);
});

test('an exam of the samples draws by tag, and every draw has more to choose from than it takes', async () => {
  const banks = await sampleBanks();
  const draws = (await sampleExams()).flatMap((exam) => exam.draws);
  expect(draws.filter(({ tags }) => tags.length > 0).length).toBeGreaterThan(0);
  for (const { bank, count, id, tags } of draws) {
    const pool = banks.get(bank)?.questions.filter((each) => tags.every((tag) => each.tags.includes(tag)));
    expect(pool?.length ?? 0, id).toBeGreaterThan(count);
  }
});

async function filesBelow(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async ({ name, parentPath }) => [
    join(basename(parentPath), name),
    await readFile(join(parentPath, name), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(read));
}

/** Every course and post with the banks that it draws from, in a new folder. */
async function giveAll({ as, services }: Verbs): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'samples-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const rows = await services.db.kysely.selectFrom('courses').select('slug').execute();
  for (const { slug } of rows) {
    const files = await exportCourse(services, as('admin'), { slug, directory });
    await exportDrawnBanks(services, as('admin'), { slug, files, directory: join(directory, slug) });
  }
  return directory;
}

test('all sample courses and their banks come back as they went out, byte for byte the second time', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const take = async (directory: string) => [
    ...(await importBanks(services, as('admin'), directory)),
    ...(await importContent(services, as('admin'), directory)),
  ];
  const outcomes = async (directory: string) =>
    new Set((await take(directory)).map(({ outcome }) => outcome));
  expect(await outcomes(CONTENT)).toEqual(new Set(['created']));
  expect(await outcomes(CONTENT)).toEqual(new Set(['unchanged']));
  const first = await giveAll(verbs);
  for (const table of ['courses', 'question_banks'] as const)
    await services.db.kysely.deleteFrom(table).execute();
  expect(await outcomes(first)).toEqual(new Set(['created']));
  const second = await giveAll(verbs);
  const written = await filesBelow(first);
  expect(await filesBelow(second)).toEqual(written);
  expect(written['sql-from-scratch/sql-practice.bank.yaml']).toContain('parameters:');
  expect(await outcomes(second)).toEqual(new Set(['unchanged']));
}, 120_000);
