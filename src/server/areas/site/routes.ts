import type { Version } from '#contract/site';
import { fromReplica } from '#server/from-replica';
import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { findPages } from './custom/find-pages.ts';
import { getCustomPage } from './custom/get-custom-page.ts';
import { getContactDetails } from './get-contact-details.ts';
import { getLanding } from './get-landing.ts';
import { getPage } from './get-page.ts';
import { listFaq } from './list-faq.ts';
import { sendContactMessage } from './messages/send-contact-message.ts';

export function siteRoutes(os: Implementer, services: Services, version: Version) {
  return {
    version: os.site.version.handler(() => version),
    page: os.site.page.handler(({ input }) => getPage(services, input)),
    customPage: os.site.customPage.handler(({ context, input }) =>
      getCustomPage(services, context.caller, input),
    ),
    findPages: os.site.findPages.handler(({ input }) =>
      fromReplica(services, (reading) => findPages(reading, input)),
    ),
    landing: os.site.landing.handler(() => getLanding(services)),
    faq: os.site.faq.handler(() => listFaq(services)),
    contactDetails: os.site.contactDetails.handler(() => getContactDetails(services)),
    contact: os.site.contact.handler(({ context, input }) =>
      sendContactMessage(services, context.caller, input),
    ),
  };
}
