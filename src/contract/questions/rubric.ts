import { z } from 'zod';
import { mostOf } from '#domain/exams/marking/rubric';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { words } from './asked.ts';

const level = z.strictObject({
  text: words,
  points: z
    .number(says(m.faults_must_be_a_number))
    .min(
      0,
      says(() => m.faults_must_be_or_more({ number: 0 })),
    )
    .max(
      1000,
      says(() => m.faults_must_be_at_most({ number: 1000 })),
    ),
});
const criterion = z
  .strictObject({
    text: words,
    levels: z
      .array(level)
      .min(2, says(m.faults_must_have_at_least_two_levels))
      .max(
        10,
        says(() => m.faults_must_have_levels_or_fewer({ number: 10 })),
      ),
  })
  .refine((each) => mostOf(each) > 0, {
    path: ['levels'],
    error: () => m.faults_at_least_one_level_must_earn_points(),
  });

/** What a marker looks at; empty where the marker gives the points without one. */
export const rubricForm = z
  .array(criterion)
  .max(
    20,
    says(() => m.faults_must_have_criteria_or_fewer({ number: 20 })),
  )
  .default([]);
