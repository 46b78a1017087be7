import { ProviderAway } from './sign-in-provider.ts';
import { currentRequest } from './tracing/request-context.ts';
import { beginSpan } from './tracing/spans.ts';
import type { SpanValue } from './tracing/tracer.ts';

export interface FetchLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}
const LIMITS: FetchLimits = { timeoutMs: 5000, maxBytes: 256 * 1024 };

interface Question {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: ArrayBuffer | ReadableStream | string | Uint8Array | URLSearchParams | null | undefined;
}

/** Asks a service outside: never longer, never more than the limits, never on to another address. Throws ProviderAway. */
export async function limitedFetch(
  url: string,
  { body = null, headers = {}, method = 'GET' }: Question = {},
  { maxBytes, timeoutMs }: FetchLimits = LIMITS,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  const endSpan = beginSpan(currentRequest(), 'client');
  const end = (attributes: Record<string, SpanValue>, hasFailed: boolean) =>
    endSpan?.({
      name: method,
      hasFailed,
      // The path may hold ids or keys; the host says who was asked.
      attributes: { 'http.request.method': method, 'server.address': new URL(url).hostname, ...attributes },
    });
  try {
    const response = await fetch(url, { method, headers, body: sendable(body), redirect: 'manual', signal });
    if (response.status >= 500) {
      await response.body?.cancel();
      throw new ProviderAway(`status ${response.status}`);
    }
    const read = await readAtMost(response, maxBytes);
    const { status, statusText } = response;
    end({ 'http.response.status_code': status }, status >= 400);
    return new Response(hasBody(status) ? read : null, { headers: response.headers, status, statusText });
  } catch (error) {
    end({}, true);
    if (error instanceof ProviderAway) throw error;
    throw new ProviderAway(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Bytes of shared memory cannot be sent as they are. */
function sendable(body: Exclude<Question['body'], undefined>) {
  return body instanceof Uint8Array ? new Uint8Array(body) : body;
}

async function readAtMost({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > most) throw new ProviderAway(`more than ${most} bytes`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** A reply with one of these codes may not be given a body. */
function hasBody(status: number): boolean {
  return ![101, 204, 205, 304].includes(status);
}
