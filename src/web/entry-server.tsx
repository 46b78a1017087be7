import {
  createRequestHandler,
  createSsrStreamResponse,
  getSsrStatus,
  RouterServer,
  transformReadableStreamWithRouter,
} from '@tanstack/react-router/ssr/server';
import { renderToReadableStream } from 'react-dom/server';
import { readLanguageFrom } from '#domain/language';
import type { Api } from '#web/lib/api/api-client.ts';
import { waitsForReader } from '#web/lib/late/late-app.ts';
import { sendQueries } from '#web/lib/queries/carry-queries.tsx';
import { type BuildManifest, routerManifest, waitingManifest } from '#web/lib/router-manifest.ts';
import type { Session } from '#web/lib/session/session.ts';
import { isSidebarOpen } from '#web/lib/session/sidebar-cookie.ts';
import type { SiteInfo } from '#web/lib/site-info.ts';
import { routeTree } from './route-tree.gen.ts';
import { createRouter } from './router.tsx';

export interface RenderOptions {
  /** The verbs, called in process with the caller of this request. */
  readonly api: Api;
  readonly session: Session;
  /** Every script that is made here carries it. */
  readonly nonce: string;
  /** Vite's manifest.json of the client build; null while developing. */
  readonly manifest: BuildManifest | null;
  readonly site: Omit<SiteInfo, 'sidebarOpen' | 'year'>;
  /** Called with what went wrong while a page was drawn. */
  readonly onError: (error: unknown) => void;
}

/** A page as HTML. The status is the page's own: 404 for an unknown address, a redirect where a guard demands one. */
export async function render(request: Request, options: RenderOptions): Promise<Response> {
  readLanguageFrom(() => options.site.school.language);
  const sidebarOpen = isSidebarOpen(request.headers.get('cookie') ?? '');
  const site = { ...options.site, sidebarOpen, year: new Date().getUTCFullYear() };
  const facts = { session: options.session, site };
  const waits = options.session.user === null && waitsForReader(new URL(request.url).pathname);
  const handle = createRequestHandler({
    request,
    createRouter: () => forDocument(createRouter(options.api, routeTree, facts), options.nonce),
    getRouterManifest: () => assets(options.manifest, waits),
  });
  return handle(async ({ router, responseHeaders }) => {
    const stream = await renderToReadableStream(<RouterServer router={router} />, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      nonce: options.nonce,
      onError: options.onError,
    });
    await stream.allReady;
    const html = transformReadableStreamWithRouter(router, stream, { rendererSafePoint: 'script-close' });
    const response = new Response(html, { status: getSsrStatus(router), headers: responseHeaders });
    return createSsrStreamResponse(router, response);
  });
}

/** A router whose document runs under the nonce of its request, and takes along what was read for it. */
function forDocument(router: ReturnType<typeof createRouter>, nonce: string) {
  router.options.ssr = { nonce };
  router.options.context.nonce = nonce;
  sendQueries(router.options, router.options.context.queryClient);
  return router;
}

const made = new WeakMap<BuildManifest, Record<'atOnce' | 'waiting', ReturnType<typeof routerManifest>>>();

function assets(build: BuildManifest | null, waits: boolean) {
  if (!build) return Promise.resolve(DEVELOPMENT);
  const known = made.get(build) ?? bothManifests(build);
  made.set(build, known);
  return Promise.resolve(waits ? known.waiting : known.atOnce);
}

function bothManifests(build: BuildManifest) {
  const atOnce = routerManifest(build);
  return { atOnce, waiting: waitingManifest(atOnce) };
}

const REFRESH = `import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
window.__vite_plugin_react_preamble_installed__ = true;`;

const DEVELOPMENT = {
  routes: {
    __root__: {
      scripts: [
        { attrs: { type: 'module' }, children: REFRESH },
        { attrs: { type: 'module', src: '/@vite/client' } },
        { attrs: { type: 'module', src: '/src/web/entry-client.tsx' } },
      ],
    },
  },
};
