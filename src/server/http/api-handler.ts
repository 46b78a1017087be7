import { createHash } from 'node:crypto';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import type { Viewer } from '#domain/access/viewer';
import type { ApiContext } from '#server/implementer';
import type { Log } from '#server/platform/log';
import type { Caller } from '#server/services';
import { errorBody, retryAfter } from './api-error.ts';
import type { ApiRouter } from './api-router.ts';
import type { AdmittedBody } from './bodies/admit-body.ts';
import { readBody } from './bodies/read-body.ts';
import { MAX_ADMIN_VALUES, MAX_VALUES, refuseCostlyBody } from './bodies/refuse-costly-body.ts';
import { logFault } from './log-fault.ts';

/** Told about a call while it runs: which address pattern it matched. */
interface CallTrace {
  route: string;
}
interface TracedContext extends ApiContext {
  readonly trace: CallTrace;
}
interface ApiCall {
  readonly caller: Caller;
  readonly trace: CallTrace;
  /** Without, nothing is read. */
  readonly body?: Omit<AdmittedBody, 'release'>;
}

const NO_BODY = { limit: 0, countedAs: null };
const UTF8 = new TextDecoder();
const KEY = /^[\x21-\x7e]{1,200}$/;

/** Answers a request to /api; null when the contract has nothing at this address and method. */
export type ApiHandler = (request: Request, call: ApiCall) => Promise<Response | null>;

export function apiHandler(router: ApiRouter, log: Log): ApiHandler {
  const handler = new OpenAPIHandler<TracedContext>(router, {
    customErrorResponseBodyEncoder: (error) => errorBody(error, ''),
    rootInterceptors: [
      async ({ context, next }) => {
        const result = await next();
        const body: unknown = result.response?.body;
        if (result.response && result.response.status >= 400 && typeof body === 'object' && body !== null) {
          const { code, data } = body as { code: string; data?: unknown };
          const wait = retryAfter(code, data);
          if (wait !== null) result.response.headers['retry-after'] = String(wait);
          Object.assign(body, { requestId: context.caller.requestId });
        }
        return result;
      },
    ],
    clientInterceptors: [
      async ({ context, next, procedure }) => {
        context.trace.route = `/api${procedure['~orpc'].route.path}`;
        try {
          return await next();
        } catch (error) {
          logFault(log, error, context.caller.requestId, context.trace.route);
          throw error;
        }
      },
    ],
  });
  return async (request, { body = NO_BODY, caller, trace }) => {
    const { idempotency, request: whole } = await prepare(request, caller.viewer, body);
    const resHeaders = new Headers();
    const { countedAs } = body;
    const context = { caller, trace, countedAs, reqHeaders: request.headers, resHeaders, idempotency };
    const { matched, response } = await handler.handle(whole, { prefix: '/api', context });
    if (!matched) return null;
    for (const cookie of resHeaders.getSetCookie()) response.headers.append('set-cookie', cookie);
    resHeaders.delete('set-cookie');
    for (const [name, value] of resHeaders) response.headers.set(name, value);
    return response;
  };
}

/** Reads the body once, within its limit, and takes its fingerprint for a repetition of the same request. */
async function prepare(request: Request, viewer: Viewer, { arrival, limit }: Omit<AdmittedBody, 'release'>) {
  if (request.method === 'GET') return { request, idempotency: null };
  const body = await readBody(request, limit, arrival);
  const { headers, method, signal, url } = request;
  const maxValues = viewer.kind === 'member' && viewer.isAdmin ? MAX_ADMIN_VALUES : MAX_VALUES;
  if (body && body.length > MAX_VALUES) refuseCostlyBody(headers.get('content-type') ?? '', body, maxValues);
  const whole = isJson(headers)
    ? jsonRequest(request, body)
    : new Request(url, { method, headers, body, signal });
  const key = headers.get('idempotency-key');
  if (key === null || !KEY.test(key)) return { request: whole, idempotency: null };
  const { pathname, search } = new URL(url);
  const hash = createHash('sha256').update(`${pathname}${search}\0`);
  if (body) for (const part of fingerprinted(headers.get('content-type') ?? '', body)) hash.update(part);
  return { request: whole, idempotency: { key, bodyHash: hash.digest('hex') } };
}

const isJson = (headers: Headers) =>
  (headers.get('content-type') ?? '').startsWith('application/json') && !headers.has('content-disposition');

/** What is read of a request that carries JSON; a whole one would cost as much as the call. */
function jsonRequest(request: Request, body: Uint8Array | null): Request {
  const { headers, method, url } = request;
  const text = async () => (body === null ? '' : UTF8.decode(body));
  const read: Pick<Request, 'headers' | 'method' | 'signal' | 'text' | 'url'> = {
    headers,
    method,
    url,
    text,
    get signal() {
      return request.signal;
    },
  };
  return read as Request;
}

/** A browser draws a new boundary for each upload; without it a repetition would look like another request. */
function* fingerprinted(contentType: string, body: Uint8Array): Generator<Uint8Array> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(contentType)?.[1];
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let from = 0;
  while (boundary) {
    const at = bytes.indexOf(boundary, from, 'latin1');
    if (at === -1) break;
    yield bytes.subarray(from, at);
    from = at + boundary.length;
  }
  yield bytes.subarray(from);
}
