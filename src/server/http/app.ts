import { Hono } from 'hono';
import { contract } from '#contract/contract';
import type { Version } from '#contract/site';
import { findKey } from '#server/areas/accounts/keys/find-key';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import type { ContentVersion } from '#server/db/content-version';
import { Failure } from '#server/failure';
import { storeHealth } from '#server/platform/health/store-health';
import { runInRequest } from '#server/platform/tracing/request-context';
import { requestSpan } from '#server/platform/tracing/spans';
import { traceResponse } from '#server/platform/tracing/trace-context';
import { type Readiness, watchReadiness } from '#server/readiness';
import type { Services } from '#server/services';
import { mountApi } from './api.ts';
import type { BodyRooms } from './bodies/body-room.ts';
import { statedProcedures } from './check-contract.ts';
import { trustedProxies } from './client-address.ts';
import { type CommentEvents, mountCommentEvents } from './comment-events.ts';
import { errorResponse } from './error-response.ts';
import type { KeptReplies } from './gates/kept-replies.ts';
import type { Limits } from './gates/limits.ts';
import { callerOf, type Finders, type FindViewer, openScope } from './gates/open-scope.ts';
import { isOwnOrigin } from './gates/origin-check.ts';
import { mountHealth } from './health/mount-health.ts';
import { logName } from './log-name.ts';
import { mountMailReports } from './mail-reports.ts';
import { mountMediaUploads } from './media-uploads.ts';
import { mountMetrics } from './metrics/mount-metrics.ts';
import { RequestMetrics } from './metrics/request-metrics.ts';
import { isComplete } from './pages/final-headers.ts';
import { ReplyStore } from './pages/reply-store.ts';
import { DATA_POLICY, securityHeaders } from './pages/security-headers.ts';
import { mountSite } from './pages/site.ts';
import type { WebApp } from './pages/web-app.ts';
import { mountPaymentNotices } from './payment-notices.ts';
import type { HttpEnv, RequestScope } from './request-scope.ts';

export interface AppOptions {
  readonly services: Services;
  readonly version: Version;
  readonly content: ContentVersion;
  /** Whether changes by other processes reach `content` at the moment. */
  readonly hearsChanges?: () => boolean;
  readonly isDiskFull?: () => boolean;
  /** Left out: it looks for itself. */
  readonly readiness?: Readiness;
  /** Whether this process is about to stop. */
  readonly isStopping?: () => boolean;
  /** Notifies open pages of changed comments; left out, pages ask from time to time. */
  readonly commentEvents?: CommentEvents;
  readonly limits?: Limits;
  readonly rooms?: Partial<BodyRooms>;
  readonly replies?: KeptReplies;
  /** Who a cookie belongs to; left out: the session it names. */
  readonly findViewer?: FindViewer;
  /** The built or developing web app; null serves the API alone. */
  readonly web?: WebApp | null;
  /** Folder of the mails of a school without a mail server; null: they are sent. */
  readonly outbox?: string | null;
}

