import type { BankQuestion } from '#contract/exams/banks';
import { storedQuestion } from '#contract/questions/question-form';
import type { Reader } from '#server/db/client';
import { selectUses } from '../bank-sql.ts';
import { countAttempts, type QuestionRow, selectQuestion, selectVersions } from './question-sql.ts';

/** A question whose attempts are still to be counted. */
interface Uncounted {
  readonly row: QuestionRow;
  readonly question: Omit<BankQuestion, 'attempts'>;
}

/** A question with its versions and uses; null where there is none. */
export async function loadQuestion(db: Reader, id: string): Promise<BankQuestion | null> {
  const uncounted = await loadUncounted(db, id);
  return uncounted && countIn(db, uncounted);
}

/** The same without its attempts, for a transaction: those are counted when it has ended. */
export async function loadUncounted(db: Reader, id: string): Promise<Uncounted | null> {
  const row = await selectQuestion(db, id);
  if (!row) return null;
  const versions = await selectVersions(db, id);
  const question = {
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
  };
  return { row, question };
}

export async function countIn(db: Reader, { question, row }: Uncounted): Promise<BankQuestion> {
  const { bank_slug: bank, created_at: createdAt, id, key } = row;
  return { ...question, attempts: await countAttempts(db, { id, bank, key, createdAt }) };
}
