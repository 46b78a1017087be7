import { z } from 'zod';
import { TIERS } from '#domain/tiers';
import { m } from '../../messages/messages.js';
import { atMostCharacters, says } from '../says.ts';

/** US dollars a month, at least 0, in steps of a cent; kept as text, so that no cent is lost in between. */
const price = z
  .string()
  .trim()
  .regex(/^\d{1,8}(\.\d{1,2})?$/, says(m.faults_price_must_be_0_or_more_with))
  .transform((text) => {
    const [dollars = '0', cents = ''] = text.split('.');
    return `${dollars.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
  });

/** The plan form (spec section 5). */
export const planForm = z.object({
  name: z.string().trim().min(1, says(m.faults_name_is_required)).max(80, atMostCharacters(80)),
  tier: z.enum(TIERS),
  price,
  description: z.string().trim().max(500, atMostCharacters(500)).default(''),
  features: z
    .array(z.string().trim().min(1).max(120, atMostCharacters(120)))
    .max(
      30,
      says(() => m.faults_at_most_features({ number: 30 })),
    )
    .refine(
      (features) => new Set(features).size === features.length,
      says(m.faults_each_feature_must_be_unique),
    )
    .default([]),
});
