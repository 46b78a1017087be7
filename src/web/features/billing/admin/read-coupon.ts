import type { Api } from '#web/lib/api/api-client.ts';
import { m } from '#web/lib/messages.ts';
import { digitsOf } from '#web/lib/money.ts';
import { dayFault, endOfDay } from '../end-of-day.ts';
import { toSmallestUnit } from '../to-smallest-unit.ts';

type NewCoupon = Parameters<Api['billing']['addCoupon']>[0];

/** What is wrong, by the name of the field. */
export interface CouponFaults {
  readonly code?: string | undefined;
  readonly off?: string | undefined;
  readonly months?: string | undefined;
  readonly max?: string | undefined;
  readonly expires?: string | undefined;
}

/** The coupon that a form describes; undefined with a fault beside each field that is wrong. */
export function readCoupon(
  values: FormData,
  now: Date,
): { readonly coupon: NewCoupon | undefined; readonly faults: CouponFaults } {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const isAmount = text('kind') === 'amount';
  const currency = isAmount ? text('currency') : null;
  const off = currency === null ? percentOf(text('off')) : toSmallestUnit(text('off'), digitsOf(currency));
  const duration =
    (['once', 'repeating', 'forever'] as const).find((it) => it === text('duration')) ?? 'once';
  const months = duration === 'repeating' ? wholeOf(text('months')) : null;
  const max = text('max') === '' ? null : wholeOf(text('max'));
  const expires = text('expires') === '' ? undefined : endOfDay(text('expires'));
  const faults: CouponFaults = {
    code: /^[A-Za-z0-9]{3,40}$/.test(text('code')) ? undefined : m.coupons_code_wrong(),
    off: off === null || off === 0 ? offFault(isAmount) : undefined,
    months: months === undefined || (months ?? 1) > 36 ? m.coupons_months_wrong() : undefined,
    max: max === undefined ? m.coupons_max_wrong() : undefined,
    expires: dayFault(expires, now),
  };
  if (off === null || months === undefined || max === undefined || Object.values(faults).some(Boolean))
    return { coupon: undefined, faults };
  const planIds = values.getAll('plan').map(String);
  const coupon = {
    code: text('code').toUpperCase(),
    percentOff: isAmount ? null : off,
    amountOff: isAmount ? off : null,
    currency,
    duration,
    months,
    maxRedemptions: max,
    expiresAt: expires?.toISOString() ?? null,
    planIds: planIds.length > 0 ? planIds : null,
  };
  return { coupon, faults };
}

function offFault(isAmount: boolean): string {
  return isAmount ? m.billing_admin_price_amount_wrong() : m.coupons_percent_wrong();
}

/** "12.5": from 1 to 100, with at most two decimals; null: no such part. */
function percentOf(text: string): number | null {
  const percent = /^\d{1,3}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : 0;
  return percent >= 1 && percent <= 100 ? percent : null;
}

/** Undefined: no whole number above nothing. */
function wholeOf(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
