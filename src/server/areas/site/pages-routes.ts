import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { changePageStatus } from './custom/change-page-status.ts';
import { createPage } from './custom/create-page.ts';
import { listPages } from './custom/list-pages.ts';
import { removePage } from './custom/remove-page.ts';
import { undeletePage } from './custom/undelete-page.ts';
import { getEditedPage } from './get-edited-page.ts';
import { getPageRevision } from './get-page-revision.ts';
import { listPageHistory } from './list-page-history.ts';
import { previewPage } from './preview-page.ts';
import { restorePage } from './restore-page.ts';
import { savePage } from './save-page.ts';

export function pagesRoutes({ pages }: Implementer, services: Services): RoutesOf<'pages'> {
  return {
    list: pages.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listPages(reading, context.caller, input)),
    ),
    create: pages.create.handler(({ context, input }) => createPage(services, context.caller, input)),
    updateStatus: pages.updateStatus.handler(({ context, input }) =>
      changePageStatus(services, context.caller, input),
    ),
    remove: pages.remove.handler(({ context, input }) => removePage(services, context.caller, input)),
    undelete: pages.undelete.handler(({ context, input }) => undeletePage(services, context.caller, input)),
    get: pages.get.handler(({ context, input }) => getEditedPage(services, context.caller, input)),
    save: pages.save.handler(({ context, input }) => savePage(services, context.caller, input)),
    preview: pages.preview.handler(({ context, input }) => previewPage(context.caller, input)),
    history: pages.history.handler(({ context, input }) =>
      fromReplica(services, (reading) => listPageHistory(reading, context.caller, input)),
    ),
    revision: pages.revision.handler(({ context, input }) =>
      getPageRevision(services, context.caller, input),
    ),
    restore: pages.restore.handler(({ context, input }) => restorePage(services, context.caller, input)),
  };
}
