import { z } from 'zod';
import { TIERS } from '#domain/tiers';

/** US dollars a month, at least 0, in steps of a cent; kept as text, so that no cent is lost in between. */
const price = z
  .string()
  .trim()
  .regex(/^\d{1,8}(\.\d{1,2})?$/, 'Price must be 0 or more, with at most two decimal places')
  .transform((text) => {
    const [dollars = '0', cents = ''] = text.split('.');
    return `${dollars.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
  });

/** The plan form (spec section 5). */
export const planForm = z.object({
  name: z.string().trim().min(1, 'Name is required').max(80, 'At most 80 characters'),
  tier: z.enum(TIERS),
  price,
  description: z.string().trim().max(500, 'At most 500 characters').default(''),
  features: z
    .array(z.string().trim().min(1).max(120, 'At most 120 characters'))
    .max(30, 'At most 30 features')
    .refine((features) => new Set(features).size === features.length, 'Each feature must be unique')
    .default([]),
});
