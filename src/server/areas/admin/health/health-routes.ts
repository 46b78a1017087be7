import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getAlertSecret } from '../alerts/get-alert-secret.ts';
import { testAlert } from '../alerts/test-alert.ts';
import { askForBackup } from '../backups/ask-for-backup.ts';
import { getHealth } from './get-health.ts';
import { runChore } from './run-chore.ts';

export function healthRoutes({ health }: Implementer, services: Services): RoutesOf<'health'> {
  return {
    get: health.get.handler(({ context }) => getHealth(services, context.caller)),
    runChore: health.runChore.handler(({ context, input }) => runChore(services, context.caller, input)),
    backUp: health.backUp.handler(({ context }) => askForBackup(services, context.caller)),
    alertSecret: health.alertSecret.handler(({ context }) => getAlertSecret(services, context.caller)),
    testAlert: health.testAlert.handler(({ context }) => testAlert(services, context.caller)),
  };
}
