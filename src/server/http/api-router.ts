import type { Version } from '#contract/site';
import { auditRoutes } from '#server/areas/admin/audit-routes';
import { overviewRoutes } from '#server/areas/admin/overview-routes';
import { userRoutes } from '#server/areas/admin/user-routes';
import { categoriesRoutes } from '#server/areas/categories/routes';
import { commentsRoutes } from '#server/areas/comments/routes';
import { coursesRoutes } from '#server/areas/courses/routes';
import { notificationsRoutes } from '#server/areas/notifications/routes';
import { plansRoutes } from '#server/areas/plans/routes';
import { postsRoutes } from '#server/areas/posts/routes';
import { settingsRoutes } from '#server/areas/settings/routes';
import { messageRoutes } from '#server/areas/site/message-routes';
import { pagesRoutes, siteRoutes } from '#server/areas/site/routes';
import { createImplementer, type GateOptions } from './implementer.ts';

/** The whole API: every procedure of the contract with its handler. */
export function apiRouter(options: GateOptions, version: Version) {
  const { services } = options;
  const os = createImplementer(options);
  return os.router({
    // The sign-in library is large; a process that only shows courses never reads it.
    accounts: os.accounts.lazy(async () => {
      const { accountsRoutes } = await import('#server/areas/accounts/routes');
      return { default: accountsRoutes(os, services) };
    }),
    audit: auditRoutes(os, services),
    categories: categoriesRoutes(os, services),
    comments: commentsRoutes(os, services),
    courses: coursesRoutes(os, services),
    messages: messageRoutes(os, services),
    notifications: notificationsRoutes(os, services),
    overview: overviewRoutes(os, services),
    pages: pagesRoutes(os, services),
    plans: plansRoutes(os, services),
    posts: postsRoutes(os, services),
    settings: settingsRoutes(os, services),
    site: siteRoutes(os, services, version),
    users: userRoutes(os, services),
  });
}
export type ApiRouter = ReturnType<typeof apiRouter>;
