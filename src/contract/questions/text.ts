import { z } from 'zod';
import { patternFault } from '#domain/exams/pattern/pattern-fault';
import { accepted, asked, percent, words } from './asked.ts';

const pattern = words.superRefine((source, context) => {
  const fault = patternFault(source);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

const partial = z
  .strictObject({
    text: words.optional(),
    pattern: pattern.optional(),
    fraction: percent.min(-100, 'must be -100 or more'),
  })
  .refine((each) => (each.text === undefined) !== (each.pattern === undefined), {
    path: ['text'],
    error: 'must have either a text or a pattern',
  });

/** What is particular to a short text. */
export const textParts = {
  kind: z.literal('text'),
  answers: accepted,
  patterns: z.array(pattern).max(10, 'must have 10 patterns or fewer').optional(),
  partial: z.array(partial).max(100, 'must have 100 answers or fewer').optional(),
  caseSensitive: z.boolean().default(false),
};

export const textForm = z.strictObject({ ...asked, ...textParts });
