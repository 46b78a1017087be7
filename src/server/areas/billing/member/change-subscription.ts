import type { Transaction } from 'kysely';
import type { BillingChange } from '#contract/billing';
import { changeKind } from '#domain/billing/describe';
import { language } from '#domain/language';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import { tierReaches } from '#domain/tiers';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { forgetTaken } from '../commands/command-sql.ts';
import { giveCommand } from '../commands/give-command.ts';
import { takenFrom } from '../commands/read-taken.ts';
import { decideInTurn } from '../commands/take-turns.ts';
import { agreedTerms, keepTerms } from '../law/agreed-terms.ts';
import { composeOrder } from '../law/compose-order.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import { asFailure } from '../payments-of.ts';
import { selectOffered } from '../prices/price-sql.ts';
import { type Live, lookAfter, payer } from './own.ts';

/** A preview is good for so long. */
export const SHOWN_MS = 15 * 60_000;

/** Whose subscription changes, as the provider has it now. */
interface Running extends Live {
  readonly entity: 'user' | 'team';
  readonly entityId: string;
}

export interface ShownChange {
  readonly offerId: string;
  readonly at: string;
  readonly dueNow: number;
  readonly terms?: string | null;
  readonly locale?: string;
}

/** What a change of plan charges, and since when it counts; the same moment sent back charges the same. */
export async function showChange(
  services: Services,
  running: Running,
  offerId: string,
): Promise<BillingChange> {
  const at = dateOf(secondsOf(services.clock.now()));
  const decided = await decide(services, running, offerId, at);
  if (!decided) throw new Failure('PAYMENT_REFUSED');
  const { offer, preview } = decided;
  if (preview.kind !== 'upgrade') return { ...preview, order: null };
  const { button, lines, terms } = await composeOrder(services, offer, orderOf(running, preview));
  return { ...preview, order: { button, lines, terms } };
}

/**
 * Changes the plan as it was shown, within `takeTurns`. Twice is once: what is as wished already is neither ordered nor charged.
 * Fails with PREVIEW_OUTDATED when it would charge anything else by now, and with ORDER_OUTDATED when an upgrade was shown with
 * other terms than hold.
 */
export async function changeSubscription(
  services: Services,
  caller: Caller,
  running: Running,
  { dueNow, locale = language(), offerId, terms = null, ...shown }: ShownChange,
): Promise<void> {
  const at = new Date(shown.at);
  const { accountId, customer, entity, entityId, payments, sub, turn } = running;
  const decided = await decideInTurn(services, turn, async () => {
    const seen = await decide(services, running, offerId, at);
    if (seen && seen.preview.dueNow !== dueNow) throw new Failure('PREVIEW_OUTDATED');
    return seen;
  });
  if (!decided) return forgetTaken(services.db.kysely, accountId);
  const { offer, order, preview } = decided;
  const agreed =
    preview.kind === 'upgrade'
      ? {
          ...(await agreedTerms(services, offer, {
            ...orderOf(running, preview),
            terms,
            locale,
            beginNow: false,
          })),
          ...(entity === 'team' && { agreedBy: payer(caller).userId }),
        }
      : undefined;
  const after = { offerId, dueNow };
  // Who stays with what they have wants the scheduled change gone.
  const takes = preview.kind !== 'schedule' && order.price !== sub.price;
  const command = {
    accountId,
    provider: payments.name,
    kind: preview.kind,
    args: { ...after, ...(takes && takenFrom(sub)) },
    audit: { action: `billing.${preview.kind}`, entity, entityId, after },
    turn,
    mostDaily: DAILY_LIMITS.orders,
    ...(agreed && { also: (trx: Transaction<DB>, now: Date) => keepTerms(trx, accountId, agreed, now) }),
  };
  await giveCommand(services, caller, command, (key) =>
    preview.kind === 'upgrade'
      ? payments.upgrade({ key, ...order, at })
      : payments[preview.kind]({ key, ...order }),
  );
  await lookAfter(services, customer);
}

/** Fails with PREVIEW_OUTDATED for what was shown too long ago. */
export function demandRecent({ clock }: Pick<Services, 'clock'>, at: string): void {
  const age = clock.now().getTime() - new Date(at).getTime();
  if (age < -1000 || age > SHOWN_MS) throw new Failure('PREVIEW_OUTDATED');
}

const orderOf = (
  { entity, sub }: Running,
  { currency, dueNow }: Pick<BillingChange, 'currency' | 'dueNow'>,
) => ({
  trialDays: 0,
  upgrade: { currency, dueNow },
  ...(entity === 'team' && { seats: sub.quantity }),
});

/** What a change comes to; undefined: it is made already. */
async function decide(
  services: Services,
  { customer, facts, payments, sub }: Running,
  offerId: string,
  at: Date,
) {
  if (sub.state === 'overdue') throw new Failure('PAYMENT_OVERDUE');
  // Who changed it would pay for a plan that ends all the same.
  if (sub.endsAt !== null) throw new Failure('SUBSCRIPTION_ENDING');
  const offer = (await selectOffered(services.db.kysely, payments)).find(({ id }) => id === offerId);
  if (!offer) throw new Failure('PLAN_NOT_FOUND');
  const interval = offer.interval === 'year' ? 'year' : 'month';
  const wanted = { price: offer.provider_price, interval, tier: offer.tier } as const;
  const kind = changeKind(facts, sub, wanted, tierReaches);
  if (offer.currency !== sub.currency) throw new Failure('CURRENCY_FIXED');
  if (kind === 'none') return undefined;
  const order = {
    customer: customer.customer,
    subscription: sub.id,
    price: offer.provider_price,
    quantity: sub.quantity,
    endsTrial: sub.state === 'trialing' && kind === 'upgrade',
  };
  const total =
    kind === 'upgrade'
      ? await payments.previewUpgrade({ ...order, at }).catch((error: unknown) => {
          throw asFailure(error);
        })
      : { total: 0, currency: sub.currency };
  const preview: Omit<BillingChange, 'order'> = {
    offerId,
    kind,
    endsTrial: order.endsTrial,
    dueNow: total.total,
    currency: total.currency,
    startsAt: (kind === 'upgrade' || kind === 'switch' ? at : dateOf(sub.periodEnd)).toISOString(),
    at: at.toISOString(),
  };
  return { offer, order, preview };
}