/** The whole HTTP side over given services. Throws when the contract leaves something open that nothing may start without. */
export function createApp(options: AppOptions): Hono<HttpEnv> {
  const { content, hearsChanges = () => true, services } = options;
  statedProcedures(contract);
  const app = new Hono<HttpEnv>({ strict: true });
  const common = securityHeaders(services.config);
  const isTrusted = trustedProxies(services.config.trustedProxies);
  const finders: Finders = {
    byCookies:
      options.findViewer ??
      ((cookies, isPassive, ipAddress) => findViewer(services, cookies, isPassive, ipAddress)),
    byKey: (key, ipAddress) => findKey(services, key, ipAddress),
  };
  const store = new ReplyStore(content, hearsChanges);
  const requests = new RequestMetrics();
  const { tracer } = services;

  app.use(async (context, next) => {
    const { raw } = context.req;
    const socketAddress = context.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1';
    const scope = openScope(raw, socketAddress, isTrusted, finders, tracer);
    const started = performance.now();
    context.set('scope', scope);
    requests.begin();
    if (scope.isKey || isOwnOrigin(raw.method, raw.headers, services.config.publicUrl))
      await runInRequest({ requestId: scope.requestId, trace: scope.trace, tracer }, next);
    else context.res = errorResponse(new Failure('FOREIGN_ORIGIN'), scope.requestId);
    if (raw.method === 'HEAD') leaveBody(context.res);
    if (!isComplete(context.res)) finish(context.res.headers, scope, common);
    const ms = performance.now() - started;
    requests.end({ route: scope.route, method: raw.method, status: context.res.status, ms });
    trace(tracer, scope, raw.method, context.res.status, ms);
    log(services, scope, raw.method, context.res.status, ms);
  });
  // A key that is worth nothing is refused everywhere, also where nobody asks who calls.
  app.use(async (context, next) => {
    const scope = context.get('scope');
    if (scope.isKey) await scope.viewer();
    await next();
  });
  app.onError((error, context) => {
    const scope = context.get('scope');
    const response = errorResponse(error, scope.requestId);
    if (response.status >= 500) {
      services.log.error(
        { requestId: scope.requestId, message: error.message, stack: error.stack },
        'request failed',
      );
    }
    return response;
  });
  const isDiskFull = options.isDiskFull ?? (() => false);
  const files = storeHealth(services.storage);
  const readiness = options.readiness ?? watchReadiness(services, { isDiskFull, store: files });
  mountHealth(app, services, { isStopping: options.isStopping, readiness });
  mountMetrics(app, services, {
    requests,
    version: options.version,
    hearsChanges,
    isDiskFull,
    store: files,
    streams: () => options.commentEvents?.size ?? 0,
  });
  mountPaymentNotices(app, services);
  mountMailReports(app, services);
  mountCommentEvents(app, services, options.commentEvents);
  mountMediaUploads(app, services, isDiskFull);
  const limits = options.limits ?? services.config.limits;
  const api = mountApi(app, {
    services,
    version: options.version,
    store,
    headers: common,
    gates: {
      services,
      limits,
      replies: options.replies,
      isDiskFull,
      afterWrite: () => content.bump(),
    },
    rooms: options.rooms,
    callerOf: (viewer) => callerOf({ ipAddress: '', requestId: '' }, viewer, null),
  });
  mountSite(app, {
    ...options,
    web: options.web ?? null,
    outbox: options.outbox ?? null,
    limits,
    store,
    headers: common,
    api,
  });
  app.notFound((context) => errorResponse(new Failure('NOT_FOUND'), context.get('scope').requestId));
  return app;
}

/** Ends what a reply to HEAD would be written from: nobody reads its body, so nothing else would. */
function leaveBody({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}

/** Headers of every reply; what a handler has set itself stays. */
function finish(
  headers: Headers,
  { requestId, setCookies, trace }: RequestScope,
  common: Readonly<Record<string, string>>,
): void {
  for (const name in common) if (!headers.has(name)) headers.set(name, common[name] ?? '');
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_POLICY);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  headers.set('x-request-id', requestId);
  if (trace) headers.set('traceresponse', traceResponse(trace));
  const own = headers.getSetCookie();
  // A handler that sets the session itself (sign-in, sign-out) has the last word.
  for (const cookie of setCookies) {
    if (!own.some((set) => set.split('=')[0] === cookie.split('=')[0])) headers.append('set-cookie', cookie);
  }
}

/** The request as a part of its trace; the pattern of its address names it, never the address. */
function trace(
  tracer: Services['tracer'],
  { route, trace: context }: RequestScope,
  method: string,
  status: number,
  ms: number,
): void {
  if (!tracer || !context?.isSampled) return;
  tracer.record(
    requestSpan(context, {
      name: `${method} ${route || 'none'}`,
      ms,
      hasFailed: status >= 500,
      attributes: {
        'http.request.method': method,
        'http.route': route || 'none',
        'http.response.status_code': status,
      },
    }),
  );
}

function log(
  { config, log: out }: Services,
  scope: RequestScope,
  method: string,
  status: number,
  ms: number,
): void {
  if (!out.isLevelEnabled('info')) return;
  const { requestId, route, trace, userId } = scope;
  out.info(
    {
      requestId,
      ...(trace && { traceId: trace.traceId }),
      method,
      route: route || 'none',
      status,
      ms: Math.round(ms * 100) / 100,
      user: logName(config, userId),
    },
    'request',
  );
}
