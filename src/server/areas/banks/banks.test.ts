import { expect } from 'vitest';
import { examForm } from '#contract/exams/exam-form';
import { bankQuestionForm } from '#contract/questions/bank-form';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { createCourse } from '#server/areas/courses/editing/create-course';
import { getEditCourse } from '#server/areas/courses/editing/get-edit-course';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import { purgeTrash } from '#server/areas/courses/trash/purge-trash';
import { removeCourse } from '#server/areas/courses/trash/remove-course';
import { removeSection } from '#server/areas/courses/trash/remove-section';
import { restoreCourse } from '#server/areas/courses/trash/restore-course';
import { restoreSection } from '#server/areas/courses/trash/restore-section';
import { restoreVersion } from '#server/areas/courses/versions/restore-version';
import { getExam } from '#server/areas/exams/paper/get-exam';
import type { Db } from '#server/db/client';
import { formOf, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { createBank } from './create-bank.ts';
import { countPool } from './drawing/count-pool.ts';
import { getBank } from './get-bank.ts';
import { listBankTags } from './list-bank-tags.ts';
import { listBanks } from './list-banks.ts';
import { addQuestion } from './questions/add-question.ts';
import { getQuestion } from './questions/get-question.ts';
import { listQuestions } from './questions/list-questions.ts';
import { removeQuestion } from './questions/remove-question.ts';
import { saveQuestion } from './questions/save-question.ts';
import { removeBank } from './remove-bank.ts';
import { updateBank } from './update-bank.ts';

const written = (id: string, prompt: string, tags: string[] = []) =>
  bankQuestionForm.parse({
    tags,
    question: { id, kind: 'text', prompt, points: 1, explanation: '', answers: [`answer ${id}`] },
  });

async function openBank(db: Db) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const bank = await createBank(services, admin, { title: 'SQL: Joins', description: 'All of them' });
  const add = (id: string, prompt: string, tags: string[] = []) =>
    addQuestion(services, admin, { ...written(id, prompt, tags), id: bank.id });
  const list = (filter: object = {}) =>
    listQuestions(services, admin, { id: bank.id, q: '', page: 1, ...filter });
  return { ...verbs, admin, bank, add, list };
}

test('a bank is made, found, renamed and deleted, with its slug as it was first', async ({ db }) => {
  const { admin, bank, services } = await openBank(db);
  expect(bank).toMatchObject({ slug: 'sql-joins', questions: 0, version: 1 });
  const second = await createBank(services, admin, { title: 'SQL Joins', description: '' });
  expect(second.slug).toBe('sql-joins-2');
  expect((await listBanks(services, admin, { q: 'all OF', page: 1 })).items).toEqual([bank]);
  const form = { id: bank.id, title: 'Joins', description: '' };
  const renamed = await updateBank(services, admin, { ...form, version: 1 });
  expect(renamed).toMatchObject({ slug: 'sql-joins', title: 'Joins', version: 2 });
  await expect(updateBank(services, admin, { ...form, version: 1 })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { title: 'Joins', version: 2 } },
  });
  await removeBank(services, admin, { id: bank.id });
  expect(await failureOf(getBank(services, admin, { id: bank.id }))).toBe('BANK_NOT_FOUND');
});

test('questions are searched by any of their words, by tag and kind, and keep their names apart', async ({
  db,
}) => {
  const { add, admin, bank, list, services } = await openBank(db);
  await add('q-1', 'Which rows does a LEFT JOIN keep?', ['joins', 'outer']);
  await add('q-1', '100 % of rows?', ['joins']);
  await add('q-2', 'What is NULL?');
  const prompts = async (filter: object) => (await list(filter)).items.map(({ key }) => key);
  expect(await prompts({})).toEqual(['q-1', 'q-1-2', 'q-2']);
  expect(await prompts({ q: 'left join' })).toEqual(['q-1']);
  expect(await prompts({ q: 'answer q-2' })).toEqual(['q-2']);
  expect(await prompts({ q: '%' })).toEqual(['q-1-2']);
  expect(await prompts({ tag: 'joins' })).toEqual(['q-1', 'q-1-2']);
  expect(await prompts({ kind: 'single' })).toEqual([]);
  expect((await getBank(services, admin, { id: bank.id })).tags).toEqual([
    { tag: 'joins', questions: 2 },
    { tag: 'outer', questions: 1 },
  ]);
  expect(await countPool(services, admin, { slug: bank.slug, tags: ['joins', 'outer'] })).toEqual({
    questions: 1,
  });
  expect(await listBankTags(services, admin)).toMatchObject([{ slug: bank.slug, questions: 3 }]);
});

