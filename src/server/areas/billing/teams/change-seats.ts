import type { SeatsChange, Team } from '#contract/teams';
import { seatChange } from '#domain/billing/seats';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import { demandRecent } from '../member/change-subscription.ts';
import { lookNow } from '../member/own.ts';
import { asFailure } from '../payments-of.ts';
import { describeTeam } from './describe-team.ts';
import { liveTeam } from './own-team.ts';
import { countPlaces } from './seat-sql.ts';

/** What another number of seats charges, and since when it counts; the same moment sent back charges the same. */
export async function previewSeats(
  services: Services,
  caller: Caller,
  { seats }: { seats: number },
): Promise<SeatsChange> {
  const at = dateOf(secondsOf(services.clock.now()));
  return (await decide(services, caller, seats, at)).preview;
}

/** Changes the number of seats as it was shown. Fails with PREVIEW_OUTDATED when it would charge anything else by now. */
export async function changeSeats(
  services: Services,
  caller: Caller,
  input: { seats: number; at: string; dueNow: number },
): Promise<Team> {
  const at = new Date(input.at);
  demandRecent(services, input.at);
  const { live, order, preview } = await decide(services, caller, input.seats, at);
  if (preview.dueNow !== input.dueNow) throw new Failure('PREVIEW_OUTDATED');
  const { accountId, customer, payments, team } = live;
  const after = { seats: input.seats, dueNow: preview.dueNow };
  const command = {
    accountId,
    provider: payments.name,
    kind: `seats-${preview.kind}`,
    args: after,
    audit: {
      action: 'team.seats',
      entity: 'team',
      entityId: team.id,
      before: { seats: live.sub.quantity },
      after,
    },
  };
  await giveCommand(services, caller, command, (key) =>
    preview.kind === 'more' ? payments.upgrade({ key, ...order, at }) : payments.downgrade({ key, ...order }),
  );
  await lookNow(services, customer);
  return describeTeam(services, team);
}

async function decide(services: Services, caller: Caller, seats: number, at: Date) {
  const live = await liveTeam(services, caller);
  const { customer, facts, payments, sub, team } = live;
  if (sub.state === 'overdue') throw new Failure('PAYMENT_OVERDUE');
  const kind = seatChange(facts, sub, seats);
  if (kind === 'reduced') throw new Failure('SEATS_REDUCED');
  if (kind === 'scheduled') throw new Failure('PLAN_SCHEDULED');
  if (kind === 'none' || sub.endsAt !== null) throw new Failure('PAYMENT_REFUSED');
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
  const preview: SeatsChange = {
    seats,
    kind,
    dueNow: total.total,
    currency: total.currency,
    nextAmount: sub.unitAmount * seats,
    startsAt: (kind === 'more' ? at : dateOf(sub.periodEnd)).toISOString(),
    losing: Math.max(0, assigned - seats),
    at: at.toISOString(),
  };
  return { live, order, preview };
}
