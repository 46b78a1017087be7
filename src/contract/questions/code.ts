import { z } from 'zod';
import { MAX_CODE } from '#domain/exams/attempts/answer-length';
import { filesOf, labOf } from '#domain/exams/kinds/code/code';
import { labContradictions } from '#domain/labs/lab-contradictions';
import { LAB_LIMITS, pointsOf } from '#domain/labs/lab-spec';
import { missingFiles } from '#domain/labs/missing-files';
import { RUNNERS } from '#domain/labs/runners';
import { labPath } from '../courses/lab-shapes.ts';
import { strict, writtenCheck } from '../courses/written-check.ts';
import { asked } from './asked.ts';

const file = strict({
  path: labPath.max(100, 'must have 100 characters or fewer'),
  text: z.string().max(MAX_CODE, `must have ${MAX_CODE} characters or fewer`),
});
type File = z.output<typeof file>;
const files = file
  .array()
  .max(LAB_LIMITS.files, `must have ${LAB_LIMITS.files} files or fewer`)
  .refine((all) => new Set(all.map(({ path }) => path)).size === all.length, 'two files have the same path');
const { checks, seconds } = LAB_LIMITS;

const length = (all: readonly File[]) =>
  all.reduce((sum, { path, text }) => sum + path.length + text.length, 0);

const spec = strict({
  runner: z.enum(RUNNERS),
  typecheck: z.enum(['strict', 'loose']).optional(),
  setup: z.array(labPath).optional(),
  seconds: z
    .number('must be a number')
    .min(seconds.least, `must be ${seconds.least} or more`)
    .max(seconds.most, `must be at most ${seconds.most}`)
    .default(seconds.unlessSaid),
  files: files.min(1, 'must have at least one file'),
  given: files.default([]),
  solution: files.min(1, 'must have at least one file'),
  checks: z
    .array(writtenCheck)
    .min(1, 'At least one check is required')
    .max(checks, `At most ${checks} checks`),
});

export const codeForm = z
  .strictObject({ ...asked, kind: z.literal('code'), code: spec })
  .superRefine((question, context) => {
    const say = (part: string, message: string) =>
      context.addIssue({ code: 'custom', message, path: ['code', part] });
    const { files, given, setup, solution } = question.code;
    const lab = labOf(question);
    for (const fault of labContradictions({ ...lab, setup })) say('checks', fault);
    const parts = { files: filesOf(files), given: filesOf(given), solution: filesOf(solution) };
    for (const fault of missingFiles(lab, parts)) say('checks', fault);
    if (lab.checks.every((check) => pointsOf(check) === 0))
      say('checks', 'at least one check must earn points');
    const starts = new Set(files.map(({ path }) => path));
    for (const { path } of solution.filter((each) => !starts.has(each.path)))
      say('solution', `${path} is not one of the files that learners get`);
    for (const { path } of given.filter((each) => starts.has(each.path)))
      say('given', `${path} is a file that learners edit, too`);
    for (const [part, all] of [
      ['files', files],
      ['solution', solution],
      ['given', given],
    ] as const)
      if (length(all) > MAX_CODE) say(part, `must have ${MAX_CODE} characters or fewer together`);
  });
