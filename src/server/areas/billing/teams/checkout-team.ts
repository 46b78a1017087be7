import type { Transaction } from 'kysely';
import { boundCurrency, isBought } from '#domain/billing/describe';
import { liveSubscriptions } from '#domain/billing/live-subscription';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { agreedTerms, keepTerms } from '../law/agreed-terms.ts';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { secondsOf } from '../ledger/seconds.ts';
import { introduce } from '../member/meet.ts';
import { lookNow, type Own, payer } from '../member/own.ts';
import { asFailure, paymentsOf } from '../payments-of.ts';
import { forSale } from '../prices/for-sale.ts';
import type { PriceRow } from '../prices/price-sql.ts';
import { findTeamPaying, ownTeam } from './own-team.ts';
import { refuseBadTeamName } from './rename-team.ts';
import { insertTeam, openTeamAccount } from './team-sql.ts';

interface Order {
  readonly name: string;
  readonly offerId: string;
  readonly seats: number;
  readonly locale: string;
  /** The hash of the terms that were shown. */
  readonly terms?: string | null;
  readonly beginNow?: boolean;
}

/**
 * Opens the provider's page for seats of a plan; somebody without a team owns one then. The team is a customer of its own,
 * beside what its owner pays for themselves. Fails with SUBSCRIPTION_RUNNING: two would both be charged; with ORDER_OUTDATED
 * when other terms were shown than hold by now.
 */
export async function checkoutTeam(
  services: Services,
  caller: Caller,
  { beginNow = false, locale, name, offerId, seats, terms = null }: Order,
): Promise<{ url: string }> {
  const payments = paymentsOf(services);
  const offer = (await forSale(services)).find(({ id }) => id === offerId);
  if (!offer) throw new Failure('PLAN_NOT_FOUND');
  await refuseBadTeamName(services, name);
  const shown = { beginNow, locale, seats, terms, trialDays: 0 };
  const agreed = {
    ...(await agreedTerms(services, offer, shown)),
    agreedBy: payer(caller).userId,
  };
  const { accountId, teamId } = await openTeam(services, caller, name);
  const audit = { action: 'team.checkout', entity: 'team', entityId: teamId, after: { offerId, seats } };
  const own = await introduce(services, caller, {
    accountId,
    payerId: payer(caller).userId,
    audit: { action: 'billing.meet', entity: 'team', entityId: teamId },
  });
  await refuseSecond(services, own, offer);
  const base = services.config.publicUrl;
  const command = {
    accountId,
    provider: payments.name,
    kind: 'checkout',
    args: { offerId, seats },
    audit,
    isAlone: true,
    mostDaily: DAILY_LIMITS.orders,
    also: (trx: Transaction<DB>, now: Date) => keepTerms(trx, accountId, agreed, now),
  };
  const { url } = await giveCommand(services, caller, command, (key) =>
    payments.openCheckout({
      key,
      customer: own.customer.customer,
      account: accountId,
      price: offer.provider_price,
      quantity: seats,
      successUrl: `${base}/team?session={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${base}/team`,
      locale,
      trialDays: null,
    }),
  );
  return { url };
}

function openTeam({ clock, db }: Services, caller: Caller, name: string) {
  return db.transaction(async (trx) => {
    const made = await insertTeam(trx, { name, ownerId: payer(caller).userId, now: clock.now() });
    const account = made && (await openTeamAccount(trx, made.team.id));
    if (!made || !account) throw new Failure('SIGN_IN_REQUIRED');
    const entry = { action: 'team.create', entity: 'team', entityId: made.team.id, after: { name } };
    if (made.isNew) await recordAudit(trx, caller, entry);
    return { teamId: made.team.id, accountId: account.id };
  });
}

/** Of this customer only: beside it, what a former owner paid for may be ending. */
async function refuseSecond(
  services: Services,
  { accountId, customer }: Own,
  offer: PriceRow,
): Promise<void> {
  await lookNow(services, customer);
  const facts = await selectFacts(services.db.kysely, accountId, customer.customer);
  if (liveSubscriptions(facts).length > 0) throw new Failure('SUBSCRIPTION_RUNNING');
  if ((boundCurrency(facts) ?? offer.currency) !== offer.currency) throw new Failure('CURRENCY_FIXED');
}

/** How a payment for seats went, after the way back. The session only says whom to look at. Fails with SESSION_NOT_FOUND. */
export async function confirmTeam(
  services: Services,
  caller: Caller,
  { session: id }: { session: string },
): Promise<{ isConfirmed: boolean }> {
  const own = await findTeamPaying(services, await ownTeam(services, caller));
  if (!own) throw new Failure('SESSION_NOT_FOUND');
  const session = await own.payments.findCheckout(id).catch((error: unknown) => {
    throw asFailure(error);
  });
  if (session?.customer !== own.customer.customer) throw new Failure('SESSION_NOT_FOUND');
  await lookNow(services, own.customer);
  const facts = await selectFacts(services.db.kysely, own.accountId, own.customer.customer);
  const { policy } = await selectPolicy(services.db.kysely);
  return {
    isConfirmed: session.state === 'complete' && isBought(facts, secondsOf(services.clock.now()), policy),
  };
}
