import { expect, vi } from 'vitest';
import { bankQuestionForm } from '#contract/questions/bank-form';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { countReads, openVerbs } from '#tests/kit/verbs';
import { createBank } from '../create-bank.ts';
import { addQuestion } from './add-question.ts';
import { getQuestion } from './get-question.ts';
import { saveQuestion } from './save-question.ts';

const OTHERS = 60;
const form = bankQuestionForm.parse({
  tags: [],
  question: { id: 'sum', kind: 'true-false', prompt: 'Is it?', answer: true, points: 1, explanation: '' },
});

/** A question that three attempts drew, one before ids were kept, and as many attempts at other questions as fill a table. */
async function openDrawn(db: Db) {
  const { as, services } = await openVerbs(db);
  const { viewer } = as('free');
  if (viewer.kind === 'visitor') throw new Error('who is called free has an account');
  const bank = await createBank(services, as('admin'), { title: 'Sums', description: '' });
  const { id } = await addQuestion(services, as('admin'), { ...form, id: bank.id });
  const byKey = { bank: bank.slug, key: 'sum' };
  const drew = (questionId: string, more: object = {}) => ({
    drawn: [{ id: 'd', version: 1, values: {}, questionId, ...more }],
  });
  const others = Array.from({ length: OTHERS }, (_, at) =>
    drew(crypto.randomUUID(), { ...byKey, key: `other-${at}` }),
  );
  const exams = [drew(id, byKey), drew(id), { drawn: [byKey] }, { questions: [] }, ...others];
  await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Drawn', 'D', 'drawn', '/d.svg', 'free') returning id),
     section as (insert into course_content (course_id, key, title, section_type, sort_order)
       select id, 'final', 'Final', 'exam', 1 from made returning id),
     version as (insert into exam_versions (section_id, fingerprint, exam, html, created_at)
       select s.id, e.at::text, e.exam, '{}', now() + interval '1 minute' from section s, jsonb_array_elements($1::jsonb) with ordinality e (exam, at)
       returning id, section_id, fingerprint)
     insert into exam_attempts (user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, result)
     select $2, section_id, id, fingerprint::int, now(), now(), 'candidate', false, '{}' from version`,
    [JSON.stringify(exams), viewer.userId],
  );
  return { as, id, services };
}

test('the attempts that drew a question are counted without reading the versions of every exam', async ({
  db,
}) => {
  const { as, id, services } = await openDrawn(db);
  const load = async () => expect((await getQuestion(services, as('admin'), { id })).attempts).toBe(3);
  const reads = await countReads(db, 'exam_versions', load);
  expect(reads).toEqual({ whole: 0, rows: 3 });
});

test('a question that is saved is free before its attempts are counted', async ({ ownDb }) => {
  const { as, id, services } = await openDrawn(ownDb);
  const client = await ownDb.pool.connect();
  await client.query('begin; lock table exam_versions');
  const question = { ...form.question, prompt: 'Is it really?' };
  const saving = saveQuestion(services, as('admin'), { ...form, question, id, version: 1 });
  try {
    await vi.waitFor(async () => {
      const { rows } = await ownDb.pool.query('select version from bank_questions where id = $1', [id]);
      expect(rows).toEqual([{ version: 2 }]);
    }, 5000);
  } finally {
    await client.query('rollback');
    client.release();
    await saving;
  }
  expect(await saving).toMatchObject({ version: 2, attempts: 3 });
});
