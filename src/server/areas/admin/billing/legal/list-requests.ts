import type { BillingRequest } from '#contract/legal';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectRequests } from './listed-request-sql.ts';
import { toRequests } from './to-requests.ts';

/** Withdrawals and cancellations: what waits, oldest first, then what was settled of late. */
export async function listRequests(services: Services, { viewer }: Caller): Promise<BillingRequest[]> {
  authorise(canAdminister(viewer));
  return toRequests(services, await selectRequests(services.db.kysely));
}
