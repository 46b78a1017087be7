import { z } from 'zod';
import { accepted, asked, words } from './asked.ts';

const gap = z.strictObject({
  answers: accepted,
  wrong: z.array(words).max(20, 'needs 20 wrong forms or fewer').default([]),
});

export const gapsForm = z.strictObject({
  ...asked,
  kind: z.literal('gaps'),
  gaps: z.array(gap).min(1, 'needs one gap or more').max(30, 'needs 30 gaps or fewer'),
  caseSensitive: z.boolean().default(false),
});
