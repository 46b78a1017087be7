import type { UserFilters } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { sendCsv } from '#server/csv/send-csv';
import type { Caller, Services } from '#server/services';
import { usersFile } from './users-file.ts';

/** All accounts that match as a CSV file. Audited. */
export async function exportUsers(
  services: Services,
  caller: Caller,
  filters: UserFilters,
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  return sendCsv(services, caller, usersFile(services, filters), resHeaders);
}
