import { z } from 'zod';
import { accepted, asked, words } from './asked.ts';
import { numberParts } from './number.ts';
import { singleParts } from './single.ts';
import { textParts } from './text.ts';

const weight = z
  .number('must be a number')
  .min(0, 'must be 0 or more')
  .max(1000, 'must be at most 1000')
  .optional();

/** A gap that is right or wrong names no kind; any other is a question of its own. */
const gap = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.undefined().optional(),
    answers: accepted,
    wrong: z.array(words).max(20, 'must have 20 wrong answers or fewer').default([]),
    weight,
  }),
  z.strictObject({ ...textParts, weight }),
  z.strictObject({ ...numberParts, weight }),
  z.strictObject({ ...singleParts, weight }),
]);

export const gapsForm = z.strictObject({
  ...asked,
  kind: z.literal('gaps'),
  gaps: z
    .array(gap)
    .min(1, 'must have at least one blank')
    .max(30, 'must have 30 blanks or fewer')
    .refine(
      (all) => all.some(({ weight: each = 1 }) => each > 0),
      'at least one blank must have a weight above 0',
    ),
  caseSensitive: z.boolean().default(false),
});
