import { cancelTransfer } from '#server/areas/billing/bank/cancel-transfer';
import { getOwnTransfers } from '#server/areas/billing/bank/get-own-transfers';
import { orderTransfer } from '#server/areas/billing/bank/order-transfer';
import { getTransferTerms } from '#server/areas/billing/bank/transfer-terms';
import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { confirmTransfer } from './confirm-transfer.ts';
import { dropTransfer } from './drop-transfer.ts';
import { listTransfers } from './list-transfers.ts';
import { noteTransfer } from './note-transfer.ts';
import { getBank, saveBank } from './save-bank.ts';

export function bankTransfersRoutes(
  { bankTransfers: os }: Implementer,
  services: Services,
): RoutesOf<'bankTransfers'> {
  return {
    mine: os.mine.handler(({ context }) => getOwnTransfers(services, context.caller)),
    terms: os.terms.handler(({ context, input }) => getTransferTerms(services, context.caller, input)),
    order: os.order.handler(({ context, input }) => orderTransfer(services, context.caller, input)),
    cancel: os.cancel.handler(({ context, input }) => cancelTransfer(services, context.caller, input)),
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listTransfers(reading, context.caller, input)),
    ),
    confirm: os.confirm.handler(({ context, input }) => confirmTransfer(services, context.caller, input)),
    drop: os.drop.handler(({ context, input }) => dropTransfer(services, context.caller, input)),
    note: os.note.handler(({ context, input }) => noteTransfer(services, context.caller, input)),
    settings: os.settings.handler(({ context }) => getBank(services, context.caller)),
    saveSettings: os.saveSettings.handler(({ context, input }) => saveBank(services, context.caller, input)),
  };
}
