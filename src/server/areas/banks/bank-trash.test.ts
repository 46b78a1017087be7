import { sql } from 'kysely';
import { expect } from 'vitest';
import { bankQuestionForm } from '#contract/questions/bank-form';
import { listTrash } from '#server/areas/courses/trash/list-trash';
import { purgeTrash } from '#server/areas/courses/trash/purge-trash';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { createBank } from './create-bank.ts';
import { countPool } from './drawing/count-pool.ts';
import { listBanks } from './list-banks.ts';
import { addQuestion } from './questions/add-question.ts';
import { listQuestions } from './questions/list-questions.ts';
import { removeQuestion } from './questions/remove-question.ts';
import { restoreQuestion } from './questions/restore-question.ts';
import { saveQuestion } from './questions/save-question.ts';
import { removeBank } from './remove-bank.ts';
import { restoreBank } from './restore-bank.ts';

const DAY = 24 * 3600;
const TABLES = ['question_banks', 'question_imports', 'bank_questions', 'bank_question_versions'];

const written = (id: string, prompt: string) =>
  bankQuestionForm.parse({
    tags: ['sql'],
    question: { id, kind: 'text', prompt, points: 1, explanation: '', answers: ['yes'] },
  });

/** A bank of three questions: one was changed, one came from a file. */
async function openRoom(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const bank = await createBank(services, admin, { title: 'Joins', description: 'All of them' });
  const add = (id: string) => addQuestion(services, admin, { ...written(id, `Prompt ${id}`), id: bank.id });
  const [one, two, three] = [await add('one'), await add('two'), await add('three')];
  await saveQuestion(services, admin, { ...written('two', 'Prompt two, again'), id: two.id, version: 1 });
  await db.pool.query(
    `with made as (insert into question_imports (bank_id, file_name, format, report)
       values ($1, 'a.gift', 'gift', '{}') returning id)
     update bank_questions set import_id = (select id from made) where id = $2`,
    [bank.id, three.id],
  );
  const rows = async () => {
    const all: Record<string, unknown[]> = {};
    for (const table of TABLES)
      all[table] = (
        await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(db.kysely)
      ).rows;
    return all;
  };
  return { ...verbs, admin, bank, one, two, three, rows };
}

