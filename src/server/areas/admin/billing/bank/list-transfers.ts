import type { ListedTransfer } from '#contract/bank-transfers';
import { canAdminister } from '#domain/access/can-administer';
import { MAX_LISTED } from '#domain/billing/max-listed';
import { selectTransfers } from '#server/areas/billing/bank/bank-sql';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { toListed } from './to-listed.ts';

/** Orders that wait for their payment, and what was settled of late; of those that a text is found in, or of all. */
export async function listTransfers(
  { db }: Services,
  { viewer }: Caller,
  { q }: { q: string },
): Promise<ListedTransfer[]> {
  authorise(canAdminister(viewer));
  const wanted = { contains: q, limit: MAX_LISTED };
  return (await selectTransfers(db.kysely, wanted)).map(toListed);
}
