import { UNKNOWN } from '../content/content.ts';
import { type AccessCase, person } from './access-objects.ts';
import { BANK_TRANSFER_CASES } from './bank-transfer-cases.ts';
import { LEGAL_CASES } from './legal-cases.ts';
import { TEAM_CASES } from './team-cases.ts';

/** A user by id: their own for a caller, somebody else's, or none. */
const userId: NonNullable<AccessCase['input']> = (...args) => ({ id: person(...args).userId });
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };
/** A preview of long ago. */
const longAgo = '2026-01-01T00:00:00.000Z';

/** Of a school that takes no payments: what asks the provider is refused, and nobody has a subscription. */
export const BILLING_CASES: Readonly<Record<string, AccessCase>> = {
  ...BANK_TRANSFER_CASES,
  ...TEAM_CASES,
  ...LEGAL_CASES,
  'billing.checkout': {
    input: () => ({ offerId: UNKNOWN, locale: 'en' }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
  'billing.confirm': { input: () => ({ session: 'cs_test_other' }), own: 'PAYMENTS_OFF' },
  'billing.refresh': { own: 'PAYMENTS_OFF' },
  'billing.portal': { input: () => ({ locale: 'en' }), own: 'PAYMENTS_OFF' },
  'billing.invoice': {
    input: () => ({ id: 'in_other' }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
  'billing.cancel': { own: 'PAYMENTS_OFF' },
  'billing.keep': { own: 'PAYMENTS_OFF' },
  'billing.preview': {
    input: () => ({ offerId: UNKNOWN }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
  'billing.change': {
    input: () => ({ offerId: UNKNOWN, at: longAgo, dueNow: 0 }),
    own: 'PREVIEW_OUTDATED',
    unknown: 'PREVIEW_OUTDATED',
    deleted: 'never',
  },
  'billing.addPrice': {
    input: () => ({ planId: UNKNOWN, interval: 'month', amount: 999, currency: 'usd' }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
  'billing.withdrawPrice': {
    input: () => ({ id: UNKNOWN }),
    own: 'PLAN_NOT_FOUND',
    unknown: 'PLAN_NOT_FOUND',
    deleted: 'never',
  },
  'billing.coupons': { own: 'PAYMENTS_OFF' },
  'billing.addCoupon': {
    input: () => ({
      code: 'SUMMER',
      percentOff: 20,
      amountOff: null,
      currency: null,
      duration: 'once',
      months: null,
      maxRedemptions: null,
      expiresAt: null,
      planIds: null,
    }),
    own: 'PAYMENTS_OFF',
  },
  'billing.deactivateCoupon': {
    input: () => ({ id: 'promo_other' }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
  'billing.setTrial': {
    input: () => ({ planId: UNKNOWN, days: 14 }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
  'billing.checkAlarm': {
    input: () => ({ cause: 'drift:changed:nothing' }),
    own: 'ok',
    unknown: 'ok',
    deleted: 'never',
  },
  'billing.timeline': { input: userId, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'billing.gift': {
    input: (...args) => ({ ...userId(...args), tier: 'basic', until: null, reason: 'Thanks' }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
  'billing.refund': {
    input: (...args) => ({ ...userId(...args), invoice: 'in_other', amount: null, reason: 'Asked for' }),
    own: 'PAYMENTS_OFF',
    foreign: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
  },
  'billing.reconcile': { own: 'PAYMENTS_OFF' },
  'billingReports.endGift': {
    input: (...args) => ({ ...userId(...args), gift: 'gift of nobody' }),
    own: 'GIFT_NOT_FOUND',
    foreign: 'GIFT_NOT_FOUND',
    unknown: 'USER_NOT_FOUND',
  },
  'billingReports.setup': { own: 'PAYMENTS_OFF' },
  'billingReports.tickStep': { input: () => ({ step: 'retries', isDone: true }), own: 'ok' },
  'billingReports.exportInvoices': { input: () => JANUARY, own: 'ok' },
  'billingReports.exportPayments': { input: () => JANUARY, own: 'ok' },
  'billingReports.exportTax': { input: () => JANUARY, own: 'ok' },
};
