import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getAudience } from './get-audience.ts';
import { getConsent } from './get-consent.ts';
import { listAnnouncements } from './list-announcements.ts';
import { saveConsent } from './save-consent.ts';
import { sendAnnouncement } from './send-announcement.ts';
import { sendTest } from './send-test.ts';

export function announcementsRoutes(
  { announcements: os }: Implementer,
  services: Services,
): RoutesOf<'announcements'> {
  return {
    consent: os.consent.handler(({ context }) => getConsent(services, context.caller)),
    saveConsent: os.saveConsent.handler(({ context, input }) => saveConsent(services, context.caller, input)),
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listAnnouncements(reading, context.caller, input)),
    ),
    audience: os.audience.handler(({ context }) => getAudience(services, context.caller)),
    test: os.test.handler(({ context, input }) => sendTest(services, context.caller, input)),
    send: os.send.handler(({ context, input }) => sendAnnouncement(services, context.caller, input)),
  };
}
