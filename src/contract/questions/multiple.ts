import { z } from 'zod';
import { marksMatchFractions } from '#domain/exams/kinds/fraction';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { asked, hasFractions, options } from './asked.ts';

export const multipleForm = z
  .strictObject({
    ...asked,
    kind: z.literal('multiple'),
    options: options
      .refine((all) => all.some(({ correct }) => correct), says(m.faults_at_least_one_option_must_be_correct))
      .refine(
        (all) => !hasFractions(all) || marksMatchFractions(all, false),
        says(m.faults_the_options_with_a_percentage_above_0),
      ),
    allOrNothing: z.boolean().optional(),
  })
  .refine(({ allOrNothing, options: all }) => !allOrNothing || !hasFractions(all), {
    path: ['options'],
    error: "all-or-nothing scoring can't be combined with percentages for single options",
  });
