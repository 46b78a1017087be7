import type { Team } from '#contract/teams';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { forgetTaken } from '../commands/command-sql.ts';
import { giveCommand } from '../commands/give-command.ts';
import { takenFrom } from '../commands/read-taken.ts';
import { takeTurns } from '../commands/take-turns.ts';
import { invoiceOf } from '../member/invoice-of.ts';
import { lookAfter, payer } from '../member/own.ts';
import { portalOf } from '../member/portal-of.ts';
import { askAgain } from '../member/refresh.ts';
import { paymentsOf } from '../payments-of.ts';
import { describeTeam } from './describe-team.ts';
import { findTeamPaying, liveTeam, ownTeam } from './own-team.ts';
import { selectTeamAccount } from './team-sql.ts';

/** Ends the team with what is paid: nobody loses a seat that was paid for. Fails with NO_SUBSCRIPTION. */
export function cancelTeam(services: Services, caller: Caller): Promise<Team> {
  return takeTurns(() => settle(services, caller, 'cancel'));
}

/** Takes back a cancellation or a scheduled plan that has not come yet. Fails with NO_SUBSCRIPTION. */
export function keepTeam(services: Services, caller: Caller): Promise<Team> {
  return takeTurns(() => settle(services, caller, 'keep'));
}

async function settle(services: Services, caller: Caller, kind: 'cancel' | 'keep'): Promise<Team> {
  const { accountId, customer, payments, sub, team, turn } = await liveTeam(services, caller);
  // Twice is once: it is as wished already.
  const isWished = kind === 'cancel' ? sub.endsAt !== null : sub.endsAt === null && !sub.scheduled;
  if (isWished) {
    if (kind === 'keep') await forgetTaken(services.db.kysely, accountId);
    return describeTeam(services, team);
  }
  const audit = { action: `team.${kind}`, entity: 'team', entityId: team.id };
  const mostDaily = kind === 'keep' ? { mostDaily: DAILY_LIMITS.orders } : {};
  const args = { subscription: sub.id, ...(kind === 'cancel' && takenFrom(sub)) };
  const command = { accountId, provider: payments.name, kind, args, audit, turn };
  await giveCommand(services, caller, { ...command, ...mostDaily }, (key) =>
    kind === 'cancel'
      ? payments.cancelAtPeriodEnd({ key, subscription: sub.id })
      : payments.keep({ key, subscription: sub.id }),
  );
  await lookAfter(services, customer);
  return describeTeam(services, team);
}

/** Asks the provider again: after somebody returns from its pages, or may buy what they could not before. */
export async function refreshTeam(services: Services, caller: Caller): Promise<Team> {
  const team = await ownTeam(services, caller);
  const own = await findTeamPaying(services, team);
  if (own) await askAgain(services, own);
  return describeTeam(services, team);
}

/** Opens the provider's page for the card that pays for the team. Fails with NO_SUBSCRIPTION. */
export async function openTeamPortal(
  services: Services,
  caller: Caller,
  { locale }: { locale: string },
): Promise<{ url: string }> {
  const own = await findTeamPaying(services, await ownTeam(services, caller));
  return portalOf(services, own, { back: '/team', locale });
}

/** Where an invoice that the caller paid for the team can be read. Fails with INVOICE_NOT_FOUND. */
export async function openTeamInvoice(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ url: string }> {
  const payments = paymentsOf(services);
  const team = await ownTeam(services, caller);
  const account = await selectTeamAccount(services.db.kysely, team.id);
  if (!account) throw new Failure('INVOICE_NOT_FOUND');
  const own = { accountId: account.id, payments };
  return invoiceOf(services, own, { id, payerId: payer(caller).userId });
}
