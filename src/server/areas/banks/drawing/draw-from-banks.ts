import type { Kysely } from 'kysely';
import { storedQuestion } from '#contract/questions/question-form';
import { type Banked, chooseKeys, type Draw } from '#domain/exams/draw';
import type { DB } from '#server/db/types';
import { selectBanked, selectPools } from '../questions/question-sql.ts';

/**
 * What each draw takes for this seed, by the draw's id. Of large banks only what is taken is read; both reads see the
 * banks at one moment, so that no question is removed in between.
 */
export async function drawFromBanks(
  db: Kysely<DB>,
  draws: readonly Draw[],
  seed: string,
): Promise<Map<string, Banked[]>> {
  if (draws.length === 0) return new Map();
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const taken = chooseKeys(draws, await selectPools(trx, draws), seed);
      const wanted = draws.flatMap(({ bank, id }) => (taken.get(id) ?? []).map((key) => ({ bank, key })));
      const rows = await selectBanked(trx, wanted);
      const banked = new Map(
        rows.map(({ bank, id, key, question, tags, version }) => [
          `${bank} ${key}`,
          { id, key, tags, version, question: storedQuestion.parse(question) },
        ]),
      );
      const of = (bank: string, id: string) =>
        (taken.get(id) ?? []).flatMap((key) => banked.get(`${bank} ${key}`) ?? []);
      return new Map(draws.map(({ bank, id }) => [id, of(bank, id)]));
    });
}
