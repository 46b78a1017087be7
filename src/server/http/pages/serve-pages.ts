import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { Version } from '#contract/site';
import { VISITOR } from '#domain/access/viewer';
import { toUser } from '#server/areas/accounts/sessions/signed-in';
import { legalLinks } from '#server/areas/billing/law/law-words';
import { signingDay } from '#server/areas/media/media-signature';
import type { Config } from '#server/config';
import { errorCodeOf } from '#server/db/constraints';
import { Failure } from '#server/failure';
import { hasSoldPlans, sellsPlans } from '#server/plan-policy';
import type { Services } from '#server/services';
import type { SiteSettings } from '#server/site-settings';
import type { MountedApi } from '../api.ts';
import { errorResponse } from '../error-response.ts';
import type { UnkeptGate } from '../gates/address-gate.ts';
import { callerOf } from '../gates/open-scope.ts';
import type { HttpEnv, RequestScope } from '../request-scope.ts';
import { awayPage, busyPage } from './away-page.ts';
import { LAB_ADDRESS } from './lab-files.ts';
import { type PreparedReply, prepareReply, sendPrepared } from './prepared-reply.ts';
import type { ReplyStore } from './reply-store.ts';
import { pagePolicy, sealScripts } from './security-headers.ts';
import { labFrames } from './serve-lab-runner.ts';
import { sendStaticFile } from './static-files.ts';
import { isThisMachine } from './this-machine.ts';
import type { WebApp } from './web-app.ts';

/** Search fields whose every value is worth keeping a page for; with any other field a page is rendered each time. */
const KEPT_FIELDS = ['category', 'kind', 'level', 'page', 'sort', 'tab'];
const CLOSED_SIDEBAR = /(?:^|;\s*)lectern_sidebar=closed/;
/** What a policy can name: no address of IPv6. */
const PLAIN_HOST = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/i;
const FILE_LIKE = /\.[a-z0-9]{1,8}$/i;

export interface PageOptions {
  readonly services: Services;
  readonly version: Version;
  readonly store: ReplyStore;
  readonly web: WebApp;
  readonly api: MountedApi;
  readonly headers: Readonly<Record<string, string>>;
  /** Passed by whoever a page has to be drawn for. */
  readonly gate: UnkeptGate;
}

/** Files of the web app, and for every other address its page: kept for visitors, made for each member. */
export function mountPages(app: Hono<HttpEnv>, options: PageOptions): void {
  const { gate, headers, services, store, web } = options;
  const asOpened = (page: PreparedReply, request: Request) => openedBy(page, request, services.config);
  const labFiles = services.config.labs === 'off' ? undefined : web.labFiles;
  app.get('*', async (context) => {
    const scope = context.get('scope');
    const { raw } = context.req;
    const url = new URL(raw.url);
    const files = url.pathname.startsWith(LAB_ADDRESS) ? await labFiles?.() : web.files;
    const file = files && (await sendStaticFile(files, url.pathname, raw.headers));
    if (file) {
      scope.route = 'file';
      return file;
    }
    // An old page asks for files of an older build: a page in their place would be run as a script.
    if (/^\/(?:lab-)?assets\//.test(url.pathname) || FILE_LIKE.test(url.pathname)) {
      return errorResponse(new Failure('NOT_FOUND'), scope.requestId);
    }
    scope.route = 'page';
    try {
      return await servePage(raw, url, scope);
    } catch (error) {
      if (error instanceof Failure && error.code === 'RATE_LIMITED') return busyPage(error);
      if (errorCodeOf(error) !== 'DATABASE_UNAVAILABLE') throw error;
      logAway(error, scope);
      return awayPage();
    }
  });

  function logAway(error: unknown, { requestId }: RequestScope): void {
    const message = error instanceof Error ? error.message : String(error);
    services.log.warn({ requestId, message }, 'a page was asked for without the database');
  }

  async function servePage(raw: Request, url: URL, scope: RequestScope): Promise<Response> {
    const viewer = await scope.viewer();
    if (viewer.kind === 'member') {
      await gate(await scope.caller());
      return sendOwn(asOpened(await draw(options, raw, scope, false), raw), raw, headers);
    }
    const key = pageKey(url, raw.headers.get('cookie') ?? '', signingDay(options.services));
    const found = key === null ? undefined : store.find(key);
    if (found) return sendPrepared(asOpened(found, raw), raw.headers, headers, scope);
    await gate(await scope.caller());
    if (key === null) return sendOwn(asOpened(await draw(options, raw, scope, true), raw), raw, headers);
    const made = await store
      .fill(key, async () => {
        const page = await draw(options, canonical(raw, url), scope, true);
        return { made: page, keep: page.status === 200 ? page : null };
      })
      .catch((error) => {
        const stale = errorCodeOf(error) === 'DATABASE_UNAVAILABLE' ? store.findStale(key) : undefined;
        if (!stale) throw error;
        logAway(error, scope);
        return stale;
      });
    const page = made.status === 503 ? (store.findStale(key) ?? made) : made;
    return sendPrepared(asOpened(page, raw), raw.headers, headers, scope);
  }
}

