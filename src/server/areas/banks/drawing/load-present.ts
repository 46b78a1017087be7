import type { Reader } from '#server/db/client';
import { type Present, withoutName } from '../imports/plan-import.ts';
import { selectAllQuestions } from '../questions/question-sql.ts';

/** What a bank has already, for an import that shall take nothing in twice. */
export async function loadPresent(db: Reader, bankId: string): Promise<Present> {
  const rows = await selectAllQuestions(db, bankId);
  return {
    keys: new Set(rows.map(({ key }) => key)),
    questions: new Set(rows.map(({ question }) => withoutName(question))),
  };
}
