import { z } from 'zod';
import { asked, options } from './asked.ts';

export const singleForm = z.strictObject({
  ...asked,
  kind: z.literal('single'),
  options: options.refine(
    (all) => all.filter(({ correct }) => correct).length === 1,
    'exactly one option must be correct',
  ),
});
