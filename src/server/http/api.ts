import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import type { Hono } from 'hono';
import { type Contract, contract } from '#contract/contract';
import { sentFile } from '#contract/procedure';
import type { Version } from '#contract/site';
import type { Viewer } from '#domain/access/viewer';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { apiHandler } from './api-handler.ts';
import { apiRouter } from './api-router.ts';
import { admitBody } from './bodies/admit-body.ts';
import { type BodyRooms, bodyRooms } from './bodies/body-room.ts';
import type { Stated } from './check-contract.ts';
import { errorResponse } from './error-response.ts';
import { unkeptGate } from './gates/address-gate.ts';
import { rateLimitGate } from './gates/gate-rate-limit.ts';
import type { GateOptions } from './implementer.ts';
import { logFault } from './log-fault.ts';
import { finalHeaders } from './pages/final-headers.ts';
import { mountPublicCache } from './pages/public-cache.ts';
import type { ReplyStore } from './pages/reply-store.ts';
import { procedureFinder } from './procedure-finder.ts';
import { mountDashboardReply } from './replies/dashboard-reply.ts';
import { mountSessionReply } from './replies/session-reply.ts';
import type { HttpEnv } from './request-scope.ts';

export interface ApiOptions {
  readonly services: Services;
  readonly version: Version;
  readonly store: ReplyStore;
  readonly headers: Readonly<Record<string, string>>;
  readonly gates: GateOptions;
  /** For large bodies; left out: as much as a server can spare. */
  readonly rooms?: Partial<BodyRooms> | undefined;
  /** A caller for work that is done for an audience and not for a person. */
  readonly callerOf: (viewer: Viewer) => Caller;
}

/** The API as the pages call it while the server draws them: the same procedures and gates, without HTTP. */
export type InProcessApi = ContractRouterClient<Contract>;
export interface MountedApi {
  /** `onFailure` hears the code of every call that failed. */
  readonly inProcess: (caller: Caller, onFailure: (code: string) => void) => InProcessApi;
}

/** Everything under /api: prepared public replies, the procedures of the contract, their description. */
export function mountApi(app: Hono<HttpEnv>, options: ApiOptions): MountedApi {
  const { callerOf, gates, services, version } = options;
  const router = apiRouter(gates, version);
  const handle = apiHandler(router, services.log);
  mountPublicCache(app, {
    services: options.services,
    store: options.store,
    headers: options.headers,
    ask: (request, viewer) => handle(request, { caller: callerOf(viewer), trace: { route: '' } }),
    gate: unkeptGate(services, gates.limits),
  });
  mountDocument(app, services);
  mountSessionReply(app, options.headers);
  mountDashboardReply(app, services, options.headers);
  const find = procedureFinder();
  const { isDiskFull, limits } = gates;
  const gateRateLimit = rateLimitGate(services, limits);
  const before = { services, find, gateRateLimit, isDiskFull, rooms: bodyRooms(options.rooms) };
  app.all('/api/*', async (context) => {
    const scope = context.get('scope');
    const isHead = context.req.raw.method === 'HEAD';
    if (isHead) {
      const found = find(context.req.path);
      scope.route = '/api/*';
      if (!answersHead(found)) return refuse(found, scope.requestId);
    }
    const raw = isHead ? new Request(context.req.raw, { method: 'GET' }) : context.req.raw;
    const trace = { route: '' };
    const caller = await scope.caller();
    const body = await admitBody(before, raw, caller).catch((error: unknown) =>
      errorResponse(error, scope.requestId),
    );
    if (body instanceof Response) {
      // What was not read of the body stays in the connection; it cannot be used again.
      body.headers.set('connection', 'close');
      return body;
    }
    const finish = (own: Readonly<Record<string, string>>) => finalHeaders(scope, options.headers, own);
    const response = await handle(raw, { caller, trace, body, finish }).finally(body.release);
    scope.route = trace.route || '/api/*';
    // Nor was the rest of a body that is too large.
    if (response?.status === 413) response.headers.set('connection', 'close');
    return response ?? refuse(find(context.req.path), scope.requestId);
  });
  return {
    inProcess: (caller, onFailure) => {
      const none = new Headers();
      const context = {
        caller,
        countedAs: null,
        reqHeaders: none,
        resHeaders: new Headers(),
        idempotency: null,
      };
      return createRouterClient(router, {
        context,
        interceptors: [
          async ({ next, path }) => {
            try {
              return await next();
            } catch (error) {
              logFault(services.log, error, caller.requestId, path.join('.'));
              onFailure(error instanceof Error && 'code' in error ? String(error.code) : 'INTERNAL');
              throw error;
            }
          },
        ],
      }) as unknown as InProcessApi;
    },
  };
}

/** The description takes a while to make and is seldom asked for. */
function mountDocument(app: Hono<HttpEnv>, { config }: Services): void {
  let made: Promise<string> | undefined;
  app.get('/api/openapi.json', async (context) => {
    context.get('scope').route = '/api/openapi.json';
    made ??= import('./openapi-document.ts').then(async ({ openapiDocument }) =>
      JSON.stringify(await openapiDocument(contract, config)),
    );
    return context.body(await made, 200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
    });
  });
}

/** A file is written for its download, which may be audited: HEAD would do all that for nobody (decision 208). */
function answersHead(procedures: readonly Stated[]): boolean {
  const reads = procedures.filter(({ method }) => method === 'GET');
  return reads.length > 0 && reads.every(({ outputSchema }) => outputSchema !== sentFile);
}

function refuse(procedures: readonly Stated[], requestId: string): Response {
  if (procedures.length === 0) return errorResponse(new Failure('NOT_FOUND'), requestId);
  const methods = procedures.map(({ method }) => method);
  const allowed = new Set(answersHead(procedures) ? [...methods, 'HEAD'] : methods);
  const refused = errorResponse(new Failure('METHOD_NOT_ALLOWED'), requestId);
  refused.headers.set('allow', [...allowed].join(', '));
  return refused;
}
