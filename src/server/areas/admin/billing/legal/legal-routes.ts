import { legalForm } from '#contract/administration/legal-settings';
import { cancelContract } from '#server/areas/billing/law/cancel-contract';
import { getOrder } from '#server/areas/billing/law/compose-order';
import { declareAnonymously } from '#server/areas/billing/law/declare-anonymously';
import { getLegalPages } from '#server/areas/billing/law/get-legal-pages';
import { getRights } from '#server/areas/billing/law/get-rights';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { getSetting } from '#server/areas/settings/get-setting';
import { saveSetting } from '#server/areas/settings/save-setting';
import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { decideRequest } from './decide-request.ts';
import { getConsentText, listConsents } from './list-consents.ts';
import { listRequests } from './list-requests.ts';

export function legalRoutes({ legal: os }: Implementer, services: Services): RoutesOf<'legal'> {
  return {
    pages: os.pages.handler(() => getLegalPages(services)),
    order: os.order.handler(({ context, input }) => getOrder(services, context.caller, input)),
    rights: os.rights.handler(({ context }) => getRights(services, context.caller)),
    withdraw: os.withdraw.handler(({ context, input }) => withdraw(services, context.caller, input)),
    cancel: os.cancel.handler(({ context, input }) => cancelContract(services, context.caller, input)),
    declare: os.declare.handler(({ context, input }) => declareAnonymously(services, context.caller, input)),
    settings: os.settings.handler(({ context }) => getSetting(services, context.caller, 'legal', legalForm)),
    saveSettings: os.saveSettings.handler(({ context, input: { version, ...value } }) =>
      saveSetting(services, context.caller, { name: 'legal', form: legalForm, version, value }),
    ),
    requests: os.requests.handler(({ context }) =>
      fromReplica(services, (reading) => listRequests(reading, context.caller)),
    ),
    decide: os.decide.handler(({ context, input }) => decideRequest(services, context.caller, input)),
    consents: os.consents.handler(({ context, input }) =>
      fromReplica(services, (reading) => listConsents(reading, context.caller, input)),
    ),
    consentText: os.consentText.handler(({ context, input }) =>
      fromReplica(services, (reading) => getConsentText(reading, context.caller, input)),
    ),
  };
}
