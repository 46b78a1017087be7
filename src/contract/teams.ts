import { z } from 'zod';
import { BILLING_STATES } from '#domain/billing/describe';
import { INTERVALS } from '#domain/billing/facts';
import { MAX_SEATS } from '#domain/billing/seats';
import { TIERS } from '#domain/tiers';
import { m } from '../messages/messages.js';
import { changeFailures, change as planChange, shownChange } from './billing.ts';
import { accessEnds, invoice, refund, refundFailures } from './invoices.ts';
import { agreement, shownOrder, shownTerms } from './legal.ts';
import { listedTeam } from './listed-team.ts';
import { pageLanguage } from './page-language.ts';
import { adminProcedure, dailyLimit, failures, memberProcedure, publicProcedure } from './procedure.ts';
import { atMostCharacters, says } from './says.ts';

/** Addresses in one list. */
const MAX = 500;

const amount = z.int();
const currency = z.string().regex(/^[a-z]{3}$/);
const seats = z
  .int(says(m.faults_enter_a_number_of_seats))
  .min(
    1,
    says(() => m.faults_at_least({ number: 1 })),
  )
  .max(
    MAX_SEATS,
    says(() => m.faults_at_most({ number: MAX_SEATS })),
  );
const name = z
  .string()
  .trim()
  .min(
    2,
    says(() => m.faults_at_least_characters({ number: 2 })),
  )
  .max(60, atMostCharacters(60));
const sentAway = z.object({ url: z.url() });
const byId = z.object({ id: z.uuid() });
const iso = z.iso.datetime();

const away = failures('PAYMENTS_OFF', 'PAYMENTS_AWAY', 'PAYMENT_REFUSED', 'TEAM_NOT_FOUND');

/** Somebody who was given a seat. Nothing of what they learn. */
const seat = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  assignedAt: iso,
  /** False: fewer seats are paid for than people have one before. */
  isPaid: z.boolean(),
  isOwner: z.boolean(),
});

const team = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(BILLING_STATES),
  /** How many seats are paid for now, held, and promised to who was invited. */
  seats: z.object({ paid: z.int(), held: z.int(), invited: z.int() }),
  /** The plan of the seats that are paid for now; null: none are. */
  tier: z.enum(TIERS).nullable(),
  /** Until when they are paid for. */
  until: iso.nullable(),
  subscription: z
    .object({
      tier: z.enum(TIERS),
      interval: z.enum(INTERVALS),
      unitAmount: amount,
      amount,
      currency,
      /** How many are charged for next. */
      seats: z.int(),
      nextChargeAt: iso.nullable(),
      endsAt: iso.nullable(),
      accessEnds,
      /** The payment failed: by when the card must be updated. */
      payBy: iso.nullable(),
      /** Which of the offers it is; null: one that is not offered any more. */
      offerId: z.uuid().nullable(),
      /** The next period brings another plan than the one that is paid for; until then seats can't be added. */
      isPlanScheduled: z.boolean(),
      /** What it changes to by itself, and when, for all seats; null: no change is scheduled. */
      scheduled: z.object({ at: iso, tier: z.enum(TIERS), interval: z.enum(INTERVALS), amount }).nullable(),
    })
    .nullable(),
  /** Whether the caller's own card is charged. False after the team was handed over, until seats are bought again. */
  isPayer: z.boolean(),
  /** In which currency the team's card is charged; null: in any. */
  currency: currency.nullable(),
  members: z.array(seat),
  freed: z.array(z.object({ id: z.uuid(), name: z.string(), releasedAt: iso })),
  invitations: z.array(
    z.object({
      id: z.uuid(),
      email: z.string(),
      isExpired: z.boolean(),
      sentAt: iso,
      expiresAt: iso,
      link: z.url(),
    }),
  ),
  invoices: z.array(invoice),
});
export type Team = z.infer<typeof team>;

const membership = z.object({
  teamId: z.uuid(),
  name: z.string(),
  /** Null: the owner's account is gone. */
  owner: z.string().nullable(),
  /** Null: the seat is not paid for. */
  tier: z.enum(TIERS).nullable(),
});
export type Membership = z.infer<typeof membership>;

const ownInvitation = z.object({
  id: z.uuid(),
  team: z.string(),
  owner: z.string().nullable(),
  expiresAt: iso,
});

