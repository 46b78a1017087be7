import { createHash } from 'node:crypto';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import type { Viewer } from '#domain/access/viewer';
import type { ApiContext } from '#server/implementer';
import type { Log } from '#server/platform/log';
import type { Caller } from '#server/services';
import { errorBody, retryAfter } from './api-error.ts';
import type { ApiRouter } from './api-router.ts';
import type { AdmittedBody } from './bodies/admit-body.ts';
import { boundaryOf } from './bodies/boundary-of.ts';
import { readBody } from './bodies/read-body.ts';
import { MAX_ADMIN_VALUES, MAX_VALUES, refuseCostlyBody } from './bodies/refuse-costly-body.ts';
import { directCalls } from './call-directly.ts';
import { logFault } from './log-fault.ts';
import { markComplete } from './pages/final-headers.ts';

/** Told about a call while it runs: which address pattern it matched. */
interface CallTrace {
  route: string;
}
/** A reply of JSON. */
interface JsonAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}
/** What a call came to, before it is made a reply. */
interface StandardResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: unknown;
}
interface TracedContext extends ApiContext {
  readonly trace: CallTrace;
  /** What a call came to that was made without the library, and is to be made a reply by it. */
  readonly called: StandardResponse | null;
  /** Set once the answer is known, where it is JSON. */
  readonly answer: { json: JsonAnswer | null };
}
interface ApiCall {
  readonly caller: Caller;
  readonly trace: CallTrace;
  /** Without, nothing is read. */
  readonly body?: Omit<AdmittedBody, 'release'>;
  /** The headers of a reply with those that every reply has; undefined where they are added later, as without it. */
  readonly finish?: (own: Readonly<Record<string, string>>) => Record<string, string> | undefined;
}

const NOTHING = { status: 200, headers: {}, body: undefined };
const NO_BODY = { limit: 0, countedAs: null };
const UTF8 = new TextDecoder();
const KEY = /^[\x21-\x7e]{1,200}$/;

/** Answers a request to /api; null when the contract has nothing at this address and method. */
export type ApiHandler = (request: Request, call: ApiCall) => Promise<Response | null>;

export function apiHandler(router: ApiRouter, log: Log): ApiHandler {
  const callDirectly = directCalls(router, log);
  let library: OpenAPIHandler<TracedContext> | undefined;
  return async (request, { body = NO_BODY, caller, finish, trace }) => {
    const { bytes, idempotency, isJson } = await prepare(request, caller.viewer, body);
    const resHeaders = new Headers();
    const { countedAs } = body;
    const { headers: reqHeaders, method, url } = request;
    const context = { caller, countedAs, reqHeaders, resHeaders, idempotency };
    const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
    const direct = isJson ? await callDirectly({ method, path, body: bytes, context, trace }) : null;
    const called = direct && explain({ ...direct, headers: {} }, caller.requestId);
    const answer = { json: called && jsonAnswer(called) };
    let made: Response | undefined;
    if (!answer.json) {
      library ??= libraryHandler(router, log);
      const whole = isJson ? jsonRequest(request, bytes) : wholeRequest(request, bytes);
      const asked = { prefix: '/api', context: { ...context, trace, answer, called } } as const;
      const { matched, response } = await library.handle(whole, asked);
      if (!matched) return null;
      made = response;
    }
    const { json } = answer;
    const cookies = resHeaders.getSetCookie();
    const headers = json && setsCookiesAtMost(resHeaders) && finish?.(json.headers);
    // Which of two cookies has the last word is decided where they are added one by one.
    if (json && headers && (cookies.length === 0 || !('set-cookie' in headers))) {
      const whole = withCookies(headers, cookies);
      return markComplete(new Response(json.text, { status: json.status, headers: whole }));
    }
    const response = json || !made ? new Response(json?.text, json ?? undefined) : made;
    for (const cookie of cookies) response.headers.append('set-cookie', cookie);
    resHeaders.delete('set-cookie');
    for (const [name, value] of resHeaders) response.headers.set(name, value);
    return response;
  };
}

function setsCookiesAtMost(headers: Headers): boolean {
  for (const name of headers.keys()) if (name !== 'set-cookie') return false;
  return true;
}

