import { z } from 'zod';
import { hidesCharacters, holdsAddress } from '#domain/accounts/display-name';
import { INTERVALS } from '#domain/billing/facts';
import { MAX_SEATS } from '#domain/billing/seats';
import { MAX_TRIAL_DAYS } from '#domain/billing/trial';
import { TIERS } from '#domain/tiers';
import { m } from '../messages/messages.js';
import { legalForm } from './administration/legal-settings.ts';
import { pageLanguage } from './page-language.ts';
import { cursor, isoTime } from './paging.ts';
import { adminProcedure, failures, memberProcedure, publicProcedure } from './procedure.ts';
import { atMostCharacters, says } from './says.ts';

export const REQUEST_KINDS = ['withdrawal', 'cancellation'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const NO_ADDRESS = says(m.faults_no_addresses);
/** It is mailed to an address that anybody can enter: a line of text, and nothing that leads elsewhere. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'Required')
    .max(most, atMostCharacters(most))
    .refine((text) => !hidesCharacters(text), says(m.faults_must_be_one_line_of_visible_characters))
    .refine((text) => !holdsAddress(text), NO_ADDRESS);
const reason = z
  .string()
  .trim()
  .max(500, atMostCharacters(500))
  .refine(
    (text) => text.split(/\r?\n/).every((one) => !hidesCharacters(one)),
    says(m.faults_must_be_visible_characters),
  )
  .refine((text) => !holdsAddress(text), NO_ADDRESS)
  .default('');

/** How a contract is cancelled: at the end of what is paid, or for cause, which needs a reason. */
const cancellation = z.object({
  isExtraordinary: z.boolean().default(false),
  reason,
  /** Not before this day; null: as soon as possible. */
  endsOn: z.iso.date(says(m.faults_enter_a_date)).nullable().default(null),
});
const REASON_MISSING = { error: () => m.faults_enter_a_reason(), path: ['reason'] };
const hasReason = ({ isExtraordinary, reason: why }: { isExtraordinary: boolean; reason: string }) =>
  !isExtraordinary || why !== '';

export const declaration = cancellation
  .extend({
    kind: z.enum(REQUEST_KINDS),
    name: line(100),
    email: z.email(says(m.faults_valid_email_is_required)).max(254, atMostCharacters(254)),
    /** Which contract, in the words of who declares it. */
    contract: line(200),
    /** A field that people never see; what fills it is a machine. */
    website: z.string().max(500).default(''),
  })
  .refine(hasReason, REASON_MISSING);
export type Declaration = z.output<typeof declaration>;

/** That a declaration was received; the same text is mailed. */
const receipt = z.object({
  reference: z.string(),
  receivedAt: isoTime,
  email: z.string(),
  text: z.string(),
});
export type Receipt = z.output<typeof receipt>;

const pages = z.object({
  withdrawal: z
    .object({ days: z.int(), label: z.string(), confirm: z.string(), text: z.string() })
    .nullable(),
  cancellation: z.object({ label: z.string(), confirm: z.string() }).nullable(),
});
export type LegalPages = z.output<typeof pages>;

export const orderTerms = z.object({
  /** What is ordered, what it costs, how it renews and ends; sentences in their order. */
  lines: z.array(z.string()),
  /** What asking for access at once means; null: it is not asked. */
  beginNow: z.string().nullable(),
  button: z.string(),
  /** The hash of all that was shown, to be sent back with the order. */
  terms: z.string(),
});
export type OrderTerms = z.output<typeof orderTerms>;
/** What a change of a running contract orders, as it is shown; null: nothing is ordered now. */
export const shownOrder = orderTerms.omit({ beginNow: true }).nullable();
/** The hash of the terms that were shown, sent back with the order; null: none were. */
export const shownTerms = orderTerms.shape.terms.max(100).nullable().default(null);
/** What an order agrees to. */
export const agreement = {
  terms: shownTerms,
  /** Access is wanted during the withdrawal period. */
  beginNow: z.boolean().default(false),
};

const money = { amount: z.int(), currency: z.string() };

const rights = z.object({
  /** The right to withdraw from the subscription that lives; null: there is none, or its time is over. */
  withdrawal: z.object({ until: isoTime, refund: z.object(money), isWhole: z.boolean() }).nullable(),
  /** What the caller declared, newest first. */
  requests: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(REQUEST_KINDS),
      receivedAt: isoTime,
      endsOn: z.string().nullable(),
      isDone: z.boolean(),
    }),
  ),
});
export type Rights = z.output<typeof rights>;

