import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { gateAccess } from './gate-access.ts';
import type { FindProcedures } from './procedure-finder.ts';

/** A body of this size is read whoever calls: to look first would cost more than it saves. */
export const SMALL_BYTES = 65_536;

/**
 * Refuses a request with a large body before anything of it is read, where the caller may not call the procedure at all.
 * The gate in front of the procedure asks again.
 */
export async function refuseUnread(
  services: Pick<Services, 'settings'>,
  request: Request,
  caller: Caller,
  find: FindProcedures,
): Promise<void> {
  if (isSmall(request.headers) || !hasBody(request)) return;
  const procedure = find(new URL(request.url).pathname).find(({ method }) => method === request.method);
  if (!procedure) throw new Failure('NOT_FOUND');
  if (procedure.meta.access !== 'public') await gateAccess(services, caller, procedure.meta, true);
}

function isSmall(headers: Headers): boolean {
  const declared = headers.get('content-length');
  return declared !== null && Number(declared) <= SMALL_BYTES;
}

/** A body that is declared is not touched: asking for the stream begins to read it. */
function hasBody(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const { headers } = request;
  return headers.has('content-length') || headers.has('transfer-encoding') || request.body !== null;
}