function withCookies(headers: Record<string, string>, cookies: readonly string[]): HeadersInit {
  if (cookies.length === 0) return headers;
  return [...Object.entries(headers), ...cookies.map((cookie): [string, string] => ['set-cookie', cookie])];
}

/** Says in a failure which request failed, and when another attempt makes sense. */
function explain(response: StandardResponse, requestId: string): StandardResponse {
  const { body, headers, status } = response;
  if (status < 400 || typeof body !== 'object' || body === null) return response;
  const { code, data } = body as { code: string; data?: unknown };
  const wait = retryAfter(code, data);
  if (wait !== null) headers['retry-after'] = String(wait);
  Object.assign(body, { requestId });
  return response;
}

/** For what is sent or answered as a file, form, or stream, and for queries. */
function libraryHandler(router: ApiRouter, log: Log): OpenAPIHandler<TracedContext> {
  return new OpenAPIHandler<TracedContext>(router, {
    customErrorResponseBodyEncoder: (error) => errorBody(error, ''),
    rootInterceptors: [
      async ({ context, next }) => {
        if (context.called) return { matched: true, response: context.called };
        const result = await next();
        if (!result.response) return result;
        context.answer.json = jsonAnswer(explain(result.response, context.caller.requestId));
        // The library would make a reply of it that has to be taken apart again: it is made above.
        return context.answer.json ? { matched: true, response: NOTHING } : result;
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
}

/** Null for files, streams, and replies without a body. */
function jsonAnswer({ body, headers, status }: StandardResponse): JsonAnswer | null {
  if (body === undefined || (typeof body === 'object' && body !== null && !isPlain(body))) return null;
  const own: Record<string, string> = { 'content-type': 'application/json' };
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== 'string') return null;
    own[name] = value;
  }
  return { status, headers: own, text: JSON.stringify(body) };
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** Reads the body once, within its limit, and takes its fingerprint for a repetition of the same request. */
async function prepare(request: Request, viewer: Viewer, { arrival, limit }: Omit<AdmittedBody, 'release'>) {
  if (request.method === 'GET') return { bytes: null, idempotency: null, isJson: true };
  const body = await readBody(request, limit, arrival);
  const { headers, url } = request;
  const maxValues = viewer.kind === 'member' && viewer.isAdmin ? MAX_ADMIN_VALUES : MAX_VALUES;
  if (body && body.length > MAX_VALUES) refuseCostlyBody(headers.get('content-type') ?? '', body, maxValues);
  const read = { bytes: body, isJson: isJson(headers) };
  const key = headers.get('idempotency-key');
  if (key === null || !KEY.test(key)) return { ...read, idempotency: null };
  const { pathname, search } = new URL(url);
  const hash = createHash('sha256').update(`${pathname}${search}\0`);
  if (body) for (const part of fingerprinted(headers.get('content-type') ?? '', body)) hash.update(part);
  return { ...read, idempotency: { key, bodyHash: hash.digest('hex') } };
}

const isJson = (headers: Headers) =>
  (headers.get('content-type') ?? '').startsWith('application/json') && !headers.has('content-disposition');

/** No procedure asks for a header by its input, nor resumes a stream. */
const NO_HEADERS = new Headers();

/** What is read of a request without a body or with one of JSON; a whole one would cost as much as the call. */
function jsonRequest(request: Request, body: Uint8Array | null): Request {
  const { method, url } = request;
  const headers = NO_HEADERS;
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

/** The request with its body, which has been read. */
function wholeRequest(
  { headers, method, signal, url }: Request,
  body: Uint8Array<ArrayBuffer> | null,
): Request {
  return new Request(url, { method, headers, body, signal });
}

/** A browser draws a new boundary for each upload; without it a repetition would look like another request. */
function* fingerprinted(contentType: string, body: Uint8Array): Generator<Uint8Array> {
  const boundary = /^multipart\/form-data\b/i.test(contentType) ? boundaryOf(contentType) : null;
  const border = `--${boundary}`;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let from = 0;
  while (boundary) {
    const at = bytes.indexOf(border, from, 'latin1');
    if (at === -1) break;
    yield bytes.subarray(from, at);
    from = at + border.length;
  }
  yield bytes.subarray(from);
}