test('each change of a question is a version, the same again is none, and an old form is refused', async ({
  db,
}) => {
  const { add, admin, services } = await openBank(db);
  const { id } = await add('q-1', 'First', ['a']);
  const save = (version: number, prompt: string) =>
    saveQuestion(services, admin, { ...written('other', prompt, ['a']), id, version });
  expect(await save(1, 'Second')).toMatchObject({
    key: 'q-1',
    version: 2,
    question: { id: 'q-1', prompt: 'Second' },
    versions: [{ version: 1, question: { prompt: 'First' } }],
  });
  await expect(save(1, 'Third')).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { version: 2, question: { prompt: 'Second' } } },
  });
  const same = await getQuestion(services, admin, { id });
  const again = { tags: same.tags, question: same.question, id, version: 2 };
  expect((await saveQuestion(services, admin, again)).version).toBe(2);
  await removeQuestion(services, admin, { id });
  expect(await failureOf(getQuestion(services, admin, { id }))).toBe('QUESTION_NOT_FOUND');
  const { rows } = await db.pool.query(
    "select action from audit_log where entity = 'bank_question' order by id",
  );
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'bank.add-question',
    'bank.delete-question',
    'bank.save-question',
  ]);
});

/** A course with one exam that draws from the bank. */
async function drawFrom(verbs: Awaited<ReturnType<typeof openBank>>) {
  const { admin, bank, services } = verbs;
  const course = await makeCourse(verbs, { content: [{ title: 'Final', sectionType: 'exam' }] });
  const draws = [{ id: 'd-1', bank: bank.slug, tags: [], count: 4, points: null }];
  const exam = examForm.parse({ passMark: 50, settings: DEFAULT_SETTINGS, questions: [], draws });
  const { id, version, ...rest } = course;
  const content = course.content.map((section) => ({ ...section, exam }));
  await updateCourse(services, admin, { ...formOf({ ...rest, content }), id, version });
  return course;
}

test('a bank says which exams draw from it, and is not deleted while they do', async ({ db }) => {
  const verbs = await openBank(db);
  const { admin, bank, services } = verbs;
  const { id, title } = await drawFrom(verbs);
  expect((await getBank(services, admin, { id: bank.id })).uses).toEqual([
    { courseId: id, courseTitle: title, sectionTitle: 'Final', count: 4, inTrash: false },
  ]);
  expect(await failureOf(removeBank(services, admin, { id: bank.id }))).toBe('BANK_IN_USE');
});

test('an exam cannot begin to name a bank that was deleted meanwhile, neither by a save nor by a restore', async ({
  db,
}) => {
  const verbs = await openBank(db);
  const { admin, bank, services } = verbs;
  const drawing = await drawFrom(verbs);
  const saved = await getEditCourse(services, admin, { id: drawing.id });
  const exam = saved.content[0]?.exam;
  if (!exam) throw new Error('its exam was saved');
  const save = (course: typeof saved, next: typeof exam) => {
    const { id, version, ...rest } = course;
    const content = course.content.map((section) => ({ ...section, exam: next }));
    return updateCourse(services, admin, { ...formOf({ ...rest, content }), id, version });
  };
  const without = await save(saved, { ...exam, draws: [] });
  await removeBank(services, admin, { id: bank.id });
  const lost = { code: 'BAD_INPUT', fields: { 'content.0.exam.draws.0.bank': expect.any(String) } };
  await expect(save(without, exam)).rejects.toMatchObject(lost);
  const settings = { ...exam.settings, practiceBank: bank.slug };
  await expect(save(without, { ...exam, draws: [], settings })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    fields: { 'content.0.exam.settings.practiceBank': expect.any(String) },
  });
  const again = { id: saved.id, version: saved.version, basedOn: without.version };
  await expect(restoreVersion(services, admin, again)).rejects.toMatchObject(lost);
  const { id: _id, version: _version, ...rest } = saved;
  const copied = {
    ...formOf(rest),
    slug: 'copied',
    content: formOf(rest).content.map(({ id: _, ...each }) => each),
  };
  await expect(createCourse(services, admin, copied)).rejects.toMatchObject(lost);
});

