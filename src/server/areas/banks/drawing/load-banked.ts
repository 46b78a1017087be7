import { storedQuestion } from '#contract/questions/question-form';
import type { Banked, Drawn } from '#domain/exams/draw';
import type { Reader } from '#server/db/client';
import { selectDrawn } from '../questions/question-sql.ts';

type Origin = Pick<Drawn, 'bank' | 'key' | 'questionId'>;

/** Questions that were drawn, as their banks hold them now. */
export interface LoadedBanked extends Banked {
  readonly createdAt: Date;
}

/** What a drawn question is known by: its id, or where that was not kept, the slug of its bank and its key there. */
export function originName({ bank, key, questionId }: Origin): string | null {
  if (questionId !== undefined) return questionId;
  return bank !== null && key !== null ? `${bank} ${key}` : null;
}

/** The questions of these origins by their names; what is in no bank any more is not among them. */
export async function loadBanked(db: Reader, origins: readonly Origin[]): Promise<Map<string, LoadedBanked>> {
  if (origins.length === 0) return new Map();
  const asked = JSON.stringify(origins.map((each) => ({ ...each, name: originName(each) })));
  const rows = await selectDrawn(db, asked);
  return new Map(
    rows.map(({ created_at, name, question, ...row }) => [
      name,
      { ...row, createdAt: created_at, question: storedQuestion.parse(question) },
    ]),
  );
}
