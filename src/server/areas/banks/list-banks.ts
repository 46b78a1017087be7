import type { BankRow } from '#contract/exams/banks';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectBanks } from './bank-sql.ts';
import { toBank } from './to-bank.ts';

const PAGE_SIZE = 50;

/** Question banks by title. For administrators. */
export async function listBanks(
  { db }: Services,
  { viewer }: Caller,
  { page, q }: { q: string; page: number },
): Promise<{ items: BankRow[]; total: number; page: number; pageSize: number }> {
  authorise(canAdminister(viewer));
  const at = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { rows, total } = await selectBanks(db.kysely, { contains: q, ...at });
  return { items: rows.map(toBank), total, page, pageSize: PAGE_SIZE };
}
