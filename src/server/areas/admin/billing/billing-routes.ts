import { checkAlarm } from '#server/areas/billing/alarms/check-alarm';
import { listAlarms } from '#server/areas/billing/alarms/list-alarms';
import { addCoupon, deactivateCoupon, listCoupons } from '#server/areas/billing/coupons/managed';
import { cancel, keep } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { checkout, confirm } from '#server/areas/billing/member/checkout';
import { getMine } from '#server/areas/billing/member/own';
import { openInvoice, openPortal } from '#server/areas/billing/member/portal';
import { refresh } from '#server/areas/billing/member/refresh';
import { listOffers } from '#server/areas/billing/prices/list-offers';
import { addPrice, listPrices, withdrawPrice } from '#server/areas/billing/prices/managed';
import { setTrial } from '#server/areas/billing/trials/set-trial';
import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { askForComparison } from './ask-for-comparison.ts';
import { getBillingOverview } from './get-billing-overview.ts';
import { getTimeline, giveGift, refundInvoice } from './person.ts';

export function billingRoutes({ billing: os }: Implementer, services: Services): RoutesOf<'billing'> {
  return {
    alarms: os.alarms.handler(({ context }) =>
      fromReplica(services, (reading) => listAlarms(reading, context.caller)),
    ),
    checkAlarm: os.checkAlarm.handler(({ context, input }) => checkAlarm(services, context.caller, input)),
    offers: os.offers.handler(() => listOffers(services)),
    mine: os.mine.handler(({ context }) => getMine(services, context.caller)),
    checkout: os.checkout.handler(({ context, input }) => checkout(services, context.caller, input)),
    confirm: os.confirm.handler(({ context, input }) => confirm(services, context.caller, input)),
    refresh: os.refresh.handler(({ context }) => refresh(services, context.caller)),
    portal: os.portal.handler(({ context, input }) => openPortal(services, context.caller, input)),
    invoice: os.invoice.handler(({ context, input }) => openInvoice(services, context.caller, input)),
    cancel: os.cancel.handler(({ context }) => cancel(services, context.caller)),
    keep: os.keep.handler(({ context }) => keep(services, context.caller)),
    preview: os.preview.handler(({ context, input }) => previewChange(services, context.caller, input)),
    change: os.change.handler(({ context, input }) => changePlan(services, context.caller, input)),
    prices: os.prices.handler(({ context }) =>
      fromReplica(services, (reading) => listPrices(reading, context.caller)),
    ),
    addPrice: os.addPrice.handler(({ context, input }) => addPrice(services, context.caller, input)),
    withdrawPrice: os.withdrawPrice.handler(({ context, input }) =>
      withdrawPrice(services, context.caller, input),
    ),
    coupons: os.coupons.handler(({ context }) => listCoupons(services, context.caller)),
    addCoupon: os.addCoupon.handler(({ context, input }) => addCoupon(services, context.caller, input)),
    deactivateCoupon: os.deactivateCoupon.handler(({ context, input }) =>
      deactivateCoupon(services, context.caller, input),
    ),
    setTrial: os.setTrial.handler(({ context, input }) => setTrial(services, context.caller, input)),
    overview: os.overview.handler(({ context }) =>
      fromReplica(services, (reading) => getBillingOverview(reading, context.caller)),
    ),
    timeline: os.timeline.handler(({ context, input }) =>
      fromReplica(services, (reading) => getTimeline(reading, context.caller, input)),
    ),
    gift: os.gift.handler(({ context, input }) => giveGift(services, context.caller, input)),
    refund: os.refund.handler(({ context, input }) => refundInvoice(services, context.caller, input)),
    reconcile: os.reconcile.handler(({ context }) => askForComparison(services, context.caller)),
  };
}
