import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '#contract/contract';
import { PAGE_USER_HEADER } from '#contract/page-user';
import { dismissFailures } from '../toast.ts';
import { ApiError } from './api-error.ts';
import { apiRequest, type RouteTree } from './api-request.ts';
import { type Timer, withRetry } from './api-retry.ts';

/** The API as the screens see it. In the browser it is HTTP, on the server the verbs are called in process. */
export type Api = ContractRouterClient<Contract, CallContext>;

interface CallContext {
  /** The caller repeats the call by itself: what it sends tells how long it waited, and would be wrong when it is sent again. */
  readonly once?: boolean;
  /** Whose it is, where it may be sent once the page is another user's; null: the call itself says so. Left out: that of the page. */
  readonly owner?: string | null;
}

interface ClientOptions {
  readonly routes: RouteTree;
  /** All routes, for the procedures whose route `routes` leaves out. */
  readonly lateRoutes?: () => Promise<RouteTree>;
  /** Asks the person to prove who they are; answers whether they did. The call is then made again. */
  readonly prove?: ((api: Api) => Promise<boolean>) | undefined;
  /** Whose account the page shows: the server refuses its calls in the name of anybody else. */
  readonly pageUser?: () => string | null;
  /** A call of this user was refused because they aren't signed in any more; null: of whoever the page is of. */
  readonly onSignedOut?: (userId: string | null) => void;
  readonly fetch?: typeof fetch;
  readonly timer?: Timer;
}
type Input = Record<string, unknown>;
interface Call {
  readonly signal?: AbortSignal;
  readonly context?: CallContext;
}

const ASKED_OF_ALL: ReadonlySet<string> = new Set(['then', 'toJSON']);

/** Characters of a body that is small. */
const SMALL = 9000;

export function createApiClient(options: ClientOptions): Api {
  return node(options.routes, [], options) as Api;
}

function node(routes: RouteTree, names: readonly string[], options: ClientOptions): unknown {
  return new Proxy(routes, {
    get(tree, name) {
      const child = typeof name === 'string' ? tree[name] : undefined;
      if (typeof name !== 'string') return undefined;
      // A promise that is given an area asks whether it is one, and who writes it as JSON how.
      if (child === undefined && ASKED_OF_ALL.has(name)) return undefined;
      // Areas whose routes all come late are left out.
      const area = child ?? (names.length === 0 ? {} : undefined);
      if (area !== undefined && !isRoute(area)) return node(area, [...names, name], options);
      return async (input?: Input, call?: Call) => {
        const route = area ?? (await lateRoute([...names, name], options));
        return send(route, input, call, options);
      };
    },
  });
}

function isRoute(child: RouteTree[string] | undefined): child is readonly [string, string] {
  return Array.isArray(child);
}

async function lateRoute(names: readonly string[], { lateRoutes }: ClientOptions) {
  let found: RouteTree[string] | undefined = await lateRoutes?.().catch(() => {
    throw unreachable(0);
  });
  for (const name of names) found = found && !isRoute(found) ? found[name] : undefined;
  if (!isRoute(found)) throw new Error(`no route: ${names.join('.')}`);
  return found;
}

/** The same key goes with every repetition, so that a repeated write happens once. */
async function send(
  route: readonly [string, string],
  input: Input | undefined,
  asked: Call | undefined,
  options: ClientOptions,
): Promise<unknown> {
  const { context, signal } = asked ?? {};
  const owner = context?.owner === undefined ? (options.pageUser?.() ?? null) : context.owner;
  const { url, ...request } = apiRequest(route, input);
  const name = `${request.method} ${url.split('?')[0]}`;
  if (request.method !== 'GET') request.headers.set('idempotency-key', crypto.randomUUID());
  if (owner !== null) request.headers.set(PAGE_USER_HEADER, owner);
  // A small write arrives also when the page is left meanwhile; browsers carry 64 kB of them at a time.
  const keepalive = typeof request.body === 'string' && request.body.length < SMALL;
  const init = { ...request, keepalive, ...(signal && { signal }) };
  const call = options.fetch ?? fetch;
  const ask = () => call(url, init);
  const answered = context?.once ? ask() : withRetry(ask, options.timer, signal);
  const response = await answered.catch((error: unknown) => {
    // Whoever waits no longer has reached nobody.
    if (signal?.aborted && signal.reason?.name !== 'TimeoutError') throw error;
    throw unreachable(0, name);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    dismissFailures(name);
    return body;
  }
  const error = errorOfReply(response.status, body, name);
  if (error.code === 'PROOF_REQUIRED' && (await options.prove?.(createApiClient(options))))
    return send(route, input, asked, { ...options, prove: undefined });
  if (error.code === 'SIGN_IN_REQUIRED') options.onSignedOut?.(owner);
  throw error;
}

/** What a refused call says; a reply that is not the product's own counts as none. */
export function errorOfReply(status: number, body: unknown, call: string): ApiError {
  if (!body || typeof body !== 'object' || !('code' in body)) return unreachable(status, call);
  const reply = body as Omit<ConstructorParameters<typeof ApiError>[0], 'status' | 'call'>;
  return new ApiError({ ...reply, fields: reply.fields ?? {}, status, call });
}

function unreachable(status: number, call?: string): ApiError {
  return new ApiError({
    code: 'UNREACHABLE',
    message: 'Unreachable',
    fields: {},
    requestId: '',
    status,
    call,
  });
}
