import { z } from 'zod';
import { labPath } from '#contract/courses/lab-shapes';
import { strict, writtenCheck } from '#contract/courses/written-check';
import { says } from '#contract/says';
import { LAB_LIMITS } from '#domain/labs/lab-spec';
import { RUNNERS } from '#domain/labs/runners';
import { toLabCheck } from '#domain/labs/written-check';
import { m } from '../../../../messages/messages.js';

const { runsPerHour, seconds } = LAB_LIMITS;

/** `lab.yaml` (docs/course-folders.md). */
export const labFile = strict({
  runner: z.enum(RUNNERS),
  setup: z.array(z.string()).optional(),
  /** The order of the tabs; files that it doesn't name come after, by path. */
  tabs: z.array(labPath).max(LAB_LIMITS.files).optional(),
  typecheck: z.enum(['strict', 'loose']).optional(),
  /** Whether learners may add files. */
  new_files: z.boolean().optional(),
  limits: strict({
    seconds: z.number().min(seconds.least).max(seconds.most).default(seconds.unlessSaid),
    runs_per_hour: z.int().min(runsPerHour.least).max(runsPerHour.most).default(runsPerHour.unlessSaid),
  }).default({ seconds: seconds.unlessSaid, runs_per_hour: runsPerHour.unlessSaid }),
  pass: z.union([z.literal('all'), z.int().min(1)]).default('all'),
  checks: z
    .array(writtenCheck.transform(toLabCheck))
    .min(1, says(m.faults_at_least_one_check_is_required))
    .max(
      LAB_LIMITS.checks,
      says(() => m.faults_at_most_checks({ number: LAB_LIMITS.checks })),
    ),
  hints: z
    .array(z.string().min(1).max(1000))
    .max(
      20,
      says(() => m.faults_at_most_hints({ number: 20 })),
    )
    .default([]),
});
export type LabFile = z.output<typeof labFile>;
