import { z } from 'zod';
import { asked, distinct, words } from './asked.ts';

export const orderForm = z.strictObject({
  ...asked,
  kind: z.literal('order'),
  items: distinct(z.array(words).min(2, 'needs two items or more').max(50, 'needs 50 items or fewer')),
});