const mine = z.object({
  owned: team.nullable(),
  memberships: z.array(membership),
  /** For the caller's own address. */
  invitations: z.array(ownInvitation),
});
export type MyTeams = z.infer<typeof mine>;

export const SEAT_INVITE_OUTCOMES = [
  'ok',
  'bad-address',
  'repeated',
  'member',
  'already-invited',
  'full',
] as const;

const change = z.object({
  seats,
  /** `more`: at once, for the difference. `fewer`: with the next period. `undo`: takes that back, for nothing. */
  kind: z.enum(['more', 'fewer', 'undo']),
  dueNow: amount,
  currency,
  /** What the next period costs. */
  nextAmount: amount,
  startsAt: iso,
  /** How many people lose their seat then. */
  losing: z.int(),
  /** To be sent back with the change: the same moment charges the same. */
  at: iso,
  /** What more seats order, as it is shown; null: nothing is ordered now. */
  order: shownOrder,
});
export type SeatsChange = z.infer<typeof change>;

export const teams = {
  mine: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/teams',
      summary: 'Get the team you own, and the teams you have a seat in',
    })
    .output(mine),
  checkout: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/teams/checkout',
      summary: 'Open the page to pay for seats at; makes your team if you have none',
    })
    .errors({
      ...away,
      ...dailyLimit,
      ...failures('PLAN_NOT_FOUND', 'SUBSCRIPTION_RUNNING', 'CURRENCY_FIXED', 'ORDER_OUTDATED'),
    })
    .input(
      z.object({
        name,
        offerId: z.uuid(),
        seats,
        locale: pageLanguage,
        ...agreement,
      }),
    )
    .output(sentAway),
  confirm: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 60 })
    .route({ method: 'POST', path: '/teams/confirm', summary: 'Learn how a payment for seats went' })
    .errors({ ...away, ...failures('SESSION_NOT_FOUND') })
    .input(z.object({ session: z.string().min(1).max(300) }))
    .output(z.object({ isConfirmed: z.boolean() })),
  refresh: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/teams/refresh',
      summary: 'Refresh your team from the payment provider',
    })
    .errors(away)
    .output(team),
  rename: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'PATCH', path: '/teams', summary: 'Rename your team' })
    .errors(failures('TEAM_NOT_FOUND'))
    .input(z.object({ name }))
    .output(team),
  preview: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 30 })
    .route({ method: 'POST', path: '/teams/preview', summary: 'See what another number of seats charges' })
    .errors({
      ...away,
      ...failures('NO_SUBSCRIPTION', 'PAYMENT_OVERDUE', 'SEATS_REDUCED', 'PLAN_SCHEDULED', 'PLAN_NOT_FOUND'),
    })
    .input(z.object({ seats }))
    .output(change),
  changeSeats: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/teams/seats', summary: 'Change how many seats your team has' })
    .errors({
      ...away,
      ...dailyLimit,
      ...failures(
        'NO_SUBSCRIPTION',
        'PAYMENT_OVERDUE',
        'PAYMENT_DECLINED',
        'PREVIEW_OUTDATED',
        'ORDER_OUTDATED',
        'SEATS_REDUCED',
        'PLAN_SCHEDULED',
        'PLAN_NOT_FOUND',
      ),
    })
    .input(
      change
        .pick({ seats: true, at: true, dueNow: true })
        .extend({ terms: shownTerms, locale: pageLanguage }),
    )
    .output(team),
  previewPlan: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/teams/plan/preview',
      summary: 'See what another plan for your team charges',
    })
    .errors({ ...away, ...changeFailures, ...failures('SEATS_REDUCED') })
    .input(z.object({ offerId: z.uuid() }))
    .output(planChange),
  changePlan: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/teams/plan', summary: 'Change the plan of your team' })
    .errors({
      ...away,
      ...dailyLimit,
      ...changeFailures,
      ...failures('SEATS_REDUCED', 'PAYMENT_DECLINED', 'PREVIEW_OUTDATED', 'ORDER_OUTDATED'),
    })
    .input(shownChange)
    .output(team),
  cancel: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/teams/cancel', summary: 'Cancel your team at the end of what is paid' })
    .errors({ ...away, ...failures('NO_SUBSCRIPTION') })
    .output(team),
  keep: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/teams/keep',
      summary: "Undo your team's cancellation or scheduled plan",
    })
    .errors({ ...away, ...dailyLimit, ...failures('NO_SUBSCRIPTION') })
    .output(team),
  portal: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/teams/portal', summary: 'Open the page for the card of your team' })
    .errors({ ...away, ...failures('NO_SUBSCRIPTION') })
    .input(z.object({ locale: pageLanguage }))
    .output(sentAway),
  invoice: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/teams/invoice', summary: 'Get the address of an invoice of your team' })
    .errors({ ...away, ...failures('INVOICE_NOT_FOUND') })
    .input(z.object({ id: z.string().min(1).max(100) }))
    .output(sentAway),
  invite: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/teams/invitations', summary: 'Invite people to your team by email' })
    .errors(failures('TEAM_NOT_FOUND', 'DAILY_LIMIT'))
    .input(z.object({ emails: z.array(z.string().max(300)).min(1).max(MAX) }))
    .output(
      z.object({
        lines: z.array(z.object({ email: z.string(), outcome: z.enum(SEAT_INVITE_OUTCOMES) })),
        team,
      }),
    ),
  resend: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/teams/invitations/{id}/resend',
      summary: 'Send an invitation to your team again, for 14 more days',
    })
    .errors(failures('TEAM_NOT_FOUND', 'INVITATION_NOT_FOUND', 'TEAM_FULL', 'DAILY_LIMIT'))
    .input(byId)
    .output(team),
  withdraw: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 60 })
    .route({
      method: 'DELETE',
      path: '/teams/invitations/{id}',
      summary: 'Withdraw an invitation to your team',
    })
    .errors(failures('TEAM_NOT_FOUND', 'INVITATION_NOT_FOUND'))
    .input(byId)
    .output(team),
  takeSeat: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/teams/own-seat', summary: 'Take a seat in your own team' })
    .errors(failures('TEAM_NOT_FOUND', 'TEAM_FULL'))
    .output(team),
  freeSeat: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 60 })
    .route({ method: 'DELETE', path: '/teams/seats/{id}', summary: 'Free a seat of your team' })
    .errors(failures('TEAM_NOT_FOUND', 'USER_NOT_FOUND'))
    .input(byId)
    .output(team),
  transfer: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/teams/seats/{id}/transfer',
      summary: 'Make a member the owner of your team; your card is not charged any more',
    })
    .errors({ ...away, ...failures('USER_NOT_FOUND', 'TEAM_OWNED', 'PROOF_REQUIRED') })
    .input(byId)
    .output(mine),
  /** Open to everybody, so that who has no account yet learns what the link is for. No address is shown. */
  invitation: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 60 })
    .route({
      method: 'GET',
      path: '/teams/invitations/{id}',
      summary: 'Get what an invitation to a team is for',
    })
    .errors(failures('INVITATION_NOT_FOUND'))
    .input(byId)
    .output(
      z.object({
        team: z.string(),
        owner: z.string().nullable(),
        /** `other`: for another address than the caller's. `visitor`: nobody is logged in. */
        state: z.enum(['open', 'over', 'accepted', 'other', 'visitor']),
      }),
    ),
  accept: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/teams/invitations/{id}/accept', summary: 'Take a seat in a team' })
    .errors(failures('INVITATION_NOT_FOUND', 'INVITATION_ENDED', 'WRONG_MAILBOX', 'TEAM_FULL'))
    .input(byId)
    .output(mine),
  decline: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/teams/invitations/{id}/decline', summary: 'Decline a seat in a team' })
    .errors(failures('INVITATION_NOT_FOUND', 'INVITATION_ENDED', 'WRONG_MAILBOX'))
    .input(byId)
    .output(mine),
  leave: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/teams/{id}/leave', summary: 'Give your seat in a team back' })
    .errors(failures('TEAM_NOT_FOUND'))
    .input(byId)
    .output(mine),
  list: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/billing/teams', summary: 'List teams, the newest first' })
    /** Part of the name of a team, or of its owner's name or address. */
    .input(z.object({ q: z.string().trim().max(200).default('') }))
    .output(z.array(listedTeam)),
  refund: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/billing/teams/{id}/refunds',
      summary: 'Pay an invoice of a team back',
    })
    .errors({ ...away, ...refundFailures })
    .input(refund.extend({ id: z.uuid() }))
    .output(z.array(invoice)),
};
