import { sql } from 'kysely';
import { questionForm } from '#contract/questions/question-form';
import type { Banked } from '#domain/exams/draw';
import type { Reader } from '#server/db/client';

/** A question by the slug of its bank and its key there. */
export interface BankedName {
  readonly bank: string;
  readonly key: string;
}

/** These questions as their banks hold them now; what is in no bank any more is not among them. */
export async function loadBanked(
  db: Reader,
  names: readonly BankedName[],
): Promise<(Banked & { readonly bank: string })[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<BankedName & { version: number; tags: string[]; question: unknown }>`
    select b.slug as bank, q.key, q.version, q.tags, q.question
    from unnest(${names.map(({ bank }) => bank)}::text[], ${names.map(({ key }) => key)}::text[]) as named (bank, key)
    join question_banks b on b.slug = named.bank join bank_questions q on q.bank_id = b.id and q.key = named.key`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, question: questionForm.parse(row.question) }));
}
