import { routes } from 'virtual:contract-routes';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { readLanguageFrom } from '#domain/language';
import { type Api, createApiClient } from '#web/lib/api/api-client.ts';
import { addLateRoutes, isLatePath } from '#web/lib/late/late-routes.ts';
import { keptSession, loseSession } from '#web/lib/session/session.ts';
import { routeTree } from './early-route-tree.gen.ts';
import { createRouter } from './router.tsx';

// zod tries out `Function` once, which the content security policy forbids and the browser reports. Read before its first schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

readLanguageFrom(() => document.documentElement.lang);

const lateRoutes = () => import('virtual:late-contract-routes').then((late) => late.routes);
const prove = (api: Api) =>
  import('#web/features/accounts/proof/ask-for-proof.tsx').then((it) => it.askForProof(api));
const pageUser = () => keptSession(router.options.context.queryClient)?.user?.id ?? null;
const onSignedOut = (userId: string | null) => void loseSession(router.options.context, userId);
const router = createRouter(createApiClient({ routes, lateRoutes, prove, pageUser, onSignedOut }), routeTree);
const addAdminRoutes = () => addLateRoutes(router, () => import('./route-tree.gen.ts'));
router.options.context.addLateRoutes = addAdminRoutes;

function hydrate() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    );
  });
}

// Not awaited: the late routes import from this file, and would wait for it in turn.
if (isLatePath(location.pathname)) void addAdminRoutes().then(hydrate);
else hydrate();
