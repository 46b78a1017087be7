import { LightBody } from './light-body.ts';

const WITHOUT_BODY = new Set([101, 103, 204, 205, 304]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A reply as Node's own class has it, without the library that comes with that one. */
export class LightResponse extends LightBody {
  readonly ok: boolean;
  readonly redirected = false;
  readonly status: number;
  readonly statusText: string;
  readonly type: ResponseType = 'default';
  readonly url = '';

  constructor(body?: unknown, init: ResponseInit = {}) {
    const { headers, status = 200, statusText = '' } = init ?? {};
    if (!(status >= 200 && status <= 599)) throw new RangeError('The status is not one of a reply');
    if (WITHOUT_BODY.has(status) && body !== null && body !== undefined)
      throw new TypeError(`A reply with status ${status} has no body`);
    super(body, headers as ConstructorParameters<typeof LightBody>[1]);
    this.status = status;
    this.statusText = statusText;
    this.ok = status < 300;
  }

  get [Symbol.toStringTag](): string {
    return 'Response';
  }

  clone(): LightResponse {
    const { headers, status, statusText } = this;
    return new LightResponse(this.share(), {
      headers: headers as unknown as HeadersInit,
      status,
      statusText,
    });
  }

  static json(data: unknown, init: ResponseInit = {}): LightResponse {
    const text = JSON.stringify(data);
    if (text === undefined) throw new TypeError('The data is not JSON');
    const reply = new LightResponse(text, init);
    if (!new LightResponse(null, init).headers.has('content-type'))
      reply.headers.set('content-type', 'application/json');
    return reply;
  }

  static redirect(url: string | URL, status = 302): LightResponse {
    if (!REDIRECTS.has(status)) throw new RangeError('The status is not one of a redirect');
    return new LightResponse(null, { status, headers: { location: new URL(url).href } });
  }
}
