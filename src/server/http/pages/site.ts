import { join } from 'node:path';
import type { Hono } from 'hono';
import { Failure } from '#server/failure';
import { devOutbox } from '../dev-outbox.ts';
import { errorResponse } from '../error-response.ts';
import { addressGate, unkeptGate } from '../gates/address-gate.ts';
import type { Limits } from '../gates/limits.ts';
import type { HttpEnv } from '../request-scope.ts';
import { PLAIN_PAGE_POLICY } from './security-headers.ts';
import { mountDocuments } from './serve-documents.ts';
import { mountFeeds } from './serve-feeds.ts';
import { mountKeys } from './serve-keys.ts';
import { mountLabFrames } from './serve-lab-runner.ts';
import { mountPages, type PageOptions } from './serve-pages.ts';
import { mountPictures } from './serve-pictures.ts';
import { mountSharePictures } from './serve-share-pictures.ts';
import { mountSignInReturn } from './sign-in-return.ts';
import { isThisMachine } from './this-machine.ts';
import type { WebApp } from './web-app.ts';

export interface SiteOptions extends Omit<PageOptions, 'gate' | 'web'> {
  readonly web: WebApp | null;
  readonly outbox: string | null;
  readonly limits: Limits;
}

/** Everything that is not the API: documents for machines, pictures, the outbox of mails, the web app. */
export function mountSite(app: Hono<HttpEnv>, options: SiteOptions): void {
  const { api, limits, outbox, services, web } = options;
  const gate = addressGate(services, limits);
  mountDocuments(app, options);
  mountFeeds(app, { ...options, gate });
  mountKeys(app, services);
  mountPictures(app, services);
  mountSharePictures(app, services, gate);
  mountSignInReturn(app);
  if (services.config.labs !== 'off') mountLabFrames(app);
  if (outbox !== null && isThisMachine(new URL(services.config.publicUrl).hostname))
    mountOutbox(app, join(outbox));
  app.post('/unsubscribe/:token', async (context) => {
    const scope = context.get('scope');
    scope.route = '/unsubscribe';
    // As the procedure: a link that anybody may have passes the same gates here.
    const { notifications } = api.inProcess(await scope.caller(), () => undefined);
    await notifications.unsubscribe({ token: context.req.param('token') });
    return context.body(null, 204);
  });
  app.on(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'], '*', (context) => {
    const refused = errorResponse(new Failure('METHOD_NOT_ALLOWED'), context.get('scope').requestId);
    refused.headers.set('allow', 'GET, HEAD');
    return refused;
  });
  if (web) mountPages(app, { ...options, gate: unkeptGate(services, limits), web });
}

/**
 * Mails hold links that let their reader in: they are shown to this machine only. A proxy on this machine, and a page of
 * somebody else whose name leads here, come from it as well: the one adds headers, the other names itself as the host.
 */
function mountOutbox(app: Hono<HttpEnv>, directory: string): void {
  app.use('/dev/outbox/*', async (context, next) => {
    const { ipAddress, requestId, socketAddress } = context.get('scope');
    context.get('scope').route = '/dev/outbox';
    const { headers, url } = context.req.raw;
    const isOwn = [new URL(url).host, headers.get('host') ?? 'localhost'].every(isOwnHost);
    const isForwarded = [...headers.keys()].some((name) => PROXY_HEADER.test(name));
    if (!isOwn || isForwarded || ![ipAddress, socketAddress].every(isLoopback)) {
      return errorResponse(new Failure('NOT_FOUND'), requestId);
    }
    await next();
    context.res.headers.set('content-security-policy', PLAIN_PAGE_POLICY);
    context.res.headers.set('cache-control', 'no-store');
  });
  app.route('/dev/outbox', devOutbox(directory));
}

const PROXY_HEADER =
  /^(?:x-forwarded.*|x-original-.*|x-(?:real|client|cluster-client|remote)-(?:ip|addr)|x-proxy.*|x-(?:amz|amzn|azure|appengine|cloud|envoy|vercel|varnish|scheme).*|forwarded|via|true-client-ip|cdn-loop|(?:cf|fly|fastly|ngrok)-.*)$/;

function isOwnHost(host: string): boolean {
  return URL.canParse(`http://${host}`) && isThisMachine(new URL(`http://${host}`).hostname);
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
