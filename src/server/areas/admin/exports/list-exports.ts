import type { RequestedExport } from '#contract/administration/exports';
import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectExports } from './exports-sql.ts';
import { toExport } from './to-export.ts';

/** The caller's own exports, newest first. */
export async function listExports({ db }: Services, caller: Caller): Promise<{ items: RequestedExport[] }> {
  authorise(canAdminister(caller.viewer));
  const rows = await selectExports(db.kysely, signedIn(caller).userId);
  return { items: rows.map(toExport) };
}
