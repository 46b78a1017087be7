import type { DiscountDuration } from '#domain/billing/discount';

/** What a code takes off, and who may enter it how often. */
export interface NewCoupon {
  readonly code: string;
  /** Either this or `amountOff`, in the smallest unit of `currency`. */
  readonly percentOff: number | null;
  readonly amountOff: number | null;
  readonly currency: string | null;
  readonly duration: DiscountDuration;
  /** For how many months; with `repeating` only. */
  readonly months: number | null;
  readonly maxRedemptions: number | null;
  readonly expiresAt: Date | null;
  /** Our plans that it is for; null: all. */
  readonly planIds: readonly string[] | null;
}

export interface ProviderCoupon extends NewCoupon {
  readonly id: string;
  readonly redemptions: number;
  /** Whether it can be entered now. */
  readonly isActive: boolean;
}
