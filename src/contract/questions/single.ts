import { z } from 'zod';
import { marksMatchFractions } from '#domain/exams/kinds/fraction';
import { asked, hasFractions, options } from './asked.ts';

/** What is particular to a choice of one. */
export const singleParts = {
  kind: z.literal('single'),
  options: options
    .refine(
      (all) => hasFractions(all) || all.filter(({ correct }) => correct).length === 1,
      'exactly one option must be correct',
    )
    .refine(
      (all) => !hasFractions(all) || all.some(({ correct }) => correct),
      'at least one option must earn points',
    )
    .refine(
      (all) => !hasFractions(all) || marksMatchFractions(all, true),
      'the options with the highest percentage, and no others, are the correct ones',
    ),
};

export const singleForm = z.strictObject({ ...asked, ...singleParts });
