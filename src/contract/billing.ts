import { z } from 'zod';
import { BILLING_STATES } from '#domain/billing/describe';
import { DISCOUNT_DURATIONS } from '#domain/billing/discount';
import { INTERVALS } from '#domain/billing/facts';
import { MAX_TRIAL_DAYS } from '#domain/billing/trial';
import { TIERS } from '#domain/tiers';
import { m } from '../messages/messages.js';
import { billingCoupons } from './billing-coupons.ts';
import { accessEnds, invoice, refund, refundFailures } from './invoices.ts';
import { agreement, shownOrder, shownTerms } from './legal.ts';
import { offer, offers } from './offers.ts';
import { pageLanguage } from './page-language.ts';
import { paymentAlarms } from './payment-alarms.ts';
import { adminProcedure, dailyLimit, failures, memberProcedure, publicProcedure } from './procedure.ts';
import { atMostCharacters, says } from './says.ts';

/** In the smallest unit of the currency; negative where something is credited. */
const amount = z.int();
const currency = z.string().regex(/^[a-z]{3}$/);
const done = z.object({ done: z.literal(true) });
const sentAway = z.object({ url: z.url() });

const billed = z.object({
  /** `ending`: canceled, but still held. `stopped`: there was one once, or it is unpaid and canceled. */
  state: z.enum(BILLING_STATES),
  tier: z.enum(TIERS),
  why: z.enum(['none', 'grace', 'seat', 'trial', 'paid', 'grant', 'override']),
  /** The team whose seat brings the tier; null: it is the member's own. */
  team: z.string().nullable(),
  /** Until when the tier is promised; null: no end is known. */
  until: z.iso.datetime().nullable(),
  /** Whether a plan may begin with its free trial: once per account and mailbox. */
  mayTry: z.boolean(),
  /** In which currency the member's card is charged; null: in any. */
  currency: currency.nullable(),
  /** The subscription that lives; null: none does. */
  subscription: z
    .object({
      tier: z.enum(TIERS),
      interval: z.enum(INTERVALS),
      amount,
      currency,
      /** Null: nothing will be charged any more. */
      nextChargeAt: z.iso.datetime().nullable(),
      endsAt: z.iso.datetime().nullable(),
      accessEnds,
      trialEndsAt: z.iso.datetime().nullable(),
      /** The payment failed: by when the card must be updated. */
      payBy: z.iso.datetime().nullable(),
      /** Which of the offers it is; null: one that is not offered any more. */
      offerId: z.uuid().nullable(),
      /** What the next charge comes to, with discounts and tax; null: nothing comes, or it is not known. */
      nextCharge: z.object({ amount, discount: amount, tax: amount }).nullable(),
      discounts: z.array(
        z.object({
          code: z.string(),
          percentOff: z.number().nullable(),
          amountOff: amount.nullable(),
          duration: z.enum(DISCOUNT_DURATIONS),
          endsAt: z.iso.datetime().nullable(),
        }),
      ),
      /** What it changes to by itself, and when; null: no change is scheduled. */
      scheduled: z
        .object({
          at: z.iso.datetime(),
          tier: z.enum(TIERS),
          interval: z.enum(INTERVALS),
          amount,
          offerId: z.uuid().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  invoices: z.array(invoice),
});
export type Billed = z.infer<typeof billed>;

const CHANGE_KINDS = ['upgrade', 'downgrade', 'schedule', 'switch'] as const;

export const change = z.object({
  offerId: z.uuid(),
  /**
   * `upgrade`: at once, for the difference; a trial ends with it. `downgrade`: with the next period, for nothing now.
   * `schedule`: the same, when the interval changes too. `switch`: at once, for nothing, in a trial that goes on.
   */
  kind: z.enum(CHANGE_KINDS),
  /** A free trial runs, and ends with the change. */
  endsTrial: z.boolean(),
  /** What is charged at once. */
  dueNow: amount,
  currency,
  /** Since when the new price counts. */
  startsAt: z.iso.datetime(),
  /** To be sent back with the change: the same moment charges the same. */
  at: z.iso.datetime(),
  /** What an upgrade orders, as it is shown; null: nothing is ordered now. */
  order: shownOrder,
});
export type BillingChange = z.infer<typeof change>;

/** A change as it was shown, to be made. */
export const shownChange = change.pick({ offerId: true, at: true, dueNow: true }).extend({
  terms: shownTerms,
  locale: pageLanguage,
});

const away = failures('PAYMENTS_OFF', 'PAYMENTS_AWAY', 'PAYMENT_REFUSED');

export const changeFailures = failures(
  'NO_SUBSCRIPTION',
  'PLAN_NOT_FOUND',
  'PAYMENT_OVERDUE',
  'SUBSCRIPTION_ENDING',
  'CURRENCY_FIXED',
);

const fact = z.object({
  no: z.int(),
  at: z.iso.datetime(),
  kind: z.enum(['paid', 'subscription', 'refund', 'dispute', 'grant', 'override', 'withdrawal']),
  subject: z.string(),
  provider: z.string(),
  body: z.record(z.string(), z.unknown()),
});

const billingUser = z.object({ id: z.uuid() });

export const billing = {
  ...paymentAlarms,
  ...billingCoupons,
  offers: publicProcedure
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/billing/offers', summary: 'List what plans can be bought at' })
    .output(offers),
  mine: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/billing/subscription', summary: 'Get your subscription and invoices' })
    .output(billed),
  checkout: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/billing/checkout', summary: 'Open the page to pay for a plan at' })
    .errors({
      ...away,
      ...dailyLimit,
      ...failures(
        'PLAN_NOT_FOUND',
        'SUBSCRIPTION_RUNNING',
        'CURRENCY_FIXED',
        'TRIAL_CHANGED',
        'ORDER_OUTDATED',
        'TRANSFER_PENDING',
      ),
    })
    .input(
      z.object({
        offerId: z.uuid(),
        locale: pageLanguage,
        /** The free days that were shown; without them, those that there are. */
        trialDays: z.int().min(0).max(MAX_TRIAL_DAYS).optional(),
        /** The page of this site that the plan is wanted for; one is led back there. */
        from: z.string().max(500).optional(),
        ...agreement,
      }),
    )
    .output(sentAway),
  /** Looks at once; `isConfirmed` false: the provider knows of no payment yet, ask again. */
  confirm: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 60 })
    .route({ method: 'POST', path: '/billing/confirm', summary: 'Learn how a payment went' })
    .errors({ ...away, ...failures('SESSION_NOT_FOUND') })
    .input(z.object({ session: z.string().min(1).max(300) }))
    .output(z.object({ isConfirmed: z.boolean(), billed })),
  /** After the way back from the portal. */
  refresh: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/billing/refresh', summary: 'Refresh your billing details' })
    .errors(away)
    .output(billed),
  portal: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/billing/portal', summary: 'Open the page for cards and tax numbers' })
    .errors({ ...away, ...failures('NO_SUBSCRIPTION') })
    .input(z.object({ locale: pageLanguage }))
    .output(sentAway),
  invoice: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/billing/invoice', summary: 'Get the address of one of your invoices' })
    .errors({ ...away, ...failures('INVOICE_NOT_FOUND') })
    .input(z.object({ id: z.string().min(1).max(100) }))
    .output(sentAway),
  cancel: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/billing/cancel', summary: 'Cancel at the end of what is paid' })
    .errors({ ...away, ...failures('NO_SUBSCRIPTION') })
    .output(billed),
  keep: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/billing/keep',
      summary: 'Undo a cancellation or a scheduled change',
    })
    .errors({ ...away, ...dailyLimit, ...failures('NO_SUBSCRIPTION') })
    .output(billed),
  preview: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/billing/preview', summary: 'See what a change of plan charges' })
    .errors({ ...away, ...changeFailures })
    .input(z.object({ offerId: z.uuid() }))
    .output(change),
  change: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/billing/change', summary: 'Change the plan of your subscription' })
    .errors({
      ...away,
      ...dailyLimit,
      ...changeFailures,
      ...failures('PAYMENT_DECLINED', 'PREVIEW_OUTDATED', 'ORDER_OUTDATED'),
    })
    .input(shownChange)
    .output(billed),
  prices: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/billing/prices', summary: 'List all prices, also withdrawn ones' })
    .output(z.array(offer.extend({ isOffered: z.boolean() }))),
  addPrice: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/billing/prices',
      summary: 'Sell a plan at a price; the former one of the same interval stays with its subscribers',
      successStatus: 201,
    })
    .errors({ ...away, ...failures('PLAN_NOT_FOUND') })
    .input(
      z.object({
        planId: z.uuid(),
        interval: z.enum(INTERVALS),
        amount: z
          .int()
          .min(
            50,
            says(() => m.faults_at_least({ number: 50 })),
          )
          .max(
            99_999_999,
            says(() => m.faults_at_most({ number: 99_999_999 })),
          ),
        currency,
      }),
    )
    .output(offer.extend({ isOffered: z.boolean() })),
  withdrawPrice: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/admin/billing/prices/{id}',
      summary: 'Stop selling at a price; its subscribers stay',
    })
    .errors(failures('PLAN_NOT_FOUND'))
    .input(z.object({ id: z.uuid() }))
    .output(done),
  setTrial: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/billing/plans/{planId}/trial',
      summary: 'Set with how many free days a plan begins; 0: none',
    })
    .errors(failures('PLAN_NOT_FOUND', 'PAYMENTS_OFF'))
    .input(
      z.object({
        planId: z.uuid(),
        days: z
          .int()
          .min(0)
          .max(
            MAX_TRIAL_DAYS,
            says(() => m.faults_at_most({ number: MAX_TRIAL_DAYS })),
          ),
      }),
    )
    .output(done),
  overview: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/billing', summary: 'Get how billing is going' })
    .output(
      z.object({
        takesPayments: z.boolean(),
        /** Whether members may pay by bank transfer. */
        takesTransfers: z.boolean(),
        livemode: z.boolean().nullable(),
        /** Test payments at an address that is open to the world: anyone can get a paid plan for nothing. */
        isTestInPublic: z.boolean(),
        isSelling: z.boolean(),
        overdue: z.array(
          z.object({
            userId: z.uuid().nullable(),
            name: z.string().nullable(),
            tier: z.enum(TIERS),
            payBy: z.iso.datetime(),
          }),
        ),
        disputes: z.int(),
        inbox: z.object({
          waiting: z.int(),
          parked: z.int(),
          lastReceivedAt: z.iso.datetime().nullable(),
          lastError: z.string().nullable(),
        }),
        commandsParked: z.int(),
        /** Deleted accounts whose customer the provider still has. */
        unclosed: z.int(),
        /** Accounts with two subscriptions; the later one is being ended. */
        payingTwice: z.int(),
        /** Customers whose last comparison failed. */
        looksFailing: z.int(),
        /** `balance`: the ledger and the provider's books name other sums. `customer`: somebody pays without an account here. */
        drifts: z.array(
          z.object({
            kind: z.enum(['balance', 'customer']),
            customer: z.string(),
            userId: z.uuid().nullable(),
            name: z.string().nullable(),
            currency: currency.nullable(),
            inLedger: amount.nullable(),
            atProvider: amount.nullable(),
            foundAt: z.iso.datetime(),
          }),
        ),
        lastReconciledAt: z.iso.datetime().nullable(),
      }),
    ),
  timeline: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/billing/users/{id}', summary: 'See why a user has their tier' })
    .errors(failures('USER_NOT_FOUND'))
    .input(billingUser)
    .output(
      z.object({
        name: z.string(),
        billed,
        facts: z.array(fact),
        /** The seats in teams, also those that were freed; the newest first. */
        seats: z.array(
          z.object({
            team: z.string(),
            assignedAt: z.iso.datetime(),
            releasedAt: z.iso.datetime().nullable(),
          }),
        ),
      }),
    ),
  gift: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'POST', path: '/admin/billing/users/{id}/gifts', summary: 'Give a tier for a time' })
    .errors(failures('USER_NOT_FOUND'))
    .input(
      billingUser.extend({
        tier: z.enum(TIERS),
        until: z.iso.datetime().nullable(),
        reason: z.string().trim().min(1, says(m.faults_enter_a_reason)).max(500, atMostCharacters(500)),
      }),
    )
    .output(billed),
  refund: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'POST', path: '/admin/billing/users/{id}/refunds', summary: 'Pay an invoice back' })
    .errors({ ...away, ...refundFailures, ...failures('USER_NOT_FOUND') })
    .input(refund.extend({ id: z.uuid() }))
    .output(billed),
  reconcile: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 2 })
    .route({
      method: 'POST',
      path: '/admin/billing/reconcile',
      summary: 'Start a comparison of all customers with the provider',
    })
    .errors(away)
    .output(z.object({ asked: z.literal(true) })),
};
