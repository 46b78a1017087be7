import { z } from 'zod';
import { accepted, asked, words } from './asked.ts';

const gap = z.strictObject({
  answers: accepted,
  wrong: z.array(words).max(20, 'needs 20 wrong forms or fewer').default([]),
  weight: z
    .number('must be a number')
    .min(0, 'must be 0 or more')
    .max(1000, 'must be at most 1000')
    .optional(),
});

export const gapsForm = z.strictObject({
  ...asked,
  kind: z.literal('gaps'),
  gaps: z
    .array(gap)
    .min(1, 'needs one gap or more')
    .max(30, 'needs 30 gaps or fewer')
    .refine((all) => all.some(({ weight = 1 }) => weight > 0), 'at least one gap must have a weight above 0'),
  caseSensitive: z.boolean().default(false),
});
