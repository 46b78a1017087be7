/** The fake over HTTP: the API for the official client, pages to click on, and notices. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { FakeStripe } from '../fake/fake-stripe.ts';
import type { Invoice } from '../fake/objects.ts';
import { CardDeclined, listOf, NotFound, Refused } from '../fake/store.ts';
import { BadParameter } from '../schema/published-shapes.ts';
import { decodeForm, type Form } from './form.ts';
import { answerPage } from './pages.ts';
import { findRoute } from './routes.ts';
import { Webhooks } from './webhooks.ts';

/**
 * What the next request meets: nothing, a failure before or after the work, too many, no answer after the work, none that ever
 * comes before or after it, a closed connection.
 */
export type Fault = 'none' | '500' | 'done-500' | '429' | 'lost-reply' | 'hang' | 'done-hang' | 'closed';
export const TEST_KEY = 'sk_test_lectern0001';
/** An invoice holds so many of its lines itself. */
const LINES_SHOWN = 10;

interface Answered {
  status: number;
  body: string;
}

export class StripeServer {
  readonly fake: FakeStripe;
  readonly webhooks = new Webhooks();
  readonly faults: Fault[] = [];
  /** Paths that the key may not read. */
  readonly forbidden = new Set<string>();
  readonly requests: string[] = [];
  /** Seconds that a 429 asks to wait. */
  retryAfter: number | undefined;
  #hanging: { readonly pattern: RegExp; readonly begun: () => void } | undefined;
  /** What every request meets from now on. */
  outage: Fault | undefined;
  readonly #server: Server;
  readonly #kept = new Map<string, Answered & { asked: string }>();