test('an exam that names a deleted bank already can still be saved with it, and counts what it can draw', async ({
  db,
}) => {
  const verbs = await openBank(db);
  const { add, admin, bank, services } = verbs;
  const { id } = await drawFrom(verbs);
  const asked = async () => (await getExam(services, admin, { slug: course.slug, key: 'final' })).questions;
  const course = await getEditCourse(services, admin, { id });
  expect(await asked()).toBe(0);
  for (const key of ['one', 'two']) await add(key, key);
  expect(await asked()).toBe(2);
  await db.pool.query('delete from question_banks where id = $1', [bank.id]);
  expect(await asked()).toBe(0);
  const { version, ...rest } = course;
  const renamed = { ...formOf(rest), title: 'Renamed', id, version };
  expect(await updateCourse(services, admin, renamed)).toMatchObject({ title: 'Renamed' });
});

test('a bank that an exam has for practice is not deleted either', async ({ db }) => {
  const verbs = await openBank(db);
  const { admin, bank, services } = verbs;
  await drawFrom(verbs);
  await db.pool.query(
    `update course_content set exam = jsonb_set(jsonb_set(exam, '{draws}', '[]'), '{settings,practiceBank}', to_jsonb($1::text))
     where exam is not null`,
    [bank.slug],
  );
  expect((await getBank(services, admin, { id: bank.id })).uses).toMatchObject([
    { sectionTitle: 'Final', count: 0, inTrash: false },
  ]);
  expect(await failureOf(removeBank(services, admin, { id: bank.id }))).toBe('BANK_IN_USE');
});

test.for(['course', 'section'] as const)(
  'a bank is kept while a %s in the trash draws from it: restored, its exam asks as before',
  async (kind, { db }) => {
    const verbs = await openBank(db);
    const { admin, bank, services } = verbs;
    const { id } = await drawFrom(verbs);
    const { rows } = await db.pool.query('select id from course_content where course_id = $1', [id]);
    const at = { id, sectionId: rows[0].id };
    if (kind === 'course') await removeCourse(services, admin, { id });
    else await removeSection(services, admin, at);
    expect((await getBank(services, admin, { id: bank.id })).uses).toMatchObject([
      { courseId: id, sectionTitle: 'Final', count: 4, inTrash: true },
    ]);
    expect(await failureOf(removeBank(services, admin, { id: bank.id }))).toBe('BANK_IN_USE');
    if (kind === 'course') await restoreCourse(services, admin, { id });
    else await restoreSection(services, admin, at);
    expect((await getBank(services, admin, { id: bank.id })).uses).toMatchObject([{ inTrash: false }]);
    if (kind === 'course') await removeCourse(services, admin, { id });
    else await removeSection(services, admin, at);
    // When a section was removed is told by the clock of the database.
    await db.pool.query("update section_registry set removed_at = '2020-01-01' where removed_at is not null");
    verbs.wait(31 * 24 * 3600);
    await purgeTrash(services);
    expect(await removeBank(services, admin, { id: bank.id })).toEqual({ id: bank.id });
  },
);

test('only administrators meet a bank', async ({ db }) => {
  const { as, bank, services } = await openBank(db);
  const asPremium = getBank(services, as('premium'), { id: bank.id });
  expect(await failureOf(asPremium)).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(listBanks(services, as('visitor'), { q: '', page: 1 }))).toBe('SIGN_IN_REQUIRED');
});
