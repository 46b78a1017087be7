import type { BankDetail } from '#contract/exams/banks';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectBank, selectTags, selectUses } from './bank-sql.ts';
import { toBank } from './to-bank.ts';

/** A bank with its tags and the exams that draw from it. Fails with BANK_NOT_FOUND. */
export async function getBank(
  { db }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<BankDetail> {
  authorise(canAdminister(viewer));
  const bank = await selectBank(db.kysely, id);
  if (!bank) throw new Failure('BANK_NOT_FOUND');
  const tags = (await selectTags(db.kysely, [id])).get(id) ?? [];
  return { ...toBank(bank), tags, uses: await selectUses(db.kysely, bank.slug) };
}
