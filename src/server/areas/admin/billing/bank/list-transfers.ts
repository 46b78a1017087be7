import type { ListedTransfer } from '#contract/bank-transfers';
import { canAdminister } from '#domain/access/can-administer';
import { selectTransfers } from '#server/areas/billing/bank/bank-sql';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { toListed } from './to-listed.ts';

const SHOWN = 200;

/** Orders that wait for their payment, and what was settled of late. */
export async function listTransfers({ db }: Services, { viewer }: Caller): Promise<ListedTransfer[]> {
  authorise(canAdminister(viewer));
  return (await selectTransfers(db.kysely, SHOWN)).map(toListed);
}
