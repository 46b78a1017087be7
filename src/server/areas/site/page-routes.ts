import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { getEditedPage } from './get-edited-page.ts';
import { getPageRevision } from './get-page-revision.ts';
import { listPageHistory } from './list-page-history.ts';
import { previewPage } from './preview-page.ts';
import { restorePage } from './restore-page.ts';
import { savePage } from './save-page.ts';

export function pageRoutes({ pages }: Implementer, services: Services) {
  return {
    get: pages.get.handler(({ context, input }) => getEditedPage(services, context.caller, input)),
    save: pages.save.handler(({ context, input }) => savePage(services, context.caller, input)),
    preview: pages.preview.handler(({ context, input }) => previewPage(context.caller, input)),
    history: pages.history.handler(({ context, input }) => listPageHistory(services, context.caller, input)),
    revision: pages.revision.handler(({ context, input }) =>
      getPageRevision(services, context.caller, input),
    ),
    restore: pages.restore.handler(({ context, input }) => restorePage(services, context.caller, input)),
  };
}
