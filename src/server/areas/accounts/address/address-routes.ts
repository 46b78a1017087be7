import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { confirmAddress } from './confirm-address.ts';
import { getPendingAddress } from './get-pending-address.ts';
import { removePendingAddress } from './remove-pending-address.ts';
import { requestAddress } from './request-address.ts';
import { undoAddress } from './undo-address.ts';

export function addressRoutes({ address }: Implementer, services: Services): RoutesOf<'address'> {
  return {
    get: address.get.handler(({ context }) => getPendingAddress(services, context.caller)),
    request: address.request.handler(({ context, input }) => requestAddress(services, context.caller, input)),
    remove: address.remove.handler(({ context }) => removePendingAddress(services, context.caller)),
    confirm: address.confirm.handler(({ context, input }) => confirmAddress(services, context.caller, input)),
    undo: address.undo.handler(({ context, input }) => undoAddress(services, context.caller, input)),
  };
}
