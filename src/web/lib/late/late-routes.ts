import type { AnyRouter } from '@tanstack/react-router';

/** The pages whose routes are no part of what everybody downloads. */
const LATE = /^\/admin(?:\/|$)/;

export const isLatePath = (path: string) => LATE.test(path);

/**
 * Adds the routes of the late pages to a router that began without them. The generated tree of all routes hangs them
 * below the same root when it is read, so that only the router's own table of them has to be built again.
 */
export async function addLateRoutes(router: AnyRouter, load: () => Promise<unknown>): Promise<void> {
  const known = Object.keys(router.routesById).length;
  await load();
  if (Object.keys(router.routesById).length === known) router.setRoutes(router.buildRouteTree());
}
