import { questionForm } from '#contract/questions/question-form';
import type { Banked, Draw } from '#domain/exams/draw';
import type { Reader } from './bank-sql.ts';
import { selectPool } from './question-sql.ts';

/** What each draw of an exam chooses from, by the draw's id. */
export async function loadPools(
  db: Reader,
  draws: readonly Pick<Draw, 'id' | 'bank' | 'tags'>[],
): Promise<Map<string, Banked[]>> {
  const pools = new Map<string, Banked[]>();
  for (const { bank, id, tags } of draws) {
    const rows = await selectPool(db, { bank, tags });
    pools.set(
      id,
      rows.map(({ key, question, version }) => ({ key, version, question: questionForm.parse(question) })),
    );
  }
  return pools;
}
