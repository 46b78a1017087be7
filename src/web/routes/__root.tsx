import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { Document } from '#web/features/shell/document.tsx';
import { Layout } from '#web/features/shell/layout.tsx';
import type { Api } from '#web/lib/api-client.ts';
import { sessionQuery } from '#web/lib/session.ts';

interface RouterContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  ssr: true,
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery(context.api)).then(() => null),
  shellComponent: Document,
  component: Layout,
});
