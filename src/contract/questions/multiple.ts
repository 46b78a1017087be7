import { z } from 'zod';
import { marksMatchFractions } from '#domain/exams/kinds/fraction';
import { asked, hasFractions, options } from './asked.ts';

export const multipleForm = z
  .strictObject({
    ...asked,
    kind: z.literal('multiple'),
    options: options
      .refine((all) => all.some(({ correct }) => correct), 'at least one option must be correct')
      .refine(
        (all) => !hasFractions(all) || marksMatchFractions(all, false),
        'the options with a percentage above 0, and no others, are the correct ones',
      ),
    allOrNothing: z.boolean().optional(),
  })
  .refine(({ allOrNothing, options: all }) => !allOrNothing || !hasFractions(all), {
    path: ['options'],
    error: "all-or-nothing scoring can't be combined with percentages for single options",
  });
