export const DISCOUNT_DURATIONS = ['once', 'repeating', 'forever'] as const;
export type DiscountDuration = (typeof DISCOUNT_DURATIONS)[number];

/** What comes off the price of a subscription: a percentage, or an amount in the smallest unit of its currency. */
export interface Discount {
  /** The code that was entered; for a discount without one, its name at the provider. */
  readonly code: string;
  readonly percentOff: number | null;
  readonly amountOff: number | null;
  /** `once`: off the next payment only. `repeating`: until `endsAt`, in seconds since 1970. */
  readonly duration: DiscountDuration;
  readonly endsAt: number | null;
}

/** What is left of a price that is charged again and again; a discount of one payment changes nothing of that. */
export function netOfDiscounts(amount: number, discounts: readonly Discount[], now: number): number {
  const lasting = discounts.filter(
    ({ duration, endsAt }) => duration !== 'once' && (endsAt === null || endsAt > now),
  );
  const net = lasting.reduce(
    (left, { amountOff, percentOff }) => left - (amountOff ?? 0) - (left * (percentOff ?? 0)) / 100,
    amount,
  );
  return Math.max(0, Math.round(net));
}
