import { join } from 'node:path';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { limitKey } from '../client-address.ts';
import { gateAccess } from '../gates/gate-access.ts';
import type { LimitedCall } from '../gates/gate-rate-limit.ts';
import type { FindProcedures } from '../procedure-finder.ts';
import { chunksOnDisk } from './body-chunks.ts';
import { bodyLimit, checkUpload } from './body-limits.ts';
import type { BodyRooms } from './body-room.ts';
import type { Arrival } from './read-body.ts';

/** A body of this size is read whoever calls: to look first would cost more than it saves. */
export const SMALL_BYTES = 65_536;

interface Gates {
  readonly services: Services;
  readonly find: FindProcedures;
  readonly gateRateLimit: (call: LimitedCall) => Promise<void>;
  readonly isDiskFull: () => boolean;
  readonly rooms: BodyRooms;
}

/** What is settled about a body before any of it is read. */
export interface AdmittedBody {
  /** Bytes that are read at most. */
  readonly limit: number;
  /** The procedure whose limit counted this call already; null: none did. */
  readonly countedAs: string | null;
  /** How a body arrives that holds room; left out: it holds none. */
  readonly arrival?: Arrival;
  /** Gives back the room of a large body; called when nobody holds it any more. */
  readonly release: () => void;
}

/**
 * Refuses a request with a large body before anything of it is read, where the caller may not call the procedure at all,
 * calls it too often, or would send it in vain; then waits for room. The gates in front of the procedure ask again, but
 * count a call once.
 */
export async function admitBody(
  { find, gateRateLimit, isDiskFull, rooms, services }: Gates,
  request: Request,
  caller: Caller,
): Promise<AdmittedBody> {
  if (isSmall(request.headers) || !hasBody(request))
    return { limit: SMALL_BYTES, countedAs: null, release: () => undefined };
  const { pathname } = new URL(request.url);
  const procedure = find(pathname).find(({ method }) => method === request.method);
  if (!procedure) throw new Failure('NOT_FOUND');
  const { meta, name } = procedure;
  const admitted = meta.access === 'public' ? caller : await gateAccess(services, caller, meta, true);
  const limit = bodyLimit(request, admitted.viewer, name);
  // What a visitor's call is counted by may stand in the body.
  const isMember = admitted.viewer.kind === 'member';
  if (isMember) {
    // As for every call: counting is a change, too.
    if (isDiskFull()) throw new Failure('DISK_FULL');
    const { limitPerMinute } = meta;
    await gateRateLimit({ name, caller: admitted, isUnsafe: true, limitPerMinute, input: undefined });
    await checkUpload(services, admitted, { name, pathname });
  }
  const countedAs = isMember ? name : null;
  // Members who send slowly must not keep those out who run the school.
  if (admitted.viewer.kind === 'member' && admitted.viewer.isAdmin)
    return { limit, countedAs, release: () => undefined };
  const declared = request.headers.get('content-length');
  const bytes = declared === null ? limit : Number(declared);
  const holder = holderOf(caller);
  const held = [await (isMember ? rooms.members : rooms.visitors).take(holder, bytes)];
  const release = () => {
    for (const give of held) give();
  };
  const arrival: Arrival = { bytes, pace: rooms.pace };
  if (!isMember) return { limit, countedAs, arrival, release };
  const keep = () => chunksOnDisk(join(services.config.dataDir, 'arriving'));
  const admitWhole = async (size: number) => void held.push(await rooms.memory.take(holder, size));
  return { limit, countedAs, arrival: { ...arrival, keep, admitWhole }, release };
}

function holderOf({ ipAddress, viewer }: Caller): string {
  return viewer.kind === 'member' ? viewer.userId : limitKey(ipAddress);
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
