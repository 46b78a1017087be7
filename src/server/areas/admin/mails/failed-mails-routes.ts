import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { dismissFailedMails } from './dismiss-failed-mails.ts';
import { listFailedMails } from './list-failed-mails.ts';
import { retryFailedMails } from './retry-failed-mails.ts';

export function failedMailsRoutes({ failedMails }: Implementer, services: Services): RoutesOf<'failedMails'> {
  return {
    list: failedMails.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listFailedMails(reading, context.caller, input)),
    ),
    retry: failedMails.retry.handler(({ context, input }) =>
      retryFailedMails(services, context.caller, input),
    ),
    dismiss: failedMails.dismiss.handler(({ context, input }) =>
      dismissFailedMails(services, context.caller, input),
    ),
  };
}
