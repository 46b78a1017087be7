import { z } from 'zod';
import { INTERVALS } from '#domain/billing/facts';
import { TIERS } from '#domain/tiers';
import { transferOffer } from './bank-transfers.ts';

/** In the smallest unit of the currency. */
const amount = z.int();
const currency = z.string().regex(/^[a-z]{3}$/);

/** A price that a plan can be bought at. */
export const offer = z.object({
  id: z.uuid(),
  planId: z.uuid(),
  tier: z.enum(TIERS),
  interval: z.enum(INTERVALS),
  amount,
  currency,
  /** Free days before the first charge, for who may still try; 0: none. */
  trialDays: z.int().min(0),
});
export type Offer = z.infer<typeof offer>;

/** What the price list shows. */
export const offers = z.object({
  /** Whether there is a provider that takes money. */
  takesPayments: z.boolean(),
  /** Whether members may choose any plan for nothing; never while payments are taken. */
  isFreeChoice: z.boolean(),
  /** What is said beside every price: "Price includes tax." */
  taxNote: z.string(),
  offers: z.array(offer),
  /** What plans cost where they are sold by bank transfer alone; else empty. */
  transfers: z.array(transferOffer),
});
export type Offers = z.infer<typeof offers>;
