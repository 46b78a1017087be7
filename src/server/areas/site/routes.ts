import type { Version } from '#contract/site';
import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { getContactDetails } from './get-contact-details.ts';
import { getEditedPage } from './get-edited-page.ts';
import { getPage } from './get-page.ts';
import { getPageRevision } from './get-page-revision.ts';
import { listFaq } from './list-faq.ts';
import { listPageHistory } from './list-page-history.ts';
import { previewPage } from './preview-page.ts';
import { restorePage } from './restore-page.ts';
import { savePage } from './save-page.ts';
import { sendContactMessage } from './send-contact-message.ts';

export function siteRoutes(os: Implementer, services: Services, version: Version) {
  return {
    version: os.site.version.handler(() => version),
    page: os.site.page.handler(({ input }) => getPage(services, input)),
    faq: os.site.faq.handler(() => listFaq(services)),
    contactDetails: os.site.contactDetails.handler(() => getContactDetails(services)),
    contact: os.site.contact.handler(({ context, input }) =>
      sendContactMessage(services, context.caller, input),
    ),
  };
}

export function pagesRoutes({ pages }: Implementer, services: Services) {
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
