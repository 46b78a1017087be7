import type { Billed, BillingChange } from '#contract/billing';
import { changeKind } from '#domain/billing/describe';
import { tierReaches } from '#domain/tiers';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import { asFailure } from '../payments-of.ts';
import { selectOffered } from '../prices/price-sql.ts';
import { getMine, liveOwn, lookAfter, payer } from './own.ts';

/** A preview is good for so long. */
export const SHOWN_MS = 15 * 60_000;

/** What a change of plan charges, and since when it counts; the same moment sent back charges the same. */
export async function previewChange(
  services: Services,
  caller: Caller,
  { offerId }: { offerId: string },
): Promise<BillingChange> {
  const at = dateOf(secondsOf(services.clock.now()));
  const { preview } = await decide(services, caller, offerId, at);
  return preview;
}

/** Changes the plan as it was shown. Fails with PREVIEW_OUTDATED when it would charge anything else by now. */
export async function changePlan(
  services: Services,
  caller: Caller,
  input: { offerId: string; at: string; dueNow: number },
): Promise<Billed> {
  const at = new Date(input.at);
  const age = services.clock.now().getTime() - at.getTime();
  if (age < -1000 || age > SHOWN_MS) throw new Failure('PREVIEW_OUTDATED');
  const { order, own, preview } = await decide(services, caller, input.offerId, at);
  if (preview.dueNow !== input.dueNow) throw new Failure('PREVIEW_OUTDATED');
  const { accountId, customer, payments } = own;
  const after = { offerId: input.offerId, dueNow: preview.dueNow };
  const audit = { action: `billing.${preview.kind}`, entity: 'user', entityId: payer(caller).userId, after };
  const command = {
    accountId,
    provider: payments.name,
    kind: preview.kind,
    args: after,
    audit,
    isAlone: true,
  };
  await giveCommand(services, caller, command, (key) =>
    preview.kind === 'upgrade'
      ? payments.upgrade({ key, ...order, at })
      : payments[preview.kind]({ key, ...order }),
  );
  await lookAfter(services, customer);
  return getMine(services, caller);
}

async function decide(services: Services, caller: Caller, offerId: string, at: Date) {
  const own = await liveOwn(services, caller);
  const { customer, facts, payments, sub } = own;
  if (sub.state === 'overdue') throw new Failure('PAYMENT_OVERDUE');
  // Who changed it would pay for a plan that ends all the same.
  if (sub.endsAt !== null) throw new Failure('SUBSCRIPTION_ENDING');
  const offer = (await selectOffered(services.db.kysely, payments)).find(({ id }) => id === offerId);
  if (!offer) throw new Failure('PLAN_NOT_FOUND');
  const interval = offer.interval === 'year' ? 'year' : 'month';
  const wanted = { price: offer.provider_price, interval, tier: offer.tier } as const;
  const kind = changeKind(facts, sub, wanted, tierReaches);
  if (offer.currency !== sub.currency) throw new Failure('CURRENCY_FIXED');
  if (kind === 'none') throw new Failure('PAYMENT_REFUSED');
  const order = {
    customer: customer.customer,
    subscription: sub.id,
    price: offer.provider_price,
    endsTrial: sub.state === 'trialing' && kind === 'upgrade',
  };
  const total =
    kind === 'upgrade'
      ? await payments.previewUpgrade({ ...order, at }).catch((error: unknown) => {
          throw asFailure(error);
        })
      : { total: 0, currency: sub.currency };
  const preview: BillingChange = {
    offerId,
    kind,
    endsTrial: order.endsTrial,
    dueNow: total.total,
    currency: total.currency,
    startsAt: (kind === 'upgrade' || kind === 'switch' ? at : dateOf(sub.periodEnd)).toISOString(),
    at: at.toISOString(),
  };
  return { order, own, preview };
}
