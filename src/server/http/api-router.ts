import type { Version } from '#contract/site';
import { plansRoutes } from '#server/areas/plans/routes';
import { siteRoutes } from '#server/areas/site/routes';
import { createImplementer, type GateOptions } from './implementer.ts';

/** The whole API: every procedure of the contract with its handler. */
export function apiRouter(options: GateOptions, version: Version) {
  const { services } = options;
  const os = createImplementer(options);
  return {
    plans: plansRoutes(os, services),
    site: siteRoutes(os, services, version),
  };
}
export type ApiRouter = ReturnType<typeof apiRouter>;
