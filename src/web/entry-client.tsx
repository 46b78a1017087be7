import { routes } from 'virtual:contract-routes';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createApiClient } from '#web/lib/api-client.ts';
import { createRouter } from './router.tsx';

const lateRoutes = () => import('virtual:late-contract-routes').then((late) => late.routes);
const router = createRouter(createApiClient({ routes, lateRoutes }));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});
