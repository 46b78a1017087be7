import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestScope } from '../request-scope.ts';
import { finalHeaders, markComplete } from './final-headers.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Smaller bodies gain nothing by compression. */
const WORTH_COMPRESSING = 600;

type Encoding = 'identity' | 'gzip' | 'br';

/** A reply that is ready to be sent many times. */
export interface PreparedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly bodies: Map<Encoding, Buffer<ArrayBuffer>>;
  readonly bytes: number;
}

/** Compresses once what is sent often. */
export async function prepareReply(
  status: number,
  body: Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<PreparedReply> {
  const bodies = new Map<Encoding, Buffer<ArrayBuffer>>([['identity', body]]);
  if (body.length >= WORTH_COMPRESSING) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const [small, smallest] = await Promise.all([zip(body, { level: 6 }), brotli(body, { params })]);
    bodies.set('gzip', small).set('br', smallest);
  }
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const bytes = [...bodies.values()].reduce((sum, { length }) => sum + length, 0);
  return { status, headers: { ...headers, etag }, etag, bodies, bytes };
}

/**
 * The reply in the best form that the request accepts, or 304 when it has it already. With `scope`, what every reply carries is
 * put in at once.
 */
export function sendPrepared(
  reply: PreparedReply,
  request: Headers,
  common: Readonly<Record<string, string>>,
  scope?: RequestScope,
): Response {
  if (reply.status === 200 && matches(request.get('if-none-match'), reply.etag)) {
    const { 'content-type': _, ...headers } = reply.headers;
    return new Response(null, { status: 304, headers: { ...common, ...headers } });
  }
  const encoding = bestEncoding(request.get('accept-encoding') ?? '', reply.bodies);
  const body = reply.bodies.get(encoding) ?? null;
  const coded = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  const own = { ...reply.headers, ...coded, 'content-length': String(body?.length ?? 0) };
  const { status } = reply;
  const whole = scope && finalHeaders(scope, common, own);
  return whole
    ? markComplete(new Response(body, { status, headers: whole }))
    : new Response(body, { status, headers: { ...common, ...own } });
}

function bestEncoding(accepted: string, bodies: ReadonlyMap<Encoding, Buffer>): Encoding {
  if (bodies.has('br') && accepts(accepted, 'br')) return 'br';
  return bodies.has('gzip') && accepts(accepted, 'gzip') ? 'gzip' : 'identity';
}

/** Whether an Accept-Encoding names a coding without refusing it by q=0. */
export function accepts(accepted: string, coding: string): boolean {
  const at = accepted.indexOf(coding);
  if (at < 0) return false;
  const rest = accepted.slice(at + coding.length);
  return !/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(rest);
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const bare = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === bare);
}