test('a deleted bank is nowhere, and is restored with questions, versions and imports', async ({ db }) => {
  const { admin, as, bank, rows, services } = await openRoom(db);
  const before = await rows();
  await removeBank(services, admin, { id: bank.id });
  expect((await listBanks(services, admin, { q: '', page: 1 })).items).toEqual([]);
  expect(await countPool(services, admin, { slug: bank.slug, tags: [] })).toMatchObject({ questions: 0 });
  const { banks, questions } = await listTrash(services, admin);
  expect(banks).toMatchObject([{ id: bank.id, title: 'Joins', questions: 3, deletedBy: expect.any(String) }]);
  expect(questions).toEqual([]);
  expect(await failureOf(restoreBank(services, as('premium'), { id: bank.id }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
  expect(await restoreBank(services, admin, { id: bank.id })).toEqual({ id: bank.id });
  expect(await rows()).toEqual(before);
  expect((await listTrash(services, admin)).banks).toEqual([]);
  expect(await failureOf(restoreBank(services, admin, { id: bank.id }))).toBe('BANK_NOT_FOUND');
  // Another bank has its slug meanwhile.
  await removeBank(services, admin, { id: bank.id });
  await createBank(services, admin, { title: 'Joins', description: '' });
  await restoreBank(services, admin, { id: bank.id });
  const found = await listBanks(services, admin, { q: 'All of', page: 1 });
  expect(found.items).toMatchObject([{ id: bank.id, slug: 'joins-2' }]);
});

test('a deleted question is restored at its place, beside one that took its name', async ({ db }) => {
  const { admin, as, bank, one, rows, services, three, two } = await openRoom(db);
  const before = await rows();
  for (const { id } of [two, three]) await removeQuestion(services, admin, { id });
  expect((await listTrash(services, admin)).questions).toMatchObject([
    { title: expect.stringContaining('Prompt'), bankTitle: 'Joins' },
    { title: expect.stringContaining('Prompt'), bankTitle: 'Joins' },
  ]);
  expect(await failureOf(restoreQuestion(services, as('premium'), { id: two.id }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
  for (const { id } of [two, three])
    expect(await restoreQuestion(services, admin, { id })).toEqual({ id, bankId: bank.id });
  expect(await rows()).toEqual(before);
  expect(await failureOf(restoreQuestion(services, admin, { id: two.id }))).toBe('QUESTION_NOT_FOUND');

  await removeQuestion(services, admin, { id: two.id });
  const other = await addQuestion(services, admin, { ...written('two', 'Newer'), id: bank.id });
  await removeQuestion(services, admin, { id: three.id });
  await db.pool.query('delete from question_imports');
  await restoreQuestion(services, admin, { id: two.id });
  await restoreQuestion(services, admin, { id: three.id });
  const { items } = await listQuestions(services, admin, { id: bank.id, q: '', page: 1 });
  expect(items.map(({ id, key }) => [id, key])).toEqual([
    [one.id, 'one'],
    [two.id, 'two-2'],
    [three.id, 'three'],
    [other.id, 'two'],
  ]);
});

test('a question of a deleted bank waits for its bank', async ({ db }) => {
  const { admin, bank, one, services } = await openRoom(db);
  await removeQuestion(services, admin, { id: one.id });
  await removeBank(services, admin, { id: bank.id });
  expect((await listTrash(services, admin)).questions).toEqual([]);
  expect(await failureOf(restoreQuestion(services, admin, { id: one.id }))).toBe('BANK_NOT_FOUND');
  await restoreBank(services, admin, { id: bank.id });
  await restoreQuestion(services, admin, { id: one.id });
  expect((await listQuestions(services, admin, { id: bank.id, q: '', page: 1 })).total).toBe(3);
});

test('after 30 days deleted banks and questions go for good', async ({ db }) => {
  const { admin, bank, one, services, wait } = await openRoom(db);
  await removeQuestion(services, admin, { id: one.id });
  await removeBank(services, admin, { id: bank.id });
  wait(29 * DAY);
  expect(await purgeTrash(services)).toBe(0);
  wait(2 * DAY);
  expect(await purgeTrash(services)).toBe(2);
  const { rows } = await db.pool.query(
    "select action, before from audit_log where action like 'bank.purge%' order by action",
  );
  expect(rows).toEqual([
    { action: 'bank.purge', before: { title: 'Joins' } },
    { action: 'bank.purge-question', before: { title: 'Prompt one' } },
  ]);
  expect(await failureOf(restoreBank(services, admin, { id: bank.id }))).toBe('BANK_NOT_FOUND');
});

test('a bank with the longest address is restored beside the one that took it', async ({ db }) => {
  const { admin, services } = await openRoom(db);
  const title = 'a'.repeat(100);
  const first = await createBank(services, admin, { title, description: '' });
  await removeBank(services, admin, { id: first.id });
  expect(await createBank(services, admin, { title, description: '' })).toMatchObject({ slug: title });
  await restoreBank(services, admin, { id: first.id });
  const { items } = await listBanks(services, admin, { q: 'aaa', page: 1 });
  expect(items.map(({ slug }) => slug).sort()).toEqual([`${'a'.repeat(90)}-2`, title]);
});

test('a question that is saved while its bank is deleted is kept as it was saved', async ({ ownDb }) => {
  const { admin, bank, one, services } = await openRoom(ownDb);
  const removal = await ownDb.transaction(async (trx) => {
    await sql`update bank_questions set tags = '{saved}' where id = ${one.id}`.execute(trx);
    const begun = removeBank(services, admin, { id: bank.id });
    for (let waits = 0; waits === 0; ) {
      const { rows } = await ownDb.pool.query(
        "select count(*)::int as waits from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      waits = rows[0].waits;
    }
    return { begun };
  });
  await removal.begun;
  await restoreBank(services, admin, { id: bank.id });
  const { items } = await listQuestions(services, admin, { id: bank.id, q: '', page: 1 });
  expect(items.find(({ id }) => id === one.id)?.tags).toEqual(['saved']);
});
