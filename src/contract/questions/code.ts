import { z } from 'zod';
import { MAX_CODE } from '#domain/exams/attempts/answer-length';
import { filesOf, labOf } from '#domain/exams/kinds/code/code';
import { labContradictions } from '#domain/labs/lab-contradictions';
import { LAB_LIMITS, pointsOf } from '#domain/labs/lab-spec';
import { missingFiles } from '#domain/labs/missing-files';
import { RUNNERS } from '#domain/labs/runners';
import { m } from '../../messages/messages.js';
import { contradictionWords } from '../contradiction-words.ts';
import { labPath } from '../courses/lab-shapes.ts';
import { strict, writtenCheck } from '../courses/written-check.ts';
import { noMoreCharacters, says } from '../says.ts';
import { asked } from './asked.ts';

const file = strict({
  path: labPath.max(100, noMoreCharacters(100)),
  text: z.string().max(MAX_CODE, noMoreCharacters(MAX_CODE)),
});
type File = z.output<typeof file>;
const files = file
  .array()
  .max(
    LAB_LIMITS.files,
    says(() => m.faults_must_have_files_or_fewer({ number: LAB_LIMITS.files })),
  )
  .refine(
    (all) => new Set(all.map(({ path }) => path)).size === all.length,
    says(m.faults_two_files_have_the_same_path),
  );
const { checks, seconds } = LAB_LIMITS;

const length = (all: readonly File[]) =>
  all.reduce((sum, { path, text }) => sum + path.length + text.length, 0);

const spec = strict({
  runner: z.enum(RUNNERS),
  typecheck: z.enum(['strict', 'loose']).optional(),
  setup: z.array(labPath).optional(),
  seconds: z
    .number(says(m.faults_must_be_a_number))
    .min(
      seconds.least,
      says(() => m.faults_must_be_or_more({ number: seconds.least })),
    )
    .max(
      seconds.most,
      says(() => m.faults_must_be_at_most({ number: seconds.most })),
    )
    .default(seconds.unlessSaid),
  files: files.min(1, says(m.faults_must_have_at_least_one_file)),
  given: files.default([]),
  solution: files.min(1, says(m.faults_must_have_at_least_one_file)),
  checks: z
    .array(writtenCheck)
    .min(1, says(m.faults_at_least_one_check_is_required))
    .max(
      checks,
      says(() => m.faults_at_most_checks({ number: checks })),
    ),
});

export const codeForm = z
  .strictObject({ ...asked, kind: z.literal('code'), code: spec })
  .superRefine((question, context) => {
    const say = (part: string, message: string) =>
      context.addIssue({ code: 'custom', message, path: ['code', part] });
    const { files, given, setup, solution } = question.code;
    const lab = labOf(question);
    const contradictions = labContradictions({ ...lab, setup });
    const parts = { files: filesOf(files), given: filesOf(given), solution: filesOf(solution) };
    for (const contradiction of [...contradictions, ...missingFiles(lab, parts)])
      say('checks', contradictionWords(contradiction));
    if (lab.checks.every((check) => pointsOf(check) === 0))
      say('checks', m.faults_at_least_one_check_must_earn_points());
    const starts = new Set(files.map(({ path }) => path));
    for (const { path } of solution.filter((each) => !starts.has(each.path)))
      say('solution', m.reports_path_is_not_given({ path }));
    for (const { path } of given.filter((each) => starts.has(each.path)))
      say('given', m.reports_path_is_edited_too({ path }));
    for (const [part, all] of [
      ['files', files],
      ['solution', solution],
      ['given', given],
    ] as const)
      if (length(all) > MAX_CODE)
        say(part, m.faults_must_have_characters_or_fewer_together({ number: MAX_CODE }));
  });
