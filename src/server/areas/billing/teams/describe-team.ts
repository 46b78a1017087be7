import type { Team } from '#contract/teams';
import { accessEnds, payBy } from '#domain/billing/describe';
import { entitlement, type Policy } from '#domain/billing/entitlement';
import type { Fact, Seconds, SubscriptionFact } from '#domain/billing/facts';
import { isPlanScheduled, seatsAt, teamState, teamSubscription } from '#domain/billing/seats';
import type { Caller, Services } from '#server/services';
import { selectFacts, selectFactsOfPayer } from '../ledger/ledger-sql.ts';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import { selectCustomerOf } from '../looks/look-sql.ts';
import { currencyOf } from '../member/currency-of.ts';
import { offerIdOf, type PriceRow, selectOffered } from '../prices/price-sql.ts';
import { selectOpenInvitations } from './invitation-sql.ts';
import { teamLink } from './mail-seat.ts';
import { ownTeam } from './own-team.ts';
import { selectSeats } from './seat-sql.ts';
import { selectTeamAccount, type TeamRow } from './team-sql.ts';
import { toInvoices } from './to-invoices.ts';

/** The caller's own team. Fails with TEAM_NOT_FOUND. */
export async function getOwnTeam(services: Services, caller: Caller): Promise<Team> {
  return describeTeam(services, await ownTeam(services, caller));
}

/** How a team stands, for its owner and by the ledger alone. */
export async function describeTeam(services: Services, team: TeamRow): Promise<Team> {
  const { clock, config, db, payments } = services;
  const account = await selectTeamAccount(db.kysely, team.id);
  const customer =
    account && payments && (await selectCustomerOf(db.kysely, account.id, payments.name, payments.livemode));
  const facts = account ? await selectFacts(db.kysely, account.id) : [];
  const now = clock.now();
  const at = secondsOf(now);
  const { policy } = await selectPolicy(db.kysely);
  const { tier, until, why } = entitlement(facts, at, policy);
  const paid = seatsAt(facts, at, policy);
  const rows = await selectSeats(db.kysely, team.id);
  const held = rows.filter(({ released_at }) => released_at === null);
  const invitations = await selectOpenInvitations(db.kysely, team.id);
  const sub = teamSubscription(facts);
  // Who takes a team over sees none of the invoices with the name and address of who paid before.
  const own =
    account && team.owner_id !== null ? await selectFactsOfPayer(db.kysely, account.id, team.owner_id) : [];
  return {
    id: team.id,
    name: team.name,
    state: teamState(facts, at, policy),
    seats: {
      paid,
      held: held.length,
      invited: invitations.filter(({ expires_at }) => expires_at > now).length,
    },
    tier: why === 'none' ? null : tier,
    until: isoOf(until),
    subscription: sub ? toSubscription(facts, sub, policy, await offeredBy(services)) : null,
    currency: account ? await currencyOf(services, account.id, facts) : null,
    isPayer: customer !== undefined,
    members: held.map((row, place) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      assignedAt: row.assigned_at.toISOString(),
      isPaid: place < paid,
      isOwner: row.user_id === team.owner_id,
    })),
    freed: rows.flatMap(({ id, name, released_at }) =>
      released_at ? [{ id, name, releasedAt: released_at.toISOString() }] : [],
    ),
    invitations: invitations.map(({ email, expires_at, id, sent_at }) => ({
      id,
      email,
      isExpired: expires_at <= now,
      sentAt: sent_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      link: teamLink(config, id),
    })),
    invoices: toInvoices(own),
  };
}

function toSubscription(
  facts: readonly Fact[],
  sub: SubscriptionFact,
  policy: Policy,
  offered: readonly PriceRow[],
): NonNullable<Team['subscription']> {
  const { currency, endsAt, interval, periodEnd, price, quantity, scheduled, tier, unitAmount } = sub;
  const { at, ifPaid } = accessEnds(facts, sub, policy);
  return {
    tier,
    interval,
    unitAmount,
    amount: unitAmount * quantity,
    currency,
    seats: quantity,
    nextChargeAt: isoOf(endsAt === null ? periodEnd : null),
    endsAt: isoOf(endsAt),
    accessEnds: { at: dateOf(at).toISOString(), ifPaid: isoOf(ifPaid) },
    payBy: isoOf(payBy(facts, sub, policy)),
    offerId: offerIdOf(price, offered),
    isPlanScheduled: isPlanScheduled(facts, sub),
    scheduled: scheduled
      ? {
          at: dateOf(scheduled.at).toISOString(),
          tier: scheduled.tier,
          interval: scheduled.interval,
          amount: scheduled.unitAmount * quantity,
        }
      : null,
  };
}

const offeredBy = async ({ db, payments }: Services) => (payments ? selectOffered(db.kysely, payments) : []);

function isoOf(seconds: Seconds | null): string | null {
  return seconds === null ? null : dateOf(seconds).toISOString();
}