const request = z.object({
  id: z.uuid(),
  kind: z.enum(REQUEST_KINDS),
  receivedAt: isoTime,
  state: z.enum(['open', 'accepted', 'done']),
  outcome: z.enum(['canceled', 'refunded', 'other']).nullable(),
  note: z.string().nullable(),
  /** Null: the account was deleted. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  contract: z.string().nullable(),
  reason: z.string().nullable(),
  isExtraordinary: z.boolean(),
  endsOn: z.string().nullable(),
  /** False: anybody can have entered the address. */
  isSignedIn: z.boolean(),
  lastError: z.string().nullable(),
  /** Who it is of, or whose address was entered; null: nobody here. */
  member: z
    .object({
      userId: z.uuid(),
      name: z.string(),
      subscription: z
        .object({
          tier: z.enum(TIERS),
          interval: z.enum(INTERVALS),
          ...money,
          startedAt: isoTime,
          endsAt: isoTime.nullable(),
          withdrawalEnds: isoTime,
          /** What "end and refund" pays back. */
          refund: z.int(),
        })
        .nullable(),
    })
    .nullable(),
});
export type BillingRequest = z.output<typeof request>;

const saved = z.object({ version: z.int(), value: legalForm });
const away = failures('PAYMENTS_OFF', 'PAYMENTS_AWAY', 'PAYMENT_REFUSED');
const id = z.object({ id: z.uuid() });

export const legal = {
  pages: publicProcedure
    .meta({ scope: 'content:read', cache: 'everyone' })
    .route({ method: 'GET', path: '/legal', summary: 'Get which legal pages there are, and their texts' })
    .output(pages),
  order: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/billing/order', summary: 'See what an order comes to before it is made' })
    .errors(failures('PAYMENTS_OFF', 'PLAN_NOT_FOUND'))
    .input(
      z.object({
        offerId: z.uuid(),
        /** The free days that the order begins with. */
        trialDays: z.coerce.number().int().min(0).max(MAX_TRIAL_DAYS).default(0),
        /** How many seats of a team; left out: it is the member's own plan. */
        seats: z.coerce.number().int().min(1).max(MAX_SEATS).optional(),
      }),
    )
    .output(orderTerms),
  rights: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/billing/rights',
      summary: 'Get your right to withdraw and your requests',
    })
    .output(rights),
  withdraw: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 5 })
    .route({ method: 'POST', path: '/billing/withdrawal', summary: 'Withdraw from your subscription' })
    .errors(failures('PAYMENTS_OFF', 'NO_SUBSCRIPTION', 'WITHDRAWAL_OVER'))
    .input(z.object({ locale: pageLanguage }))
    .output(receipt),
  cancel: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 5 })
    .route({
      method: 'POST',
      path: '/billing/cancellation',
      summary: 'Cancel your subscription with a receipt, on a day of your choice or for cause',
    })
    .errors(failures('PAYMENTS_OFF', 'NO_SUBSCRIPTION'))
    .input(cancellation.refine(hasReason, REASON_MISSING))
    .output(receipt),
  declare: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 5, limitPerDay: 100 })
    .route({
      method: 'POST',
      path: '/legal/declarations',
      summary: 'Withdraw from a contract or cancel it without signing in',
      successStatus: 201,
    })
    .errors(failures('PAGE_NOT_FOUND'))
    .input(declaration)
    .output(receipt),
  settings: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/legal', summary: 'Get the legal settings' })
    .output(saved),
  saveSettings: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/legal', summary: 'Update the legal settings' })
    .errors({ VERSION_CONFLICT: { status: 409, data: z.object({ current: saved }) } })
    .input(z.object({ version: z.int().min(0), ...legalForm.shape }))
    .output(saved),
  requests: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/billing/requests', summary: 'List withdrawals and cancellations' })
    .output(z.array(request)),
  decide: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'POST', path: '/admin/billing/requests/{id}', summary: 'Settle a request' })
    .errors({
      ...away,
      ...failures('REQUEST_NOT_FOUND', 'STATE_CHANGED', 'NO_SUBSCRIPTION', 'PROOF_REQUIRED'),
    })
    .input(
      id.extend({
        /** `cancel`: at the end of what is paid. `refund`: at once, with the money. `other`: done elsewhere. */
        action: z.enum(['cancel', 'refund', 'other']),
        /** Whose subscription; null: nobody's, only with `other`. */
        userId: z.uuid().nullable().default(null),
        note: z.string().trim().max(500, atMostCharacters(500)).default(''),
      }),
    )
    .output(request),
  consents: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/billing/users/{id}/consents',
      summary: 'See what a user agreed to',
    })
    .errors(failures('USER_NOT_FOUND'))
    .input(id.extend({ after: cursor }))
    .output(
      z.object({
        items: z.array(
          z.object({
            no: z.int(),
            kind: z.enum(['terms', 'begin-now', 'withdrawal']),
            at: isoTime,
            locale: z.string(),
            /** Of its words, which are asked for one by one: they hold the terms of service. */
            hash: z.string(),
          }),
        ),
        next: z.string().nullable(),
      }),
    ),
  consentText: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/billing/users/{id}/consents/{hash}',
      summary: 'See what a user agreed to, word for word',
    })
    .errors(failures('CONSENT_NOT_FOUND'))
    .input(id.extend({ hash: z.string().max(100) }))
    .output(z.object({ text: z.string() })),
};
