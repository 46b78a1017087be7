import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { countUnread } from './count-unread.ts';
import { followCategory } from './follow-category.ts';
import { getPreferences } from './get-preferences.ts';
import { listNotifications } from './list-notifications.ts';
import { markRead } from './mark-read.ts';
import { savePreferences } from './save-preferences.ts';
import { unsubscribe } from './unsubscribe.ts';

export function notificationsRoutes(
  { notifications: os }: Implementer,
  services: Services,
): RoutesOf<'notifications'> {
  return {
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listNotifications(reading, context.caller, input)),
    ),
    unread: os.unread.handler(({ context }) => countUnread(services, context.caller)),
    markRead: os.markRead.handler(({ context, input }) => markRead(services, context.caller, input)),
    preferences: os.preferences.handler(({ context }) => getPreferences(services, context.caller)),
    savePreferences: os.savePreferences.handler(({ context, input }) =>
      savePreferences(services, context.caller, input),
    ),
    follow: os.follow.handler(({ context, input }) => followCategory(services, context.caller, input)),
    unsubscribe: os.unsubscribe.handler(({ context, input }) => unsubscribe(services, context.caller, input)),
  };
}
