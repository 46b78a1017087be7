import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { exportInvoices } from './exports/export-invoices.ts';
import { exportPayments } from './exports/export-payments.ts';
import { exportTax } from './exports/export-tax.ts';
import { endGift } from './reports/end-gift.ts';
import { getHealth } from './reports/get-health.ts';
import { getRevenue } from './reports/get-revenue.ts';
import { listDisputes, listGifts, listRefunds } from './reports/list-cases.ts';
import { retryNotices } from './reports/retry-notices.ts';
import { getSetup } from './setup/get-setup.ts';
import { tickStep } from './setup/tick-step.ts';

export function billingReportsRoutes(
  { billingReports: os }: Implementer,
  services: Services,
): RoutesOf<'billingReports'> {
  return {
    revenue: os.revenue.handler(({ context, input }) =>
      fromReplica(services, (reading) => getRevenue(reading, context.caller, input)),
    ),
    disputes: os.disputes.handler(({ context }) =>
      fromReplica(services, (reading) => listDisputes(reading, context.caller)),
    ),
    refunds: os.refunds.handler(({ context }) =>
      fromReplica(services, (reading) => listRefunds(reading, context.caller)),
    ),
    gifts: os.gifts.handler(({ context }) =>
      fromReplica(services, (reading) => listGifts(reading, context.caller)),
    ),
    endGift: os.endGift.handler(({ context, input }) => endGift(services, context.caller, input)),
    health: os.health.handler(({ context }) => getHealth(services, context.caller)),
    retryNotices: os.retryNotices.handler(({ context }) => retryNotices(services, context.caller)),
    setup: os.setup.handler(({ context }) => getSetup(services, context.caller)),
    tickStep: os.tickStep.handler(({ context, input }) => tickStep(services, context.caller, input)),
    exportInvoices: os.exportInvoices.handler(({ context, input }) =>
      fromReplica(services, (reading) => exportInvoices(reading, context.caller, input, context)),
    ),
    exportPayments: os.exportPayments.handler(({ context, input }) =>
      fromReplica(services, (reading) => exportPayments(reading, context.caller, input, context)),
    ),
    exportTax: os.exportTax.handler(({ context, input }) =>
      fromReplica(services, (reading) => exportTax(reading, context.caller, input, context)),
    ),
  };
}
