import { z } from 'zod';
import { mostOf } from '#domain/exams/marking/rubric';
import { words } from './asked.ts';

const level = z.strictObject({
  text: words,
  points: z.number('must be a number').min(0, 'must be 0 or more').max(1000, 'must be at most 1000'),
});
const criterion = z
  .strictObject({
    text: words,
    levels: z.array(level).min(2, 'must have at least two levels').max(10, 'must have 10 levels or fewer'),
  })
  .refine((each) => mostOf(each) > 0, { path: ['levels'], error: 'at least one level must earn points' });

/** What a marker looks at; empty where the marker gives the points without one. */
export const rubricForm = z.array(criterion).max(20, 'must have 20 criteria or fewer').default([]);
