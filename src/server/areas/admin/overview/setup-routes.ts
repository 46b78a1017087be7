import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { dismissSetup } from './dismiss-setup.ts';
import { getSetup } from './get-setup.ts';
import { sendTestMail } from './send-test-mail.ts';

export function setupRoutes({ setup }: Implementer, services: Services): RoutesOf<'setup'> {
  return {
    get: setup.get.handler(({ context }) => getSetup(services, context.caller)),
    dismiss: setup.dismiss.handler(({ context }) => dismissSetup(services, context.caller)),
    testMail: setup.testMail.handler(({ context }) => sendTestMail(services, context.caller)),
  };
}
