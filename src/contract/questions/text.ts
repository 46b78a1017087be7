import { z } from 'zod';
import { accepted, asked } from './asked.ts';

export const textForm = z.strictObject({
  ...asked,
  kind: z.literal('text'),
  answers: accepted,
  caseSensitive: z.boolean().default(false),
});
