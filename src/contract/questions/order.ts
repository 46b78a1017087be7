import { z } from 'zod';
import { asked, distinct, words } from './asked.ts';

export const orderForm = z.strictObject({
  ...asked,
  kind: z.literal('order'),
  items: distinct(
    z.array(words).min(2, 'must have at least two items').max(50, 'must have 50 items or fewer'),
  ),
});
