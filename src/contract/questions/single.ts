import { z } from 'zod';
import { marksMatchFractions } from '#domain/exams/kinds/fraction';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { asked, hasFractions, options } from './asked.ts';

/** What is particular to a choice of one. */
export const singleParts = {
  kind: z.literal('single'),
  options: options
    .refine(
      (all) => hasFractions(all) || all.filter(({ correct }) => correct).length === 1,
      says(m.faults_exactly_one_option_must_be_correct),
    )
    .refine(
      (all) => !hasFractions(all) || all.some(({ correct }) => correct),
      says(m.faults_at_least_one_option_must_earn_points),
    )
    .refine(
      (all) => !hasFractions(all) || marksMatchFractions(all, true),
      says(m.faults_the_options_with_the_highest_percentage_and),
    ),
};

export const singleForm = z.strictObject({ ...asked, ...singleParts });
