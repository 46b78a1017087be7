import { z } from 'zod';
import { patternFault } from '#domain/exams/pattern/pattern-fault';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { accepted, asked, percent, words } from './asked.ts';
import { patternWords } from './formula-words.ts';

const pattern = words.superRefine((source, context) => {
  const fault = patternFault(source);
  if (fault !== null) context.addIssue({ code: 'custom', message: patternWords(fault) });
});

const partial = z
  .strictObject({
    text: words.optional(),
    pattern: pattern.optional(),
    fraction: percent.min(-100, says(m.faults_must_be_100_or_more)),
  })
  .refine((each) => (each.text === undefined) !== (each.pattern === undefined), {
    path: ['text'],
    error: () => m.faults_must_have_either_a_text_or_a(),
  });

/** What is particular to a short text. */
export const textParts = {
  kind: z.literal('text'),
  answers: accepted,
  patterns: z
    .array(pattern)
    .max(
      10,
      says(() => m.faults_must_have_patterns_or_fewer({ number: 10 })),
    )
    .optional(),
  partial: z
    .array(partial)
    .max(
      100,
      says(() => m.faults_must_have_answers_or_fewer({ number: 100 })),
    )
    .optional(),
  caseSensitive: z.boolean().default(false),
};

export const textForm = z.strictObject({ ...asked, ...textParts });