  private constructor(now: number) {
    this.fake = new FakeStripe(Stripe.API_VERSION, now);
    this.fake.store.onEvent = (event) => this.webhooks.take(event);
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: Error) => {
        response.writeHead(500).end(error.stack);
      });
    });
  }

  static async start({ now, port = 0 }: { now: number; port?: number }): Promise<StripeServer> {
    const started = new StripeServer(now);
    await new Promise<void>((resolve) => started.#server.listen(port, '127.0.0.1', resolve));
    const address = started.#server.address() as AddressInfo;
    started.fake.store.url = `http://127.0.0.1:${address.port}`;
    return started;
  }

  get url(): string {
    return this.fake.store.url;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The next request that matches is done, and its answer never comes; resolves when it is done. */
  hangAfter(pattern: RegExp): Promise<void> {
    return new Promise((begun) => {
      this.#hanging = { pattern, begun };
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', this.url);
    const body = await textOf(request);
    const form = decodeForm(new URLSearchParams(method === 'POST' ? body : url.search));
    if (!url.pathname.startsWith('/v1/')) return answerPage(this, { method, url, form }, response);
    this.requests.push(`${method} ${url.pathname}`);
    const fault = this.faults.shift() ?? this.outage;
    if (fault === 'hang') return;
    if (fault === 'closed') return void request.socket.destroy();
    const key = request.headers['idempotency-key'];
    const { body: text, status } = this.#answer(request, {
      method,
      url,
      form,
      fault,
      key: String(key ?? ''),
    });
    if (fault === 'lost-reply') return void request.socket.destroy();
    if (fault === 'done-hang') return;
    if (this.#hanging?.pattern.test(`${method} ${url.pathname}`)) {
      this.#hanging.begun();
      this.#hanging = undefined;
      return;
    }
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'request-id': this.fake.store.id('req'),
        'stripe-version': this.fake.store.apiVersion,
        ...(status === 429 && this.retryAfter !== undefined && { 'retry-after': String(this.retryAfter) }),
      })
      .end(text);
  }

  #answer(
    { headers }: IncomingMessage,
    of: { method: string; url: URL; form: Form; fault: Fault | undefined; key: string },
  ): Answered {
    if (headers.authorization !== `Bearer ${TEST_KEY}`) return failed(401, 'Invalid API Key provided');
    const { apiVersion } = this.fake.store;
    if (headers['stripe-version'] !== apiVersion) return failed(400, `The fake speaks ${apiVersion}`);
    if (this.forbidden.has(of.url.pathname))
      return failed(403, 'The provided key does not have the required permissions for this endpoint');
    // Refused before a key is kept.
    if (of.fault === '429') return failed(429, 'Too many requests', { type: 'rate_limit_error' });
    const key = of.method === 'POST' ? of.key : '';
    const asked = `${of.url.pathname} ${JSON.stringify(of.form)}`;
    const known = this.#kept.get(key);
    if (known) return known.asked === asked ? known : failed(400, KEY_USED, { type: 'idempotency_error' });
    const done = of.fault === '500' ? undefined : this.#work(of.method, of.url.pathname, of.form);
    const answered =
      done === undefined || of.fault === 'done-500'
        ? failed(500, 'Something is wrong on our end', { type: 'api_error' })
        : done;
    // Stripe keeps the answer to a key, also when it is a 500; not when the parameters were refused.
    if (key !== '' && answered.status !== 400) this.#kept.set(key, { ...answered, asked });
    return answered;
  }

  #work(method: string, path: string, form: Form): Answered {
    try {
      const { answer, id } = findRoute(method, path);
      const found = answer(this.fake, form, id);
      const paths = Array.isArray(form.expand) ? form.expand.map(String) : [];
      const shown = this.#shown(structuredClone(found), paths);
      return { status: 200, body: JSON.stringify(shown) };
    } catch (error) {
      return errorOf(error);
    }
  }

  /** As it goes out: with what was asked to be whole, invoices with their first lines; of the published shape. */
  #shown(found: object, paths: readonly string[]): object {
    for (const path of paths) this.#expand(found, path.split('.'));
    const all = 'data' in found && Array.isArray(found.data) ? (found.data as object[]) : [found];
    for (const one of all) {
      if (!('object' in one) || typeof one.object !== 'string') continue;
      if (one.object === 'invoice') cutLines(one as Invoice);
      this.fake.store.verifyOne(one as { object: string });
    }
    return found;
  }

  #expand(node: unknown, [key, ...rest]: readonly string[]): void {
    if (key === undefined || typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const entry of node) this.#expand(entry, [key, ...rest]);
      return;
    }
    const { store } = this.fake;
    const at = node as Record<string, unknown>;
    const list = at[key];
    if (Array.isArray(list))
      at[key] = list.map((one) => structuredClone(store.objects.get(String(one)) ?? one));
    const named = typeof at[key] === 'string' ? store.objects.get(at[key]) : undefined;
    if (named) at[key] = structuredClone(named);
    if (key === 'payments' && at.object === 'invoice') {
      const own = store.all('invoice_payment').filter(({ invoice }) => invoice === at.id);
      at.payments = listOf(structuredClone(own), `/v1/invoice_payments?invoice=${at.id}`);
    }
    if (key === 'refunds' && at.object === 'charge') {
      const own = store.all('refund').filter(({ charge }) => charge === at.id);
      at.refunds = listOf(structuredClone(own), `/v1/charges/${at.id}/refunds`);
    }
    this.#expand(at[key], rest);
  }
}

const KEY_USED =
  'Keys for idempotent requests can only be used with the same parameters they were first used with.';

function cutLines({ lines }: Invoice): void {
  if (lines.data.length <= LINES_SHOWN) return;
  lines.data.splice(LINES_SHOWN);
  lines.has_more = true;
}

function failed(status: number, message: string, more: object = {}): Answered {
  return { status, body: JSON.stringify({ error: { type: 'invalid_request_error', message, ...more } }) };
}

function errorOf(error: unknown): Answered {
  if (error instanceof CardDeclined)
    return failed(402, error.message, { type: 'card_error', code: error.code });
  if (error instanceof NotFound) return failed(404, error.message, { code: 'resource_missing' });
  if (error instanceof Refused) return failed(400, error.message);
  if (error instanceof BadParameter)
    return failed(400, error.message, { code: error.code, param: error.param });
  throw error;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
