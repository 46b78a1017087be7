import type { Version } from '#contract/site';
import { categoriesRoutes } from '#server/areas/categories/routes';
import { coursesRoutes } from '#server/areas/courses/routes';
import { plansRoutes } from '#server/areas/plans/routes';
import { postsRoutes } from '#server/areas/posts/routes';
import { siteRoutes } from '#server/areas/site/routes';
import { createImplementer, type GateOptions } from './implementer.ts';
import { lateRoutes } from './load-routes.ts';

/** The whole API: every procedure of the contract with its handler. */
export function apiRouter(options: GateOptions, version: Version) {
  const { services } = options;
  const os = createImplementer(options);
  // What visitors ask for is there from the start.
  const early = {
    categories: categoriesRoutes(os, services),
    courses: coursesRoutes(os, services),
    plans: plansRoutes(os, services),
    posts: postsRoutes(os, services),
    site: siteRoutes(os, services, version),
  };
  const names = Object.keys(early) as (keyof typeof early)[];
  return os.router({ ...lateRoutes(os, services, names), ...early });
}
export type ApiRouter = ReturnType<typeof apiRouter>;
