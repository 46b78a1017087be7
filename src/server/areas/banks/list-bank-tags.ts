import type { BankDetail } from '#contract/exams/banks';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectBanks, selectTags } from './bank-sql.ts';

const MAX_BANKS = 500;

/** Every bank with its tags, for who makes an exam draw from it. */
export async function listBankTags(
  { db }: Services,
  { viewer }: Caller,
): Promise<{ slug: string; title: string; questions: number; tags: BankDetail['tags'] }[]> {
  authorise(canAdminister(viewer));
  const { rows } = await selectBanks(db.kysely, { contains: '', limit: MAX_BANKS, offset: 0 });
  const tags = await selectTags(
    db.kysely,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, questions, slug, title }) => ({ slug, title, questions, tags: tags.get(id) ?? [] }));
}
