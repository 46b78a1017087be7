import { z } from 'zod';
import { SETUP_FAULTS, SETUP_STEPS, TICKED_STEPS } from '#domain/billing/setup-check';
import { TIERS } from '#domain/tiers';
import { m } from '../messages/messages.js';
import { adminProcedure, failures, sentFile } from './procedure.ts';

/** In the smallest unit of the currency. */
const amount = z.int();
const currency = z.string().regex(/^[a-z]{3}$/);
const time = z.iso.datetime();
const tier = z.enum(TIERS);
const done = z.object({ done: z.literal(true) });
/** How many members, and how much they bring in per month. */
const tally = z.object({ accounts: z.int(), amount });

const reportRow = z.object({
  /** As in "2026-11"; months are those of UTC. */
  month: z.string(),
  currency,
  /** Null: all plans together. */
  tier: tier.nullable(),
  start: tally,
  new: tally,
  reactivation: tally,
  expansion: tally,
  contraction: tally,
  churn: tally,
  /** What came from other plans, or went to them. */
  moved: tally,
  end: tally,
  trials: z.int(),
  conversions: z.int(),
});
export type RevenueRow = z.infer<typeof reportRow>;

/** Whose money it is; nulls: the account is deleted. */
const person = { userId: z.uuid().nullable(), name: z.string().nullable() };

const dispute = z.object({
  ...person,
  id: z.string(),
  invoice: z.string().nullable(),
  state: z.enum(['open', 'won', 'lost']),
  openedAt: time,
  /** Null: recorded before amounts were kept. */
  amount: amount.nullable(),
  currency: currency.nullable(),
  /** Until when evidence can be submitted. */
  dueBy: time.nullable(),
  /** Where the provider shows it; null: the provider has no such page. */
  url: z.url().nullable(),
});

const refund = z.object({
  ...person,
  id: z.string(),
  invoice: z.string().nullable(),
  at: time,
  amount,
  currency,
  isWhole: z.boolean(),
  isDone: z.boolean(),
});

const gift = z.object({
  userId: z.uuid(),
  name: z.string(),
  id: z.string(),
  tier,
  from: time,
  /** Null: without end. */
  until: time.nullable(),
  reason: z.string(),
});

const day = z.iso.date();
export const exportRange = z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
  error: () => m.faults_choose_an_end_that_is_not_before(),
  path: ['to'],
});
export type ExportRange = z.infer<typeof exportRange>;

export const billingReports = {
  revenue: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/billing/revenue',
      summary: 'Get recurring revenue by month and plan',
    })
    .input(z.object({ months: z.coerce.number().int().min(1).max(60).default(12) }))
    .output(z.object({ rows: z.array(reportRow) })),
  disputes: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/billing/disputes',
      summary: 'List the latest 100 disputes, open ones first',
    })
    .output(z.array(dispute)),
  refunds: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/billing/refunds', summary: 'List the latest 100 refunds' })
    .output(z.array(refund)),
  gifts: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/billing/gifts',
      summary: 'List current gifts, those that end first first',
    })
    .output(z.object({ items: z.array(gift), total: z.int() })),
  endGift: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'POST', path: '/admin/billing/users/{id}/gifts/end', summary: 'End a gift now' })
    .errors(failures('USER_NOT_FOUND', 'GIFT_NOT_FOUND'))
    .input(z.object({ id: z.uuid(), gift: z.string().min(1).max(200) }))
    .output(done),
  health: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/billing/health',
      summary: 'See what billing could not do, and what differed',
    })
    .output(
      z.object({
        parked: z.array(
          z.object({
            id: z.string(),
            type: z.string(),
            receivedAt: time,
            tries: z.int(),
            error: z.string().nullable(),
          }),
        ),
        /** Customers whose last comparison with the provider failed. */
        failed: z.array(z.object({ ...person, customer: z.string(), error: z.string() })),
        lastCheck: z
          .object({
            at: time,
            looked: z.int(),
            changed: z.int(),
            failed: z.int(),
            /** What the provider had and the ledger had not: the notice of it never came. At most 50. */
            differences: z.array(z.object({ ...person, facts: z.array(z.string()) })),
          })
          .nullable(),
      }),
    ),
  retryNotices: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/admin/billing/notices/retry',
      summary: 'Try failed webhooks and payment requests again',
    })
    .output(z.object({ retried: z.int() })),
  setup: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'GET', path: '/admin/billing/setup', summary: 'Check how payments are set up' })
    .errors(failures('PAYMENTS_OFF', 'PAYMENTS_AWAY', 'PAYMENT_REFUSED'))
    .output(
      z.object({
        checks: z.array(
          z.object({
            step: z.enum(SETUP_STEPS),
            state: z.enum(['ok', 'attention', 'manual', 'ticked']),
            faults: z.array(z.enum(SETUP_FAULTS)),
          }),
        ),
        webhookUrl: z.url(),
        lastWebhookAt: time.nullable(),
      }),
    ),
  tickStep: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/billing/setup/{step}',
      summary: 'Note that a step is done that the provider does not report',
    })
    .input(z.object({ step: z.enum(TICKED_STEPS), isDone: z.boolean() }))
    .output(done),
  exportInvoices: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'GET', path: '/admin/billing/invoices.csv', summary: 'Export paid invoices as CSV' })
    .input(exportRange)
    .output(sentFile),
  exportPayments: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'GET',
      path: '/admin/billing/payments.csv',
      summary: 'Export payments, refunds and disputes as CSV',
    })
    .input(exportRange)
    .output(sentFile),
  exportTax: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'GET',
      path: '/admin/billing/tax.csv',
      summary: 'Export tax by month and country as CSV',
    })
    .input(exportRange)
    .output(sentFile),
};
