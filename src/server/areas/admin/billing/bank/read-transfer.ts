import type { ListedTransfer } from '#contract/bank-transfers';
import { selectTransfer } from '#server/areas/billing/bank/bank-sql';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { toListed } from './to-listed.ts';

export async function readTransfer({ db }: Services, id: string): Promise<ListedTransfer> {
  const row = await selectTransfer(db.kysely, id);
  if (!row) throw new Failure('TRANSFER_NOT_FOUND');
  return toListed(row);
}
