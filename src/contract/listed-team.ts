import { z } from 'zod';
import { BILLING_STATES } from '#domain/billing/describe';
import { TIERS } from '#domain/tiers';
import { invoice } from './invoices.ts';

/** A team as administrators see it. */
export const listedTeam = z.object({
  id: z.uuid(),
  name: z.string(),
  owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  state: z.enum(BILLING_STATES),
  tier: z.enum(TIERS).nullable(),
  paid: z.int(),
  held: z.int(),
  until: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  invoices: z.array(invoice),
});