/** Draws a page; for a visitor nothing in it may come from this very request but its address and sidebar. */
async function draw(
  options: PageOptions,
  request: Request,
  scope: RequestScope,
  isVisitor: boolean,
): Promise<PreparedReply> {
  const { api, services, version, web } = options;
  const failures = new Set<string>();
  const caller = isVisitor
    ? callerOf({ ipAddress: '', requestId: scope.requestId }, VISITOR, null)
    : await scope.caller();
  const inProcess = api.inProcess(caller, (code) => failures.add(code));
  const { viewer } = caller;
  const session = { user: viewer.kind === 'member' ? toUser(viewer) : null };
  const nonce = randomBytes(16).toString('hex');
  const settings = await services.settings.current();
  const takesPayments = services.config.stripe !== undefined;
  const isSelling = sellsPlans(takesPayments, settings);
  const hasSold = hasSoldPlans(takesPayments, settings);
  const response = await web.render(request, {
    api: inProcess,
    nonce,
    session,
    site: {
      ...version,
      publicUrl: services.config.publicUrl,
      ...publicSettings(settings, hasSold),
      sendsMail: services.config.smtpUrl !== undefined,
      ...(takesPayments && { takesPayments }),
      ...(isSelling && { sellsPlans: true as const }),
      ...(hasSold && { hasSoldPlans: true as const }),
      ...(!isSelling && !settings.plans.freeChoice && { plansGiven: true as const }),
      ...(services.config.labs !== 'on' && { labs: services.config.labs }),
      signIns: [...services.signIns].map(([id, { name }]) => ({ id, name })),
    },
    onError: (error) => {
      const { message, stack } =
        error instanceof Error ? error : { message: String(error), stack: undefined };
      services.log.warn({ requestId: scope.requestId, message, stack }, "couldn't render a page");
    },
  });
  const { hashes, html } = sealScripts(await response.text(), nonce);
  const isDown = failures.has('DATABASE_UNAVAILABLE');
  const status = isDown ? 503 : response.status;
  const location = response.headers.get('location');
  return prepareReply(status, Buffer.from(html), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(hashes, {
      https: services.config.https,
      labFrames: services.config.labs === 'off' ? [] : labFrames(services.config.publicUrl),
    }),
    'cache-control': isVisitor && status === 200 ? 'public, max-age=0, must-revalidate' : 'private, no-store',
    vary: 'Cookie, Accept-Encoding',
    ...(isDown && { 'retry-after': '2' }),
    ...(location !== null && { location }),
  });
}

/** What every page may know of the settings. */
function publicSettings(
  { iconVersion, landing, legal, menus, school, security, seo, theme, tierNames }: SiteSettings,
  hasSold: boolean,
) {
  const links = hasSold ? legalLinks(legal) : [];
  return {
    school,
    ...((menus.header || menus.footer) && { menus }),
    ...(landing && { ownLanding: true as const }),
    ...(links.length > 0 && { legal: links }),
    ...(iconVersion && { icon: `?v=${iconVersion}` }),
    seo,
    theme,
    tierNames,
    passwordPolicy: security?.passwordPolicy ?? null,
    twoFactorForAdministrators: security?.twoFactor ?? false,
  };
}

/**
 * Without a PUBLIC_URL of its own a school is opened under any name of its machine. The frames of labs are allowed by their
 * addresses, since `'self'` takes no path: under the name that this page was asked for, too.
 */
function openedBy(
  page: PreparedReply,
  request: Request,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): PreparedReply {
  const policy = page.headers['content-security-policy'];
  const host = request.headers.get('host') ?? '';
  const { host: own, hostname } = new URL(publicUrl);
  if (policy === undefined || host === own || !isThisMachine(hostname) || !PLAIN_HOST.test(host)) return page;
  const frames = labFrames(publicUrl).join(' ');
  const both = policy.replace(frames, [frames, ...labFrames(`http://${host}`)].join(' '));
  return { ...page, headers: { ...page.headers, 'content-security-policy': both } };
}

/** A member's page is nobody else's: not kept here, not kept by the browser. */
function sendOwn(page: PreparedReply, request: Request, headers: Readonly<Record<string, string>>): Response {
  const { etag: _, ...rest } = page.headers;
  return sendPrepared(
    { ...page, etag: '', headers: { ...rest, 'cache-control': 'private, no-store' } },
    request.headers,
    headers,
  );
}

/** Pages whose content changes by itself, or by whom they belong to: never kept. */
const NEVER_KEPT = /^\/certificates\//;

/** Whether a page may be kept. The router of the pages takes an address in any case, with escapes, and with slashes doubled. */
function mayKeep(pathname: string): boolean {
  try {
    return !NEVER_KEPT.test(
      decodeURIComponent(pathname)
        .replace(/\/{2,}/g, '/')
        .toLowerCase(),
    );
  } catch {
    return false;
  }
}

/** The key of a visitor's page, which holds addresses that are signed for a day; null when its fields are not among those that pages are kept for. */
function pageKey(url: URL, cookies: string, day: number): string | null {
  if (!mayKeep(url.pathname)) return null;
  const names = [...url.searchParams.keys()];
  if (new Set(names).size !== names.length) return null;
  if (names.some((name) => !KEPT_FIELDS.includes(name))) return null;
  const fields = new URLSearchParams(
    KEPT_FIELDS.filter((name) => url.searchParams.has(name)).map((name) => [
      name,
      url.searchParams.get(name) ?? '',
    ]),
  );
  return `page ${day} ${CLOSED_SIDEBAR.test(cookies) ? 'closed' : 'open'} ${url.pathname}?${fields}`;
}

/** The request with nothing of the person in it. */
function canonical(request: Request, url: URL): Request {
  const isClosed = CLOSED_SIDEBAR.test(request.headers.get('cookie') ?? '');
  return new Request(url, { headers: isClosed ? { cookie: 'lectern_sidebar=closed' } : {} });
}
