import type { BankQuestion } from '#contract/exams/banks';
import { storedQuestion } from '#contract/questions/question-form';
import type { Reader } from '#server/db/client';
import { selectUses } from '../bank-sql.ts';
import { countAttempts, selectQuestion, selectVersions } from './question-sql.ts';

/** A question with its versions and uses; null where there is none. */
export async function loadQuestion(db: Reader, id: string): Promise<BankQuestion | null> {
  const row = await selectQuestion(db, id);
  if (!row) return null;
  const versions = await selectVersions(db, id);
  return {
    id,
    bankId: row.bank_id,
    bankTitle: row.bank_title,
    key: row.key,
    tags: row.tags,
    version: row.version,
    question: storedQuestion.parse(row.question),
    versions: versions.map(({ question, saved_at, tags, version }) => ({
      version,
      tags,
      savedAt: saved_at.toISOString(),
      question: storedQuestion.parse(question),
    })),
    uses: await selectUses(db, row.bank_slug),
    attempts: await countAttempts(db, { id, bank: row.bank_slug, key: row.key, createdAt: row.created_at }),
  };
}
