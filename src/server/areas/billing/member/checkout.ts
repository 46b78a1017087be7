import type { Transaction } from 'kysely';
import type { Billed } from '#contract/billing';
import { ownPath } from '#domain/accounts/own-path';
import { boundCurrency, isBought } from '#domain/billing/describe';
import { liveSubscription } from '#domain/billing/live-subscription';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectPending } from '../bank/bank-sql.ts';
import { giveCommand } from '../commands/give-command.ts';
import { agreedTerms, keepTerms } from '../law/agreed-terms.ts';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { secondsOf } from '../ledger/seconds.ts';
import { asFailure, paymentsOf } from '../payments-of.ts';
import { forSale } from '../prices/for-sale.ts';
import { offerTrial } from '../trials/offer-trial.ts';
import { meet } from './meet.ts';
import { findOwn, getMine, lookNow, payer } from './own.ts';

interface Order {
  readonly offerId: string;
  readonly locale: string;
  readonly trialDays?: number | undefined;
  readonly from?: string | undefined;
  /** The hash of the terms that were shown. */
  readonly terms?: string | null;
  readonly beginNow?: boolean;
}

/**
 * Opens the provider's page for a plan. Fails with SUBSCRIPTION_RUNNING: two would both be charged; also when that can't be
 * asked (PAYMENTS_AWAY); with TRIAL_CHANGED when there are not as many free days as were shown, with ORDER_OUTDATED when other
 * terms were shown than hold by now, and with TRANSFER_PENDING while an order waits for its bank transfer.
 */
export async function checkout(
  services: Services,
  caller: Caller,
  { beginNow = false, from, locale, offerId, terms = null, trialDays: shown }: Order,
): Promise<{ url: string }> {
  const payments = paymentsOf(services);
  const { db } = services;
  const offer = (await forSale(services)).find(({ id }) => id === offerId);
  if (!offer) throw new Failure('PLAN_NOT_FOUND');
  const agreed = await agreedTerms(services, offer, { beginNow, locale, terms, trialDays: shown ?? 0 });
  const { accountId, customer } = await meet(services, caller);
  await lookNow(services, customer);
  const facts = await selectFacts(db.kysely, accountId);
  if (liveSubscription(facts)) throw new Failure('SUBSCRIPTION_RUNNING');
  // Who was deleted at the provider, and met again, is bound to no currency there.
  const own = await selectFacts(db.kysely, accountId, customer.customer);
  if ((boundCurrency(own) ?? offer.currency) !== offer.currency) throw new Failure('CURRENCY_FIXED');
  const trialDays = await db.transaction(async (trx) => {
    const { userId } = payer(caller);
    const wanted = offer.trial_days ?? 0;
    const days = wanted > 0 && (await offerTrial(trx, services, { userId, accountId, facts })) ? wanted : 0;
    if (shown !== undefined && shown !== days) throw new Failure('TRIAL_CHANGED');
    return days;
  });
  const audit = {
    action: 'billing.checkout',
    entity: 'user',
    entityId: payer(caller).userId,
    after: { offerId, trialDays },
  };
  const command = {
    accountId,
    provider: payments.name,
    kind: 'checkout',
    args: { offerId },
    audit,
    isAlone: true,
    mostDaily: DAILY_LIMITS.orders,
    also: async (trx: Transaction<DB>, now: Date) => {
      // The command holds the account, so that no order is made meanwhile.
      if (await selectPending(trx, accountId)) throw new Failure('TRANSFER_PENDING');
      await keepTerms(trx, accountId, agreed, now);
    },
  };
  const { url } = await giveCommand(services, caller, command, (key) =>
    payments.openCheckout({
      key,
      customer: customer.customer,
      account: accountId,
      price: offer.provider_price,
      quantity: 1,
      ...waysBack(services.config.publicUrl, from),
      locale,
      trialDays: trialDays > 0 ? trialDays : null,
    }),
  );
  return { url };
}

/** Where the provider leads to: both keep the page of this site that the plan is wanted for. */
function waysBack(publicUrl: string, from: string | undefined) {
  const kept = from === undefined ? '' : `from=${encodeURIComponent(ownPath(from))}`;
  return {
    successUrl: `${publicUrl}/billing/return?session={CHECKOUT_SESSION_ID}${kept && `&${kept}`}`,
    cancelUrl: `${publicUrl}/pricing${kept && `?${kept}`}`,
  };
}

/** How a payment went, after the way back. The session only says whom to look at. Fails with SESSION_NOT_FOUND. */
export async function confirm(
  services: Services,
  caller: Caller,
  { session: id }: { session: string },
): Promise<{ isConfirmed: boolean; billed: Billed }> {
  const own = await findOwn(services, caller);
  if (!own) throw new Failure('SESSION_NOT_FOUND');
  const session = await own.payments.findCheckout(id).catch((error: unknown) => {
    throw asFailure(error);
  });
  if (session?.customer !== own.customer.customer) throw new Failure('SESSION_NOT_FOUND');
  await lookNow(services, own.customer);
  const facts = await selectFacts(services.db.kysely, own.accountId);
  const { policy } = await selectPolicy(services.db.kysely);
  const now = secondsOf(services.clock.now());
  const isConfirmed = session.state === 'complete' && isBought(facts, now, policy);
  return { isConfirmed, billed: await getMine(services, caller) };
}
