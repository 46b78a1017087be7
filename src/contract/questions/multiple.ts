import { z } from 'zod';
import { asked, options } from './asked.ts';

export const multipleForm = z.strictObject({
  ...asked,
  kind: z.literal('multiple'),
  options: options.refine((all) => all.some(({ correct }) => correct), 'at least one option must be correct'),
});
