import { randomUUID } from 'node:crypto';
import { PAGE_USER_HEADER } from '#contract/page-user';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import { Failure } from '#server/failure';
import { newTrace, traceFrom } from '#server/platform/tracing/trace-context';
import type { Tracer } from '#server/platform/tracing/tracer';
import type { Caller } from '#server/services';
import { clientAddress, plain } from '../client-address.ts';
import type { RequestScope } from '../request-scope.ts';
import { bearerKey } from './bearer-key.ts';

interface FoundViewer {
  readonly viewer: Viewer;
  readonly setCookies: readonly string[];
}
export type FindViewer = (
  cookieHeader: string,
  isPassive: boolean,
  ipAddress: string,
) => Promise<FoundViewer>;
export type FindKey = (key: string, ipAddress: string) => Promise<Viewer | null>;
export interface Finders {
  readonly byCookies: FindViewer;
  readonly byKey: FindKey;
}

/** What an open page asks by itself: it keeps no session alive, or an unattended screen would never be signed out. */
const PASSIVE = /^\/api\/(?:session|version|notifications\/unread|comments\/[^/]+\/events)$/;

const OURS = /(?:^|;\s*)(?:__Host-)?lectern\./;

function givenId(headers: Headers): string | null {
  const id = headers.get('x-request-id') ?? '';
  return /^[\w.:-]{8,128}$/.test(id) ? id : null;
}

/** What is known of a request before anybody handles it. Without a cookie of ours nobody is looked up. */
export function openScope(
  request: Request,
  socketAddress: string,
  isTrusted: (address: string) => boolean,
  { byCookies, byKey }: Finders,
  tracer?: Tracer,
): RequestScope {
  const { headers } = request;
  const cookies = headers.get('cookie') ?? '';
  const key = bearerKey(request);
  // From anybody else they would be whatever a stranger wants to read in our log.
  const isProxied = isTrusted(plain(socketAddress));
  let found: Promise<Viewer> | undefined;
  const scope: RequestScope = {
    requestId: (isProxied && givenId(headers)) || randomUUID(),
    trace:
      (isProxied && traceFrom(headers.get('traceparent'))) || (tracer ? newTrace(tracer.samples()) : null),
    ipAddress: clientAddress(socketAddress, headers.get('x-forwarded-for') ?? undefined, isTrusted),
    socketAddress,
    route: '',
    userId: null,
    isKey: key !== null,
    setCookies: [],
    viewer: () => {
      found ??= lookUp();
      return found;
    },
    caller: async () =>
      callerOf(scope, await scope.viewer(), headers.get('user-agent'), headers.get(PAGE_USER_HEADER)),
  };
  const lookUp = async (): Promise<Viewer> => {
    if (key !== null) return holderOf(key);
    if (!OURS.test(cookies)) return VISITOR;
    const isPassive = request.method === 'GET' && PASSIVE.test(pathOf(request.url));
    const { setCookies, viewer } = await byCookies(cookies, isPassive, scope.ipAddress);
    scope.setCookies = setCookies;
    if (viewer.kind === 'member') scope.userId = viewer.userId;
    return viewer;
  };
  const holderOf = async (bearer: string): Promise<Viewer> => {
    const viewer = await byKey(bearer, scope.ipAddress);
    if (viewer?.kind !== 'member') throw new Failure('INVALID_KEY');
    scope.userId = viewer.userId;
    return viewer;
  };
  return scope;
}

/** Of a whole address of ours; parsing it costs as much as looking the cookie up. */
function pathOf(url: string): string {
  const begin = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', begin);
  return end === -1 ? url.slice(begin) : url.slice(begin, end);
}

export function callerOf(
  { ipAddress, requestId }: Pick<RequestScope, 'ipAddress' | 'requestId'>,
  viewer: Viewer,
  userAgent: string | null,
  pageUserId: string | null = null,
): Caller {
  return { viewer, ipAddress, requestId, userAgent: clean(userAgent ?? ''), pageUserId };
}

/** A header may hold bytes that the database refuses, and as much as it likes. */
function clean(userAgent: string): string {
  return userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 500);
}
