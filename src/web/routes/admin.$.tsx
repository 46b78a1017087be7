import { createFileRoute, redirect } from '@tanstack/react-router';

/**
 * Stands in the browser for all pages of administrators until the first of them is asked for: whoever never opens one
 * downloads none of their routes. The server knows them all, and this one not.
 */
export const Route = createFileRoute('/admin/$')({
  beforeLoad: async ({ context: { addLateRoutes }, location: { href, state } }) => {
    await addLateRoutes?.();
    throw redirect({ href, state, replace: true });
  },
});
