import { z } from 'zod';
import { INTERVALS } from '#domain/billing/facts';
import { TIERS } from '#domain/tiers';
import { m } from '../messages/messages.js';
import { bankSettingsShape, checkBank } from './administration/bank-settings.ts';
import { orderTerms } from './legal.ts';
import { pageLanguage } from './page-language.ts';
import { adminProcedure, dailyLimit, failures, memberProcedure } from './procedure.ts';
import { atMostCharacters, says } from './says.ts';

/** In the smallest unit of the currency. */
const amount = z.int().min(1).max(99_999_999);
const currency = z.string().regex(/^[a-z]{3}$/);
const done = z.object({ done: z.literal(true) });
const number = z
  .string()
  .trim()
  .min(1, says(m.faults_enter_the_number_of_the_invoice))
  .max(60, atMostCharacters(60));

/** A plan that can be paid by bank transfer. */
export const transferOffer = z.object({
  planId: z.uuid(),
  plan: z.string(),
  tier: z.enum(TIERS),
  interval: z.enum(INTERVALS),
  amount,
  currency,
});
export type TransferOffer = z.infer<typeof transferOffer>;

const own = z.object({
  isOffered: z.boolean(),
  offers: z.array(transferOffer),
  /** What is ordered and not paid yet, with all that the transfer must say; null: nothing. */
  order: z
    .object({
      id: z.uuid(),
      reference: z.string(),
      tier: z.enum(TIERS),
      interval: z.enum(INTERVALS).nullable(),
      amount,
      currency,
      orderedAt: z.iso.datetime(),
      holder: z.string(),
      account: z.string(),
      code: z.string(),
      bank: z.string(),
      note: z.string(),
    })
    .nullable(),
});
export type OwnTransfers = z.infer<typeof own>;

const listed = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  name: z.string().nullable(),
  reference: z.string(),
  tier: z.enum(TIERS),
  interval: z.enum(INTERVALS).nullable(),
  amount,
  currency,
  state: z.enum(['pending', 'paid', 'canceled']),
  orderedAt: z.iso.datetime(),
  number: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
});
export type ListedTransfer = z.infer<typeof listed>;

const choice = z.object({ planId: z.uuid(), interval: z.enum(INTERVALS) });
const saved = z.object({ version: z.int(), value: bankSettingsShape });
const off = failures('TRANSFERS_OFF', 'PLAN_NOT_FOUND');
const settled = failures('TRANSFER_NOT_FOUND', 'TRANSFER_CLOSED');
const proven = failures('PROOF_REQUIRED');

export const bankTransfers = {
  mine: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/billing/transfers', summary: 'Get what you can pay by bank transfer' })
    .output(own),
  terms: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/billing/transfers/terms',
      summary: 'See what an order by bank transfer comes to before it is made',
    })
    .errors(off)
    .input(choice)
    .output(orderTerms),
  order: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/billing/transfers/orders',
      summary: 'Order a plan and pay it by bank transfer',
      successStatus: 201,
    })
    .errors({
      ...off,
      ...dailyLimit,
      ...failures('TRANSFER_PENDING', 'ORDER_OUTDATED', 'SUBSCRIPTION_RUNNING'),
    })
    .input(
      choice.extend({
        /** The hash of the terms that were shown. */
        terms: z.string().max(100),
        beginNow: z.boolean().default(false),
        locale: pageLanguage,
      }),
    )
    .output(own),
  cancel: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/billing/transfers/orders/{id}/cancel',
      summary: 'Cancel an order that is not paid yet',
    })
    .errors(settled)
    .input(z.object({ id: z.uuid() }))
    .output(own),
  list: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/billing/transfers', summary: 'List bank transfers, pending first' })
    /** Part of a reference, an invoice number, or a member's name or address. */
    .input(z.object({ q: z.string().trim().max(200).default('') }))
    .output(z.array(listed)),
  confirm: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/billing/transfers/{id}/confirm',
      summary: 'Confirm that a bank transfer was paid',
    })
    .errors({ ...settled, ...proven, ...failures('INVOICE_NUMBER_TAKEN', 'SUBSCRIPTION_RUNNING') })
    .input(z.object({ id: z.uuid(), number }))
    .output(listed),
  drop: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/billing/transfers/{id}/drop',
      summary: 'Cancel an order by bank transfer that nobody paid',
    })
    .errors(settled)
    .input(z.object({ id: z.uuid() }))
    .output(done),
  note: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/billing/transfers/noted',
      summary: 'Note an invoice of a member that was paid by bank transfer',
      successStatus: 201,
    })
    .errors({ ...proven, ...failures('USER_NOT_FOUND', 'INVOICE_NUMBER_TAKEN') })
    .input(
      z
        .object({
          userId: z.uuid(),
          tier: z.enum(TIERS).exclude(['free']),
          amount,
          currency,
          number,
          from: z.iso.datetime(),
          to: z.iso.datetime(),
        })
        .refine(({ from, to }) => from < to, {
          path: ['to'],
          error: () => m.faults_must_be_after_the_start(),
        }),
    )
    .output(listed),
  settings: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/bank', summary: 'Get the settings of bank transfers' })
    .output(saved),
  saveSettings: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/bank', summary: 'Update the settings of bank transfers' })
    .errors({ VERSION_CONFLICT: { status: 409, data: z.object({ current: saved }) } })
    .input(bankSettingsShape.extend({ version: z.int().min(0) }).superRefine(checkBank))
    .output(saved),
};
