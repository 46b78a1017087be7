import type { BillingRequest } from '#contract/legal';
import { canAdminister } from '#domain/access/can-administer';
import { selectRequests } from '#server/areas/billing/law/request-sql';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { toRequest } from './to-request.ts';

/** Withdrawals and cancellations: what waits, oldest first, then what was settled of late. */
export async function listRequests(services: Services, { viewer }: Caller): Promise<BillingRequest[]> {
  authorise(canAdminister(viewer));
  const rows = await selectRequests(services.db.kysely);
  const items: BillingRequest[] = [];
  for (const row of rows) items.push(await toRequest(services, row));
  return items;
}
