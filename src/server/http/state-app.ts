import { Hono } from 'hono';
import type { Version } from '#contract/site';
import { VISITOR } from '#domain/access/viewer';
import { Failure } from '#server/failure';
import { storeHealth } from '#server/platform/health/store-health';
import type { Readiness } from '#server/readiness';
import type { Services } from '#server/services';
import { trustedProxies } from './client-address.ts';
import { errorResponse } from './error-response.ts';
import { type Finders, openScope } from './gates/open-scope.ts';
import { mountHealth } from './health/mount-health.ts';
import { mountMetrics } from './metrics/mount-metrics.ts';
import { RequestMetrics } from './metrics/request-metrics.ts';
import type { HttpEnv } from './request-scope.ts';

interface StateOptions {
  readonly services: Services;
  readonly version: Version;
  readonly hearsChanges: () => boolean;
  readonly isDiskFull: () => boolean;
  readonly isStopping: () => boolean;
  readonly readiness: Readiness;
}

/** Nobody is known here. */
const NOBODY: Finders = {
  byCookies: async () => ({ viewer: VISITOR, setCookies: [] }),
  byKey: async () => null,
};

/** What a process answers that serves no pages: /healthz, /readyz, and /metrics. */
export function createStateApp({ services, ...options }: StateOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: true });
  const isTrusted = trustedProxies(services.config.trustedProxies);
  app.use(async (context, next) => {
    const socketAddress = context.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1';
    context.set('scope', openScope(context.req.raw, socketAddress, isTrusted, NOBODY));
    await next();
  });
  const store = storeHealth(services.storage);
  mountHealth(app, services, options);
  mountMetrics(app, services, { ...options, store, requests: new RequestMetrics(), streams: () => 0 });
  app.onError((error, context) => errorResponse(error, context.get('scope').requestId));
  app.notFound((context) => errorResponse(new Failure('NOT_FOUND'), context.get('scope').requestId));
  return app;
}
