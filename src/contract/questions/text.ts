import { z } from 'zod';
import { patternFault } from '#domain/exams/pattern/pattern-fault';
import { accepted, asked, words } from './asked.ts';

const pattern = words.superRefine((source, context) => {
  const fault = patternFault(source);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

export const textForm = z.strictObject({
  ...asked,
  kind: z.literal('text'),
  answers: accepted,
  patterns: z.array(pattern).max(10, 'needs 10 patterns or fewer').optional(),
  caseSensitive: z.boolean().default(false),
});
