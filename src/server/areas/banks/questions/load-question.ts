import { sql } from 'kysely';
import type { BankQuestion } from '#contract/exams/banks';
import { questionForm } from '#contract/questions/question-form';
import type { Reader } from '#server/db/client';
import { selectUses } from '../bank-sql.ts';
import { selectQuestion } from './question-sql.ts';

/** A question with its versions and uses; null where there is none. */
export async function loadQuestion(db: Reader, id: string): Promise<BankQuestion | null> {
  const row = await selectQuestion(db, id);
  if (!row) return null;
  const versions = await db
    .selectFrom('bank_question_versions')
    .select(['version', 'saved_at', 'tags', 'question'])
    .where('question_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  const byId = JSON.stringify({ drawn: [{ questionId: id }] });
  // As it was kept before ids were: a key may have been given to another question since.
  const named = JSON.stringify({ bank: row.bank_slug, key: row.key });
  const byKey = `{"drawn":[${named}]}`;
  const { rows } = await sql<{ attempts: number }>`
    select count(*)::int as attempts from exam_attempts a join exam_versions v on v.id = a.version_id
    where v.exam @> ${byId}::jsonb
      or (v.exam @> ${byKey}::jsonb and v.created_at >= ${row.created_at}
        and exists (select from jsonb_array_elements(v.exam->'drawn') d
          where d @> ${named}::jsonb and not d ? 'questionId'))`.execute(db);
  return {
    id,
    bankId: row.bank_id,
    bankTitle: row.bank_title,
    key: row.key,
    tags: row.tags,
    version: row.version,
    question: questionForm.parse(row.question),
    versions: versions.map(({ question, saved_at, tags, version }) => ({
      version,
      tags,
      savedAt: saved_at.toISOString(),
      question: questionForm.parse(question),
    })),
    uses: await selectUses(db, row.bank_slug),
    attempts: rows[0]?.attempts ?? 0,
  };
}
