import type { Transaction } from 'kysely';
import type { SeatsChange, Team } from '#contract/teams';
import { seatChange } from '#domain/billing/seats';
import { language } from '#domain/language';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { decideInTurn, takeTurns } from '../commands/take-turns.ts';
import { agreedTerms, keepTerms } from '../law/agreed-terms.ts';
import { composeOrder } from '../law/compose-order.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import { demandRecent } from '../member/change-subscription.ts';
import { lookAfter, payer } from '../member/own.ts';
import { asFailure } from '../payments-of.ts';
import { selectAllPrices } from '../prices/price-sql.ts';
import { describeTeam } from './describe-team.ts';
import { liveTeam } from './own-team.ts';
import { countPlaces } from './seat-sql.ts';

interface ShownSeats extends Pick<SeatsChange, 'seats' | 'at' | 'dueNow'> {
  readonly terms?: string | null;
  readonly locale?: string;
}

/** What another number of seats charges, and since when it counts; the same moment sent back charges the same. */
export async function previewSeats(
  services: Services,
  caller: Caller,
  { seats }: { seats: number },
): Promise<SeatsChange> {
  const at = dateOf(secondsOf(services.clock.now()));
  const live = await liveTeam(services, caller);
  const change = await decide(services, live, seats, at);
  if (!change) throw new Failure('PAYMENT_REFUSED');
  const { preview } = change;
  if (preview.kind !== 'more') return { ...preview, order: null };
  const { button, lines, terms } = await composeOrder(
    services,
    await priceOf(services, live),
    orderOf(preview),
  );
  return { ...preview, order: { button, lines, terms } };
}

/**
 * Changes the number of seats as it was shown. Twice is once: where there are so many already, nothing is ordered or charged.
 * Fails with PREVIEW_OUTDATED when it would charge anything else by now, and with ORDER_OUTDATED when more seats were shown with
 * other terms than hold.
 */
export async function changeSeats(services: Services, caller: Caller, input: ShownSeats): Promise<Team> {
  demandRecent(services, input.at);
  return takeTurns(() => orderSeats(services, caller, input));
}

async function orderSeats(
  services: Services,
  caller: Caller,
  { locale = language(), terms = null, ...input }: ShownSeats,
): Promise<Team> {
  const at = new Date(input.at);
  const live = await liveTeam(services, caller);
  const { accountId, customer, payments, team, turn } = live;
  const change = await decideInTurn(services, turn, async () => {
    const seen = await decide(services, live, input.seats, at);
    if (seen && seen.preview.dueNow !== input.dueNow) throw new Failure('PREVIEW_OUTDATED');
    return seen;
  });
  if (!change) return describeTeam(services, team);
  const { order, preview } = change;
  const shown = { ...orderOf(preview), terms, locale, beginNow: false };
  const agreed = preview.kind === 'more' && {
    ...(await agreedTerms(services, await priceOf(services, live), shown)),
    agreedBy: payer(caller).userId,
  };
  const after = { seats: input.seats, dueNow: preview.dueNow };
  const command = {
    accountId,
    provider: payments.name,
    kind: `seats-${preview.kind}`,
    mostDaily: DAILY_LIMITS.orders,
    turn,
    args: after,
    audit: {
      action: 'team.seats',
      entity: 'team',
      entityId: team.id,
      before: { seats: live.sub.quantity },
      after,
    },
    ...(agreed && { also: (trx: Transaction<DB>, now: Date) => keepTerms(trx, accountId, agreed, now) }),
  };
  await giveCommand(services, caller, command, (key) =>
    preview.kind === 'more' ? payments.upgrade({ key, ...order, at }) : payments.downgrade({ key, ...order }),
  );
  await lookAfter(services, customer);
  return describeTeam(services, team);
}

/** The price of the seats that there are; it may be offered no more. Fails with PLAN_NOT_FOUND for one that isn't ours. */
async function priceOf({ db }: Services, { payments, sub }: LiveTeam) {
  const prices = await selectAllPrices(db.kysely, payments);
  const price = prices.find(({ provider_price }) => provider_price === sub.price);
  if (!price) throw new Failure('PLAN_NOT_FOUND');
  return price;
}

const orderOf = ({ currency, dueNow, seats }: Omit<SeatsChange, 'order'>) => ({
  trialDays: 0,
  seats,
  upgrade: { currency, dueNow },
});

type LiveTeam = Awaited<ReturnType<typeof liveTeam>>;

/** What another number of seats comes to; undefined: there are so many already. */
async function decide(services: Services, live: LiveTeam, seats: number, at: Date) {
  const { customer, facts, payments, sub, team } = live;
  if (sub.state === 'overdue') throw new Failure('PAYMENT_OVERDUE');
  const kind = seatChange(facts, sub, seats);
  if (kind === 'reduced') throw new Failure('SEATS_REDUCED');
  if (kind === 'scheduled') throw new Failure('PLAN_SCHEDULED');
  if (kind === 'none') return undefined;
  if (sub.endsAt !== null) throw new Failure('PAYMENT_REFUSED');
  const order = {
    customer: customer.customer,
    subscription: sub.id,
    price: sub.price,
    quantity: seats,
  };
  const total =
    kind === 'more'
      ? await payments.previewUpgrade({ ...order, at }).catch((error: unknown) => {
          throw asFailure(error);
        })
      : { total: 0, currency: sub.currency };
  const { assigned } = await countPlaces(services.db.kysely, team.id, services.clock.now());
  const preview: Omit<SeatsChange, 'order'> = {
    seats,
    kind,
    dueNow: total.total,
    currency: total.currency,
    nextAmount: sub.unitAmount * seats,
    startsAt: (kind === 'more' ? at : dateOf(sub.periodEnd)).toISOString(),
    losing: Math.max(0, assigned - seats),
    at: at.toISOString(),
  };
  return { order, preview };
}
