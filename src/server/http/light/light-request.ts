import { LightBody } from './light-body.ts';

type Headers_ = ConstructorParameters<typeof LightBody>[1];

const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const FORBIDDEN = new Set(['CONNECT', 'TRACE', 'TRACK']);
/** Known in capitals, however they are written. */
const KNOWN = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT']);

/** A request as Node's own class has it, without the library that comes with that one. */
export class LightRequest extends LightBody {
  readonly cache: RequestCache = 'default';
  readonly credentials: RequestCredentials = 'same-origin';
  readonly destination: RequestDestination = '';
  readonly duplex = 'half';
  readonly integrity = '';
  readonly keepalive = false;
  readonly mode: RequestMode = 'cors';
  readonly redirect: RequestRedirect;
  readonly referrer = 'about:client';
  readonly referrerPolicy: ReferrerPolicy = '';
  readonly method: string;
  readonly url: string;
  #signal: AbortSignal | null;

  constructor(input: unknown, init: RequestInit = {}) {
    const from = typeof input === 'object' && input !== null && #signal in input ? input : null;
    const { body, headers = from?.headers, method = from?.method ?? 'GET', redirect } = init ?? {};
    const normal = methodOf(method);
    const hasNoBody = normal === 'GET' || normal === 'HEAD';
    if (hasNoBody && body !== null && body !== undefined)
      throw new TypeError(`A request with method ${normal} has no body`);
    const url = from?.url ?? new URL(`${input}`).href;
    super(body ?? (hasNoBody ? null : from?.share()), headers as unknown as Headers_);
    this.method = normal;
    this.redirect = redirect ?? from?.redirect ?? 'follow';
    this.url = url;
    this.#signal = init?.signal ?? (from === null ? null : from.#signal);
  }

  get [Symbol.toStringTag](): string {
    return 'Request';
  }

  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }

  clone(): LightRequest {
    return new LightRequest(this);
  }
}

function methodOf(method: string): string {
  const upper = `${method}`.toUpperCase();
  if (!TOKEN.test(method) || FORBIDDEN.has(upper)) throw new TypeError(`Invalid method: ${method}`);
  return KNOWN.has(upper) ? upper : method;
}
