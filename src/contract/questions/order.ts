import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { asked, distinct, words } from './asked.ts';

export const orderForm = z.strictObject({
  ...asked,
  kind: z.literal('order'),
  items: distinct(
    z
      .array(words)
      .min(2, says(m.faults_must_have_at_least_two_items))
      .max(
        50,
        says(() => m.faults_must_have_items_or_fewer({ number: 50 })),
      ),
  ),
});
