import { z } from 'zod';
import { asked, words } from './asked.ts';

export const matchForm = z.strictObject({
  ...asked,
  kind: z.literal('match'),
  pairs: z
    .array(z.strictObject({ left: words, right: words }))
    .min(2, 'must have at least two pairs')
    .max(50, 'must have 50 pairs or fewer'),
  wrong: z.array(words).max(50, 'must have 50 wrong choices or fewer').optional(),
});
